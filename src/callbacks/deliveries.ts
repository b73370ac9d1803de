import { sql } from 'drizzle-orm';
import type { AccessKey } from '../base/ids.js';
import { notify } from '../queue/notify.js';
import type { Database, Queryable } from '../store/database.js';
import type { CallbackEvent } from '../store/schema/index.js';

/** A delivery that this process is about to send. */
export interface ClaimedDelivery {
  /** `x-delivery-id`: the same over all attempts. */
  readonly id: string;
  readonly accessKey: AccessKey;
  readonly url: string;
  readonly event: CallbackEvent;
  readonly body: unknown;
  /** Of the request that asked for what ended. */
  readonly traceparent: string | null;
  /** This attempt's number, from 1; fences what is written about it. */
  readonly attempt: number;
}

export type Attempt =
  | { readonly kind: 'delivered'; readonly status: number }
  | {
      readonly kind: 'failed';
      readonly status: number | null;
      readonly error: string;
      readonly pauseMs: number;
    };

export interface DeliveryClaim {
  readonly most: number;
  /** Open attempts per receiver, over all processes. */
  readonly perHost: number;
  /** Longer than any attempt can take. */
  readonly leaseMs: number;
}

/**
 * Claims deliveries that are due, never more of one receiver than it may have open at a time. Receivers are found by
 * hopping over an index, so that ten thousand deliveries to a receiver that is down cost no more than one.
 */
export async function claimDeliveries(
  db: Queryable,
  claim: DeliveryClaim,
): Promise<readonly ClaimedDelivery[]> {
  const { rows } = await db.execute<ClaimedDelivery & Record<string, unknown>>(sql`
    with recursive hosts as (
      (select host from callback_deliveries where state = 'pending' order by host limit 1)
      union all
      select further.host from hosts h cross join lateral (
        select d.host from callback_deliveries d where d.state = 'pending' and d.host > h.host order by d.host limit 1
      ) further
    ),
    due as (
      select d.id, d.next_attempt_at from hosts h
      cross join lateral (
        select count(*)::int as open from callback_deliveries o
        where o.leased_until > now() and o.state = 'pending' and o.host = h.host
      ) busy
      cross join lateral (
        select id, next_attempt_at from callback_deliveries
        where state = 'pending' and host = h.host and next_attempt_at <= now()
        order by next_attempt_at limit greatest(0, ${claim.perHost}::int - busy.open)
      ) d
      order by d.next_attempt_at limit ${claim.most}::int
    ),
    taken as (
      select d.id from callback_deliveries d
      where d.id in (select id from due) and d.state = 'pending' and d.next_attempt_at <= now()
      for update skip locked
    )
    update callback_deliveries d
    set attempts = d.attempts + 1,
      leased_until = now() + ${claim.leaseMs} * interval '1 millisecond',
      next_attempt_at = now() + ${claim.leaseMs} * interval '1 millisecond'
    from taken where d.id = taken.id
    returning d.id, d.access_key as "accessKey", d.url, d.event, d.body, d.traceparent,
      d.attempts as attempt`);
  return rows;
}

/**
 * Writes how an attempt ended. Nothing happens when the delivery was called off meanwhile or another process has taken
 * it up. A failed one is due again after its pause, or dead when its day is over.
 */
export async function writeAttempt(
  database: Database,
  delivery: ClaimedDelivery,
  attempt: Attempt,
): Promise<void> {
  const fence = sql`id = ${delivery.id} and attempts = ${delivery.attempt} and state = 'pending'`;
  if (attempt.kind === 'delivered') {
    await database.db.execute(sql`
      update callback_deliveries set state = 'delivered', finished_at = now(), leased_until = null,
        last_status = ${attempt.status}, last_error = null
      where ${fence}`);
    return;
  }
  await database.transaction(async (tx) => {
    const { rows } = await tx.execute<{ dueAt: Date | null }>(sql`
      update callback_deliveries set leased_until = null, last_status = ${attempt.status}, last_error = ${attempt.error},
        next_attempt_at = now() + ${attempt.pauseMs} * interval '1 millisecond',
        state = case when now() + ${attempt.pauseMs} * interval '1 millisecond' > give_up_at then 'dead' else state end,
        finished_at = case when now() + ${attempt.pauseMs} * interval '1 millisecond' > give_up_at then now() end
      where ${fence}
      returning case when state = 'pending' then next_attempt_at end as "dueAt"`);
    const dueAt = rows[0]?.dueAt;
    if (dueAt !== undefined && dueAt !== null) await notify(tx, 'deliver', new Date(dueAt));
  });
}
