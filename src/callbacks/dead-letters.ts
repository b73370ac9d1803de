import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { Failure } from '../failure.js';
import type { AccessKey, OrganizationId } from '../ids.js';
import { notify } from '../queue/notify.js';
import { callbackDeliveries } from '../store/schema/index.js';
import type { Store } from '../store/store.js';
import { GIVE_UP_AFTER } from './announcements.js';
import type { DeliveryState } from './delivery-states.js';

export interface DeliveryQuery {
  readonly orgId?: OrganizationId;
  readonly accessKey?: AccessKey;
  /** Default: dead. */
  readonly state?: DeliveryState;
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

  async #revive(which: SQL): Promise<number> {
    return this.#store.db.transaction(async (tx) => {
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
