/** Something to be written, and the promise that waits for it. */
interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit. One statement is under way at a time; whatever arrives meanwhile goes together into the next one. A
 * lone caller waits for one round trip, a hundred callers share one, and each hears back only after its own item is
 * committed. Nothing waits in memory that somebody does not wait for, so the list is bounded by the open requests.
 */
export class GroupCommit<Item, Result> {
  readonly #write: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly #gather: (() => Promise<unknown>) | undefined;
  #waiting: Waiting<Item, Result>[] = [];
  #running: Promise<void> | undefined;

  /**
   * @param write commits all items in one transaction and answers one result per item, in order.
   * @param gather awaited before each transaction; what arrives meanwhile goes with it. By default nothing waits: the
   *   next transaction begins the moment the last one has ended, so that the database is never idle.
   */
  constructor(
    write: (items: readonly Item[]) => Promise<readonly Result[]>,
    gather?: () => Promise<unknown>,
  ) {
    this.#write = write;
    this.#gather = gather;
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#running ??= this.#drain();
    });
  }

  async #drain(): Promise<void> {
    // One turn of the event loop, so that requests that were read from their sockets together are written together.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      await this.#gather?.();
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        const results = await this.#write(batch.map((entry) => entry.item));
        batch.forEach((entry, index) => {
          const result = results[index];
          if (result === undefined) entry.reject(new Error('A group commit answered too few results.'));
          else entry.resolve(result);
        });
      } catch (error) {
        for (const entry of batch) entry.reject(error);
      }
    }
    this.#running = undefined;
  }

  /** Resolves when everything handed in is written. */
  async close(): Promise<void> {
    await this.#running;
  }
}
