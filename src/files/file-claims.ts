import { sql } from 'drizzle-orm';
import type { FileItemId, OrganizationId, TranslateId } from '../base/ids.js';
import { type Claim, type ClaimRequest, IS_DUE } from '../jobs/job-claims.js';
import type { AcceptedRequest } from '../requests/accepted-request.js';
import type { Queryable } from '../store/database.js';

/** An item that this process has claimed. */
export interface ClaimedItem extends Claim<FileItemId> {
  readonly translateId: TranslateId;
  readonly orgId: OrganizationId;
  /** Which file of the request. */
  readonly position: number;
  readonly lang: string;
  readonly request: AcceptedRequest;
}

/**
 * Claims the items whose turn it is. Those of one account run one after the other, and those of different accounts beside
 * each other: nobody waits for the hundred files of somebody else. Of every account without an item in hand the first
 * one is a candidate, so that two processes that ask at once mean the same one, and only one of them gets it.
 */
export async function claimItems(
  db: Queryable,
  { worker, room }: ClaimRequest,
): Promise<readonly ClaimedItem[]> {
  const { rows } = await db.execute<ClaimedItem & Record<string, unknown>>(sql`
    with busy as (
      select t.org_id, t.user_id from file_items i join file_translations t using (translate_id)
      where i.state = 'running'
    ),
    first as (
      select distinct on (t.org_id, t.user_id) i.item_id, i.queued_at
      from file_items i join file_translations t using (translate_id)
      where i.state = 'queued' and ${IS_DUE}
        and not exists (select from busy b where b.org_id = t.org_id and b.user_id = t.user_id)
      order by t.org_id, t.user_id, i.number
    ),
    taken as (
      select i.item_id from file_items i join first using (item_id)
      where i.state = 'queued' order by first.queued_at limit ${room} for update of i skip locked
    )
    update file_items i
    set state = 'running', worker = ${worker}, attempt = i.attempt + 1, claim = null
    from taken where i.item_id = taken.item_id
    returning i.item_id as id, i.attempt, i.tries, i.faults, i.translate_id as "translateId", i.org_id as "orgId",
      i.position, i.lang, i.request, i.request ->> 'traceparent' as traceparent`);
  return rows;
}
