import type { Queryable } from '../store/database.js';
import { type NotifiedTask, notify } from './notify.js';
import type { TaskRun } from './task-table.js';

export interface ClaimLoopOptions<Item> {
  readonly task: NotifiedTask;
  readonly db: Queryable;
  /** Most that may be in flight, in units of `weightOf`. */
  readonly capacity: number;
  /** Claims only when no more than this is in flight: many small claims cost more than a few larger ones. */
  readonly claimBelow: number;
  /** Takes rows for this process, as many as there is room for. */
  readonly claim: (room: number) => Promise<readonly Item[]>;
  readonly idOf: (item: Item) => string;
  readonly weightOf: (item: Item) => number;
  readonly work: (item: Item) => Promise<void>;
  /** Claims again whenever something has ended: what was held back for its sake has no token of its own. */
  readonly claimAfterEach: boolean;
  readonly onError: (error: unknown) => void;
}

/**
 * Works on many claimed rows at once. Claims follow each other, because each counts against the room of the next.
 * Nothing waits for the slowest of a group: room is used again as soon as it is free.
 */
export class ClaimLoop<Item> {
  readonly #options: ClaimLoopOptions<Item>;
  /** By item and not by id: one that was lost and claimed again is in flight twice for a while. */
  readonly #inFlight = new Map<Item, Promise<void>>();
  #weight = 0;
  /** Claims and what excludes them run behind this promise. */
  #claiming: Promise<unknown> = Promise.resolve();
  #closed = false;
  #roomMade: (() => void) | undefined;

  constructor(options: ClaimLoopOptions<Item>) {
    this.#options = options;
  }

  /** Items in flight. */
  get size(): number {
    return this.#inFlight.size;
  }

  /** Handles one token: claims until nothing is left to claim. */
  async run({ signal }: Pick<TaskRun, 'signal'>): Promise<void> {
    const stopped = () => this.#roomMade?.();
    signal.addEventListener('abort', stopped);
    try {
      while (!signal.aborted) {
        await this.#room(signal);
        if (signal.aborted) break;
        const claimed = await this.#claim();
        if (this.#closed) break;
        if (claimed === 0) return;
      }
    } finally {
      signal.removeEventListener('abort', stopped);
    }
    // Our token is used up but there may be more to do: leave one for the others.
    await notify(this.#options.db, this.#options.task);
  }

  async #room(signal: AbortSignal): Promise<void> {
    while (this.#weight > this.#options.claimBelow && !signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#roomMade = resolve;
      });
    }
  }

  #claim(): Promise<number> {
    return this.betweenClaims(async () => {
      const room = this.#options.capacity - this.#weight;
      if (this.#closed || room <= 0) return 0;
      const claimed = await this.#options.claim(room);
      for (const item of claimed) this.#begin(item);
      return claimed.length;
    });
  }

  /** Runs `work` while no claim is under way, with the ids of what is in flight. */
  betweenClaims<Result>(work: (inFlight: readonly string[]) => Promise<Result>): Promise<Result> {
    const result = this.#claiming.then(() => work([...this.#inFlight.keys()].map(this.#options.idOf)));
    this.#claiming = result.catch(() => undefined);
    return result;
  }

  #begin(item: Item): void {
    const { weightOf, work, claimAfterEach, onError } = this.#options;
    const weight = weightOf(item);
    this.#weight += weight;
    const ended = work(item)
      .catch(onError)
      .finally(() => {
        this.#inFlight.delete(item);
        this.#weight -= weight;
        this.#roomMade?.();
        if (claimAfterEach && !this.#closed) this.#claim().catch(onError);
      });
    this.#inFlight.set(item, ended);
  }

  /** Claims nothing more; resolves when nothing is in flight. A claim under way may already stand in the database. */
  async drain(): Promise<void> {
    this.#closed = true;
    await this.#claiming;
    await Promise.all(this.#inFlight.values());
  }
}
