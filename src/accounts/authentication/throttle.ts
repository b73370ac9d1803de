import { isIPv4 } from 'node:net';
import { lt, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { Failure } from '../../base/failure.js';
import { GroupCommit } from '../../store/group-commit.js';
import { failedCredentials } from '../../store/schema/index.js';
import type { Store } from '../../store/store.js';

/** Failures that are told apart from each other at once, and the pace at which further ones are: so many a minute. */
const PER_ADDRESS_AND_KEY = 10;
const PER_ADDRESS = 30;
const MINUTE_MS = 60_000;
const CLEAN_UP_MS = 60_000;
/** Subjects whose wait this process knows without asking the database. */
const KNOWN_WAITS = 10_000;

const PACE_FAILURE = sql`
  select pace_failure(subject, most, ${MINUTE_MS}) as wait
  from unnest(${sql.placeholder('subjects')}::text[], ${sql.placeholder('most')}::int[]) as t(subject, most)`;

interface AllowedFailures {
  readonly subject: string;
  /** Failures a minute, also how many may come at once. */
  readonly most: number;
}

/**
 * Slows down whoever sends wrong credentials: token requests, signatures, tokens and admin tokens. Each failure is
 * counted in the same statement that decides about it (the generic cell rate algorithm, shared by all processes), so
 * however many come at once, only as many are answered as such as the pace allows; the others hear how long to wait.
 *
 * Right credentials never come here. Secrets are random and long, so that guessing is hopeless at any pace, and a
 * stranger who knows an access key, even from the same address, cannot hold up its owner.
 */
export class FailureThrottle {
  readonly #store: Store;
  readonly #group: GroupCommit<readonly AllowedFailures[], number>;
  /** Until when (ms) a subject has to wait. */
  readonly #waiting = new LRUCache<string, number>({ max: KNOWN_WAITS });
  readonly #timer: NodeJS.Timeout;

  constructor(store: Store, onError: (error: unknown) => void) {
    this.#store = store;
    this.#group = new GroupCommit((failures) => this.#count(failures));
    this.#timer = setInterval(() => this.cleanUp().catch(onError), CLEAN_UP_MS);
    this.#timer.unref();
  }

  /**
   * Counts one failure.
   *
   * @throws Failure `rateExceeded` when failures come faster than they may; then nothing else is said about this one.
   */
  async count(address: string, key: string): Promise<void> {
    const network = networkOf(address);
    const paces = [
      { subject: network, most: PER_ADDRESS },
      { subject: `${network} ${key}`, most: PER_ADDRESS_AND_KEY },
    ];
    const known = Math.max(...paces.map(({ subject }) => this.#waiting.get(subject) ?? 0)) - Date.now();
    const waitMs = known > 0 ? known : await this.#group.add(paces);
    if (waitMs <= 0) return;
    throw new Failure('rateExceeded', {
      message:
        'Too many wrong credentials came from your address. Check them, and wait before sending again.',
      detail: { retryAfter: Math.ceil(waitMs / 1000) },
    });
  }

  /** How long each has to wait; 0 for those that are in the pace. */
  async #count(failures: readonly (readonly AllowedFailures[])[]): Promise<readonly number[]> {
    // Sorted, so that two processes lock the rows in the same order.
    const rows = failures
      .flatMap((paces, index) => paces.map((pace) => ({ ...pace, index })))
      .sort((a, b) => (a.subject === b.subject ? a.index - b.index : a.subject < b.subject ? -1 : 1));
    const waits = await this.#store.prepared<{ wait: number }>('pace_failure', PACE_FAILURE, {
      subjects: rows.map(({ subject }) => subject),
      most: rows.map(({ most }) => most),
    });
    const longest = failures.map(() => 0);
    for (const [at, { subject, index }] of rows.entries()) {
      const wait = waits[at]?.wait ?? 0;
      longest[index] = Math.max(longest[index] ?? 0, wait);
      if (wait > 0) this.#waiting.set(subject, Date.now() + wait);
    }
    return longest;
  }

  async cleanUp(): Promise<void> {
    await this.#store.db.delete(failedCredentials).where(lt(failedCredentials.pacedUntil, sql`now()`));
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#group.close();
  }
}

/** What counts as one address: of IPv6 the network of 64 bits, since a single host has all of it. */
function networkOf(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address;
  if (isIPv4(mapped)) return mapped;
  const [head = '', tail] = address.toLowerCase().split('%', 1)[0]?.split('::', 2) ?? [];
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array.from({ length: missing }, () => '0'), ...after].slice(0, 4).join(':');
}
