import { createHash } from 'node:crypto';
import { lt, sql } from 'drizzle-orm';
import { Failure } from '../failure.js';
import { nonces } from '../store/schema/index.js';
import type { Store } from '../store/store.js';
import type { Caller } from './caller.js';

const CLEAN_UP_MS = 60_000;

/**
 * Refuses a change that was already made with the same nonce. The row is written before the change, in one statement
 * that only one of two racing requests can win; rows older than the window are of no use, since their nonces are refused
 * by the clock.
 */
export class Replays {
  readonly #store: Store;
  readonly #windowMs: number;
  readonly #timer: NodeJS.Timeout;

  constructor(store: Store, windowMs: number, onError: (error: unknown) => void) {
    this.#store = store;
    this.#windowMs = windowMs;
    this.#timer = setInterval(() => this.cleanUp().catch(onError), CLEAN_UP_MS);
    this.#timer.unref();
  }

  async check(caller: Caller, nonce: string, method: string, path: string): Promise<void> {
    const fingerprint = createHash('sha256').update(`${nonce}\n${method}\n${path}`).digest();
    const written = await this.#store.db
      .insert(nonces)
      .values({ accessKey: caller.accessKey, orgId: caller.orgId, fingerprint })
      .onConflictDoNothing();
    if (written.rowCount === 0) {
      throw new Failure(40005, {
        message: 'This nonce was already used for the same request: send a new one.',
      });
    }
  }

  /** A nonce from the far end of the window is valid for two windows after it was first seen. */
  async cleanUp(): Promise<void> {
    await this.#store.db
      .delete(nonces)
      .where(lt(nonces.seenAt, sql`now() - ${2 * this.#windowMs} * interval '1 millisecond'`));
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
