import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { Failure } from '../base/failure.js';
import type { AccessKey, OrganizationId } from '../base/ids.js';
import { notify } from '../queue/notify.js';
import { callbackDeliveries, type DeliveryState } from '../store/schema/index.js';
import type { Store } from '../store/store.js';
import { GIVE_UP_AFTER } from './announcements.js';

export interface DeliveryQuery {
  readonly orgId?: OrganizationId | undefined;
  readonly accessKey?: AccessKey | undefined;
  /** Default: dead. */
  readonly state?: DeliveryState | undefined;
}

/** Whose deliveries: a caller is one. */
export interface DeliveryOwner {
  readonly orgId: OrganizationId;
  readonly accessKey: AccessKey;
}

/** What the operator sees of a delivery; its body is the customer's business. */
const SUMMARY = {
  id: callbackDeliveries.id,
  orgId: callbackDeliveries.orgId,
  accessKey: callbackDeliveries.accessKey,
  url: callbackDeliveries.url,
  event: callbackDeliveries.event,
  subjectId: callbackDeliveries.subjectId,
  state: callbackDeliveries.state,
  attempts: callbackDeliveries.attempts,
  lastStatus: callbackDeliveries.lastStatus,
  lastError: callbackDeliveries.lastError,
  createdAt: callbackDeliveries.createdAt,
  nextAttemptAt: callbackDeliveries.nextAttemptAt,
};
const MOST_LISTED = 1000;
/** Of one key: what somebody looks through by eye. */
const MOST_LATEST = 100;

export type DeliverySummary = Awaited<ReturnType<DeadLetters['list']>>[number];

/** Announcements that could not be delivered, for the operator to see and to send again. */
export class DeadLetters {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Newest first. */
  list(query: DeliveryQuery = {}) {
    return this.#store.db
      .select(SUMMARY)
      .from(callbackDeliveries)
      .where(
        and(
          eq(callbackDeliveries.state, query.state ?? 'dead'),
          query.orgId === undefined ? undefined : eq(callbackDeliveries.orgId, query.orgId),
          query.accessKey === undefined ? undefined : eq(callbackDeliveries.accessKey, query.accessKey),
        ),
      )
      .orderBy(desc(callbackDeliveries.createdAt))
      .limit(MOST_LISTED);
  }

  /** The latest announcements of one key, in whatever state, newest first. */
  latest(owner: DeliveryOwner) {
    return this.#store.db
      .select(SUMMARY)
      .from(callbackDeliveries)
      .where(ownedBy(owner))
      .orderBy(desc(callbackDeliveries.createdAt))
      .limit(MOST_LATEST);
  }

  /**
   * Sends an announcement of the caller again: a dead one for another day, one that waits for its next attempt now.
   *
   * @throws Failure `conflict` for one that has arrived or was called off
   */
  async resendOwn(owner: DeliveryOwner, id: string): Promise<void> {
    const own = and(ownedBy(owner), eq(callbackDeliveries.id, id));
    if ((await this.#revive(own)) > 0) return;
    const hurried = await this.#store.transaction(async (tx) => {
      const { rowCount } = await tx
        .update(callbackDeliveries)
        .set({ nextAttemptAt: sql`now()` })
        .where(and(own, eq(callbackDeliveries.state, 'pending'), isNull(callbackDeliveries.leasedUntil)));
      if ((rowCount ?? 0) > 0) await notify(tx, 'deliver');
      return (rowCount ?? 0) > 0;
    });
    if (hurried) return;
    const [found] = await this.#store.db
      .select({ state: callbackDeliveries.state })
      .from(callbackDeliveries)
      .where(own);
    if (found === undefined) throw new Failure('idUnknown', { message: 'There is no delivery of this id.' });
    if (found.state === 'pending') return;
    throw new Failure('conflict', {
      message:
        found.state === 'delivered'
          ? 'This notification has arrived: the receiver took it.'
          : 'This notification was called off when the callback URL was deleted.',
    });
  }

  /** Sends one dead announcement again, for another day, under the same delivery id. */
  async resend(id: string): Promise<void> {
    if ((await this.#revive(eq(callbackDeliveries.id, id))) === 0) {
      throw new Failure('idUnknown', { message: 'There is no dead delivery of this id.' });
    }
  }

  /** Sends all dead announcements of an organization again; answers how many. */
  resendAll(orgId: OrganizationId): Promise<number> {
    return this.#revive(eq(callbackDeliveries.orgId, orgId));
  }

  async #revive(which: SQL | undefined): Promise<number> {
    return this.#store.transaction(async (tx) => {
      const revived = await tx
        .update(callbackDeliveries)
        .set({
          state: 'pending',
          finishedAt: null,
          nextAttemptAt: sql`now()`,
          giveUpAt: sql`now() + ${GIVE_UP_AFTER}::interval`,
        })
        .where(and(which, eq(callbackDeliveries.state, 'dead')))
        .returning({ id: callbackDeliveries.id });
      if (revived.length > 0) await notify(tx, 'deliver');
      return revived.length;
    });
  }
}

function ownedBy({ orgId, accessKey }: DeliveryOwner): SQL | undefined {
  return and(eq(callbackDeliveries.orgId, orgId), eq(callbackDeliveries.accessKey, accessKey));
}
