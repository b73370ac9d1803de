import { and, eq, sql } from 'drizzle-orm';
import type { ChangeFeed } from '../store/changes.js';
import { callbackDeliveries, callbacks } from '../store/schema/index.js';
import type { Store } from '../store/store.js';
import { type CallbackRules, checkCallbackUrl } from './callback-address.js';
import type { Caller } from './caller.js';

/** The callback URL of an access key. */
export class Callbacks {
  readonly #store: Store;
  readonly #changes: ChangeFeed;
  readonly #rules: CallbackRules;

  constructor(store: Store, changes: ChangeFeed, rules: CallbackRules) {
    this.#store = store;
    this.#changes = changes;
    this.#rules = rules;
  }

  async get(caller: Caller): Promise<string | null> {
    const [row] = await this.#store.db
      .select({ url: callbacks.url })
      .from(callbacks)
      .where(and(eq(callbacks.orgId, caller.orgId), eq(callbacks.accessKey, caller.accessKey)));
    return row?.url ?? null;
  }

  /** Announcements that still wait to be delivered go to the new URL too: the old one may be the reason that they wait. */
  async put(caller: Caller, url: string): Promise<void> {
    const checked = await checkCallbackUrl(url, this.#rules);
    await this.#store.transaction(async (tx) => {
      await tx
        .insert(callbacks)
        .values({ accessKey: caller.accessKey, orgId: caller.orgId, url: checked })
        .onConflictDoUpdate({ target: callbacks.accessKey, set: { url: checked, updatedAt: sql`now()` } });
      await tx
        .update(callbackDeliveries)
        .set({ url: checked, host: new URL(checked).host })
        .where(this.#pendingOf(caller));
    });
  }

  /** Also stops every announcement of the key that is still to be delivered, in the same transaction. */
  async delete(caller: Caller): Promise<void> {
    await this.#store.transaction(async (tx) => {
      await tx
        .delete(callbacks)
        .where(and(eq(callbacks.orgId, caller.orgId), eq(callbacks.accessKey, caller.accessKey)));
      await tx
        .update(callbackDeliveries)
        .set({ state: 'cancelled', finishedAt: sql`now()` })
        .where(this.#pendingOf(caller));
    });
    // After the commit: what is on its way at this moment is cut off in every process.
    await this.#changes.announce('callback', caller.accessKey);
  }

  #pendingOf(caller: Caller) {
    return and(
      eq(callbackDeliveries.orgId, caller.orgId),
      eq(callbackDeliveries.accessKey, caller.accessKey),
      eq(callbackDeliveries.state, 'pending'),
    );
  }
}
