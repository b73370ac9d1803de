import { FairQueue } from '../model/fair-queue.js';
import { type CallOptions, ModelBusy } from '../model/model-port.js';

interface Waiting {
  readonly start: () => void;
  readonly call: object;
}

/** So many pieces of work at a time, callers in turn. */
export class FairLimiter {
  readonly #queue: FairQueue<Waiting>;
  readonly #most: number;
  #running = 0;

  constructor(most: number, queueLimit: number) {
    this.#most = most;
    this.#queue = new FairQueue(queueLimit);
  }

  /** What each piece of work gives, in order. Work that has not begun when the signal is aborted never does. */
  async all<Result>(
    work: readonly (() => Promise<Result>)[],
    { fairnessKey, priority, signal }: CallOptions,
  ): Promise<readonly Result[]> {
    signal?.throwIfAborted();
    if (work.length > this.#queue.room) throw new ModelBusy('Too many sentences are waiting.');
    const call = {};
    let stop = () => {};
    const stopped = new Promise<never>((_, reject) => {
      stop = () => reject(signal?.reason);
    });
    signal?.addEventListener('abort', stop, { once: true });
    const started = work.map(
      (one) =>
        new Promise<Result>((resolve, reject) => {
          const start = () =>
            one()
              .then(resolve, reject)
              .finally(() => {
                this.#running -= 1;
                this.#dispatch();
              });
          this.#queue.push(fairnessKey, priority, { call, start });
        }),
    );
    this.#dispatch();
    try {
      return await Promise.race([Promise.all(started), stopped]);
    } finally {
      signal?.removeEventListener('abort', stop);
      this.#queue.remove((waiting) => waiting.call === call);
    }
  }

  #dispatch(): void {
    while (this.#running < this.#most) {
      const next = this.#queue.shift();
      if (next === undefined) return;
      this.#running += 1;
      next.start();
    }
  }
}
