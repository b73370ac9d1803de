import { sign } from '../accounts/authentication/signature.js';
import type { KeyCache } from '../accounts/key-cache.js';
import { ClaimLoop } from '../queue/claim-loop.js';
import type { TaskRun } from '../queue/task-table.js';
import type { Database } from '../store/database.js';
import { type Tracing, traced, tracedJob } from '../tracing/trace-span.js';
import { type Attempt, type ClaimedDelivery, claimDeliveries, writeAttempt } from './deliveries.js';
import { pauseBefore } from './retry-schedule.js';
import type { SafeClient } from './safe-client.js';

export interface DelivererOptions {
  readonly database: Database;
  readonly keyCache: Pick<KeyCache, 'find'>;
  readonly client: SafeClient;
  readonly tracing: Tracing | undefined;
  /** Open attempts per receiver, over all processes. */
  readonly perHost: number;
  /** Open attempts of this process. */
  readonly most: number;
  /** Pause after the first failed attempt; it doubles with every further one. */
  readonly firstPauseMs: number;
  readonly onError: (error: unknown) => void;
}

/** Longer than connecting, waiting for the answer and reading its body together. */
const LEASE_MS = 30_000;
const LONGEST_ERROR = 300;

/**
 * Sends announcements. Many are under way at once, few of them to the same receiver, and each is written down when it
 * ends, so a receiver that is slow or never answers delays nothing but its own announcements.
 */
export class Deliverer {
  readonly #options: DelivererOptions;
  readonly #inFlight = new Set<{ readonly accessKey: string; readonly abort: AbortController }>();
  readonly #closing = new AbortController();
  readonly #loop: ClaimLoop<ClaimedDelivery>;

  constructor(options: DelivererOptions) {
    this.#options = options;
    const { perHost, most, onError } = options;
    const { db } = options.database;
    this.#loop = new ClaimLoop({
      task: 'deliver',
      db,
      capacity: most,
      claimBelow: most - 1,
      claim: (room) => claimDeliveries(db, { most: room, perHost, leaseMs: LEASE_MS }),
      idOf: ({ id }) => id,
      weightOf: () => 1,
      work: (delivery) => this.#deliver(delivery),
      // A place at this receiver is free again; the token that announced its next delivery may be long used up.
      claimAfterEach: true,
      onError,
    });
  }

  /** The task `deliver`: claims until nothing that may be sent now is left. */
  run(task: Pick<TaskRun, 'signal'>): Promise<void> {
    return this.#loop.run(task);
  }

  async #deliver(delivery: ClaimedDelivery): Promise<void> {
    const abort = new AbortController();
    const entry = { accessKey: delivery.accessKey, abort };
    this.#inFlight.add(entry);
    try {
      const signal = AbortSignal.any([abort.signal, this.#closing.signal]);
      const { database, tracing } = this.#options;
      await tracedJob(tracing, 'job callback', delivery.traceparent ?? undefined, async (trace) => {
        const attempt = await traced(trace, 'post', () => this.#attempt(delivery, signal));
        const { event, attempt: number } = delivery;
        // 0: nothing was answered.
        trace?.set({ event, attempt: number, outcome: attempt.kind, status: attempt.status ?? 0 });
        await traced(trace, 'write', () => writeAttempt(database, delivery, attempt));
      });
    } finally {
      this.#inFlight.delete(entry);
    }
  }

  async #attempt(delivery: ClaimedDelivery, signal: AbortSignal): Promise<Attempt> {
    const pauseMs = pauseBefore(delivery.attempt, this.#options.firstPauseMs);
    try {
      const body = JSON.stringify(delivery.body);
      const status = await this.#options.client.post(
        delivery.url,
        await this.#headers(delivery, body),
        body,
        signal,
      );
      if (status >= 200 && status < 300) return { kind: 'delivered', status };
      return { kind: 'failed', status, error: `The receiver answered ${status}.`, pauseMs };
    } catch (error) {
      // Stopped by us, not by the receiver: the next process may try at once.
      const ours = this.#closing.signal.aborted;
      return { kind: 'failed', status: null, error: describe(error), pauseMs: ours ? 0 : pauseMs };
    }
  }

  async #headers(delivery: ClaimedDelivery, body: string): Promise<Readonly<Record<string, string>>> {
    const key = await this.#options.keyCache.find(delivery.accessKey);
    const secret = key?.secrets[0]?.secret;
    if (secret === undefined) throw new Error('The access key is gone.');
    const nonce = String(Date.now());
    return {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'kotobashi',
      'access-key': delivery.accessKey,
      'x-event': delivery.event,
      'x-delivery-id': delivery.id,
      nonce,
      signature: sign(secret, nonce, body),
    };
  }

  /** Ends attempts of a key that are in flight in this process; they were called off. */
  cancel(accessKey: string): void {
    for (const entry of this.#inFlight) if (entry.accessKey === accessKey) entry.abort.abort();
  }

  /** Ends what is in flight and puts it back; nothing is lost, a receiver may get one announcement twice. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#loop.drain();
  }
}

/** For operators: what went wrong, without anything the receiver said. */
function describe(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const text = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  return text.slice(0, LONGEST_ERROR);
}
