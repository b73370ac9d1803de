import { createHash } from 'node:crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import { nonces } from '../../store/schema/index.js';
import type { Store } from '../../store/store.js';
import type { Caller } from '../caller.js';

const CLEAN_UP_MS = 60_000;

/** A signed request, as far as it has to be told from others. */
export interface SeenRequest {
  readonly signature: Buffer;
  readonly method: string;
  /** As it came over the wire: another spelling under the same signature is another request. */
  readonly target: string;
  /** SHA-256. */
  readonly bodyDigest: Buffer;
}

/** What the store knows of a signature: nothing yet, this very request, the same one with another body, or another one. */
export type Sighting = 'first' | 'repeat' | 'other-body' | 'other-request';

/**
 * Remembers signed requests, so that a signature that was captured serves for nothing else. The row is written before
 * the request is worked on, in one statement that only one of two racing requests can win; rows older than the window
 * are of no use, since their nonces are refused by the clock.
 */
export class NonceStore {
  readonly #store: Store;
  readonly #windowMs: number;
  readonly #timer: NodeJS.Timeout;

  constructor(store: Store, windowMs: number, onError: (error: unknown) => void) {
    this.#store = store;
    this.#windowMs = windowMs;
    this.#timer = setInterval(() => this.cleanUp().catch(onError), CLEAN_UP_MS);
    this.#timer.unref();
  }

  async see(caller: Caller, seen: SeenRequest): Promise<Sighting> {
    const { accessKey, orgId } = caller;
    const { signature, bodyDigest: body } = seen;
    const request = createHash('sha256').update(`${seen.method}\n${seen.target}`).digest();
    const written = await this.#store.db
      .insert(nonces)
      .values({ accessKey, orgId, signature, request, body })
      .onConflictDoNothing();
    if (written.rowCount !== 0) return 'first';
    const [known] = await this.#store.db
      .select({ request: nonces.request, body: nonces.body })
      .from(nonces)
      .where(and(eq(nonces.accessKey, accessKey), eq(nonces.signature, signature)));
    // Cleaned up between the two statements: so old that its nonce is about to be refused anyway.
    if (known === undefined) return 'other-request';
    if (!known.request.equals(request)) return 'other-request';
    return known.body.equals(body) ? 'repeat' : 'other-body';
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
