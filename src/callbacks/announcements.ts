import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { AccessKey, OrganizationId } from '../base/ids.js';
import { notify } from '../queue/notify.js';
import type { Queryable } from '../store/database.js';
import type { CallbackEvent } from '../store/schema/index.js';

/** Something that ended, for the callback URL of the key that asked for it. */
export interface Announcement {
  readonly orgId: OrganizationId;
  readonly accessKey: AccessKey;
  readonly event: CallbackEvent;
  /** queueId, translateId or jid. */
  readonly subjectId: string;
  /** What the lookup of the subject answers: status and data. */
  readonly body: { readonly status: 'success' | 'failure'; readonly data: object };
  /** Of the request that asked for it, where it was traced. */
  readonly traceparent?: string | undefined;
}

/** Attempts to deliver end after this. */
export const GIVE_UP_AFTER = '24 hours';

/**
 * Writes announcements down in the transaction that ends the work, so that neither exists without the other. Keys
 * without a callback URL get none. The URL is held until the commit: a DELETE or PUT of it at the same moment either
 * comes first, or waits and then finds these announcements too.
 *
 * @example
 * await store.transaction(async (tx) => {
 *   await tx.update(trainingJobs).set({ state: 'finished' }).where(…);
 *   await announce(tx, [{ orgId, accessKey, event: 'training.finished', subjectId: jid, body }]);
 * });
 */
export async function announce(tx: Queryable, announcements: readonly Announcement[]): Promise<void> {
  if (announcements.length === 0) return;
  const column = <Value>(pick: (one: Announcement) => Value) => sql.param(announcements.map(pick));
  const { rowCount } = await tx.execute(sql`
    insert into callback_deliveries (id, org_id, access_key, url, host, event, subject_id, body, traceparent, give_up_at)
    select t.id, c.org_id, c.access_key, c.url, ${hostOf(sql`c.url`)}, t.event, t.subject, t.body::json, t.traceparent,
      now() + ${GIVE_UP_AFTER}::interval
    from unnest(
      ${column(() => randomUUID())}::text[], ${column((one) => one.orgId)}::text[],
      ${column((one) => one.accessKey)}::text[], ${column((one) => one.event)}::text[],
      ${column((one) => one.subjectId)}::text[], ${column((one) => JSON.stringify(one.body))}::text[],
      ${column((one) => one.traceparent ?? null)}::text[]
    ) as t(id, org, key, event, subject, body, traceparent)
    join callbacks c on c.access_key = t.key and c.org_id = t.org
    for share of c`);
  if ((rowCount ?? 0) > 0) await notify(tx, 'deliver');
}

/** Host and port of a stored URL: the unit by which deliveries are bounded. */
function hostOf(url: ReturnType<typeof sql>) {
  return sql`substring(${url} from '^[a-z]+://([^/?#]+)')`;
}
