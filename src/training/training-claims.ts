import { sql } from 'drizzle-orm';
import type { CustomFieldId, JobId, ModelId, OrganizationId } from '../base/ids.js';
import type { Lang } from '../base/lang.js';
import { type Claim, type ClaimRequest, IS_DUE } from '../jobs/job-claims.js';
import type { Queryable } from '../store/database.js';
import type { TrainingState } from '../store/schema/index.js';

/** A training that this process has claimed, with what it needs to know. */
export interface ClaimedTraining extends Claim<JobId> {
  readonly orgId: OrganizationId;
  readonly mid: ModelId;
  readonly field: CustomFieldId;
  readonly firstLang: Lang;
  readonly secondLang: Lang;
  /** What an earlier turn has reached. */
  readonly state: TrainingState;
}

/**
 * Claims the trainings whose turn it is: what customers ask for before what the house does by itself, in the order in
 * which they came; of one model one at a time, and of one organization so many as the operator allows. Those who may
 * begin are numbered by organization, behind those that run, so that two processes that ask at once mean the same ones.
 */
export async function claimTrainings(
  db: Queryable,
  { worker, room }: ClaimRequest,
  perOrganization: number,
): Promise<readonly ClaimedTraining[]> {
  const { rows } = await db.execute<ClaimedTraining & Record<string, unknown>>(sql`
    with open as (
      select jid, org_id, mid, renewal, queued_at, worker, not_before from training_jobs
      where state not in ('finished', 'failed')
    ),
    first as (
      select distinct on (org_id, mid) * from open o
      where worker is null and ${IS_DUE}
        and not exists (select from open r where r.worker is not null and r.mid = o.mid)
      order by org_id, mid, renewal, jid
    ),
    lined_up as (
      select jid, renewal, row_number() over (partition by org_id order by renewal, jid)
        + (select count(*) from open r where r.worker is not null and r.org_id = first.org_id) as turn
      from first
    ),
    taken as (
      select j.jid from training_jobs j join lined_up using (jid)
      where j.worker is null and j.state not in ('finished', 'failed') and turn <= ${perOrganization}
      order by lined_up.renewal, j.jid limit ${room} for update of j skip locked
    )
    update training_jobs j
    set worker = ${worker}, attempt = j.attempt + 1
    from taken, custom_models m
    where j.jid = taken.jid and m.org_id = j.org_id and m.mid = j.mid
    returning j.jid as id, j.attempt, j.tries, j.faults, j.org_id as "orgId", j.mid, m.field,
      m.first_lang as "firstLang", m.second_lang as "secondLang", j.state, j.traceparent`);
  return rows;
}
