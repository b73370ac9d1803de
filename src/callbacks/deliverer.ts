import type { Keyring } from '../accounts/keyring.js';
import { sign } from '../accounts/signature.js';
import type { TaskRun } from '../jobs/task-table.js';
import { wake } from '../jobs/wake.js';
import type { Database } from '../store/store.js';
import { type Attempt, type ClaimedDelivery, claimDeliveries, writeAttempt } from './deliveries.js';
import { pauseBefore } from './retry-schedule.js';
import type { SafeClient } from './safe-client.js';

export interface DelivererOptions {
  readonly db: Database;
  readonly keyring: Pick<Keyring, 'find'>;
  readonly client: SafeClient;
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
  readonly #underWay = new Map<
    string,
    { readonly accessKey: string; readonly abort: AbortController; ended: Promise<void> }
  >();
  readonly #closing = new AbortController();
  #claiming: Promise<number> = Promise.resolve(0);
  #roomMade: (() => void) | undefined;

  constructor(options: DelivererOptions) {
    this.#options = options;
  }

  /** The task `deliver`: claims until nothing that may be sent now is left. */
  async run({ signal }: Pick<TaskRun, 'signal'>): Promise<void> {
    const stopped = () => this.#roomMade?.();
    signal.addEventListener('abort', stopped);
    try {
      for (;;) {
        while (this.#underWay.size >= this.#options.most && !signal.aborted) {
          await new Promise<void>((resolve) => {
            this.#roomMade = resolve;
          });
        }
        if (signal.aborted) break;
        if ((await this.#claim()) === 0) return;
      }
    } finally {
      signal.removeEventListener('abort', stopped);
    }
    await wake(this.#options.db, 'deliver');
  }

  /** One claim at a time: what it takes counts against the bounds of the next. */
  #claim(): Promise<number> {
    this.#claiming = this.#claiming
      .catch(() => 0)
      .then(async () => {
        const { db, perHost, most } = this.#options;
        if (this.#closing.signal.aborted || this.#underWay.size >= most) return 0;
        const claimed = await claimDeliveries(db, {
          most: most - this.#underWay.size,
          perHost,
          leaseMs: LEASE_MS,
        });
        for (const delivery of claimed) this.#begin(delivery);
        return claimed.length;
      });
    return this.#claiming;
  }

  #begin(delivery: ClaimedDelivery): void {
    const abort = new AbortController();
    const ended = this.#deliver(delivery, abort.signal)
      .catch(this.#options.onError)
      .finally(() => {
        this.#underWay.delete(delivery.id);
        this.#roomMade?.();
        // A place at this receiver is free again; the token that announced its next delivery may be long used up.
        this.#claim().catch(this.#options.onError);
      });
    this.#underWay.set(delivery.id, { accessKey: delivery.accessKey, abort, ended });
  }

  async #deliver(delivery: ClaimedDelivery, signal: AbortSignal): Promise<void> {
    const attempt = await this.#attempt(delivery, AbortSignal.any([signal, this.#closing.signal]));
    await writeAttempt(this.#options.db, delivery, attempt);
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
    const key = await this.#options.keyring.find(delivery.accessKey);
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

  /** Ends attempts of a key that are under way in this process; they were called off. */
  cancel(accessKey: string): void {
    for (const entry of this.#underWay.values()) if (entry.accessKey === accessKey) entry.abort.abort();
  }

  /** Ends what is under way and puts it back; nothing is lost, a receiver may get one announcement twice. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([...this.#underWay.values()].map(({ ended }) => ended));
    await this.#claiming.catch(() => 0);
  }
}

/** For operators: what went wrong, without anything the receiver said. */
function describe(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const text = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  return text.slice(0, LONGEST_ERROR);
}
