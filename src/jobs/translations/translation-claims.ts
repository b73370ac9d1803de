import { sql } from 'drizzle-orm';
import type { Queryable } from '../../store/database.js';
import { type ClaimRequest, IS_DUE } from '../job-claims.js';
import type { ClaimedTranslation } from './translation-job.js';

/** A larger job that has waited this long gets the next turn before small ones: small first, but nobody starves. */
export const LONGEST_WAIT = '15 seconds';
/** More jobs than this are not looked at per account and claim. */
const JOBS_PER_ACCOUNT = 256;

/**
 * Claims the jobs whose turn it is, in one statement that either happens or does not, also when the connection breaks.
 * Room is counted in sentences, of one job at most a slice.
 *
 * Order of turns: one larger job that has waited too long, then by size class, and within a class the accounts in turn
 * (everybody's first job, then everybody's second). Accounts are found by hopping over an index, and each gives its
 * first jobs by another, so the cost grows with the accounts that wait and not with the length of the backlog.
 * A row that another process is just claiming is skipped, never waited for.
 */
export async function claimTranslations(
  db: Queryable,
  { worker, room }: ClaimRequest,
  slice: number,
): Promise<readonly ClaimedTranslation[]> {
  const { rows } = await db.execute<ClaimRow>(sql`
    with recursive accounts as (
      (select org_id, user_id from translation_jobs where state = 'queued' order by org_id, user_id limit 1)
      union all
      select further.org_id, further.user_id
      from accounts a cross join lateral (
        select t.org_id, t.user_id from translation_jobs t
        where t.state = 'queued' and (t.org_id, t.user_id) > (a.org_id, a.user_id)
        order by t.org_id, t.user_id limit 1
      ) further
    ),
    waiting as (
      select j.*, false as overdue,
        row_number() over (partition by j.org_id, j.user_id order by j.size_class, j.queued_at) as turn
      from accounts a cross join lateral (
        select t.queue_id, t.org_id, t.user_id, t.size_class, t.queued_at, t.total - t.done as sentences
        from translation_jobs t
        where t.state = 'queued' and t.org_id = a.org_id and t.user_id = a.user_id
          and ${IS_DUE}
        order by t.size_class, t.queued_at limit ${JOBS_PER_ACCOUNT}
      ) j
      union all
      (select t.queue_id, t.org_id, t.user_id, t.size_class, t.queued_at, t.total - t.done, true, 0
       from translation_jobs t
       where t.state = 'queued' and t.size_class > 0 and t.queued_at < now() - ${LONGEST_WAIT}::interval
         and ${IS_DUE}
       order by t.queued_at limit 1)
    ),
    lined_up as (
      select queue_id, sum(least(sentences, ${slice}::int))
        over (order by overdue desc, size_class, turn, queued_at, queue_id) - least(sentences, ${slice}::int) as before
      from waiting
    ),
    taken as (
      select t.queue_id from translation_jobs t
      where t.state = 'queued'
        and t.queue_id in (select queue_id from lined_up where before < ${room}::int)
      for update skip locked
    )
    update translation_jobs t
    set state = 'running', worker = ${worker}, attempt = t.attempt + 1,
      started_at = coalesce(t.started_at, now())
    from taken where t.queue_id = taken.queue_id
    returning t.queue_id as id, t.request, t.task_id as "taskId", t.plan, t.done,
      t.quota_month as "quotaMonth", t.attempt, t.tries, t.faults, t.request ->> 'traceparent' as traceparent,
      extract(epoch from clock_timestamp() - t.queued_at)::float8 * 1000 as "waitedMs"`);
  return rows;
}

type ClaimRow = ClaimedTranslation & Record<string, unknown>;
