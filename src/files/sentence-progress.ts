import { setTimeout as sleep } from 'node:timers/promises';
import type { Segment } from '../translate/pipeline-types.js';

/** People look every second; more often would be work for the database that nobody sees. */
const PAUSE_MS = 500;

/**
 * Tells how many sentences of a batch are done while it is under way: the first at once, then every so often. For the eye
 * alone: what counts is the checkpoint behind the batch, so a write that fails is left out, and none is on its way once
 * `stop` has answered.
 */
export class SentenceProgress {
  readonly #write: (done: number) => Promise<unknown>;
  /** Not a number: a batch that fails is tried again in halves, and some of its sentences are then done twice. */
  readonly #done = new Set<Segment>();
  readonly #stopped = new AbortController();
  #writing: Promise<void> | undefined;

  /** @param write is told how many sentences of the batch are done */
  constructor(write: (done: number) => Promise<unknown>) {
    this.#write = write;
  }

  readonly finished = (segment: Segment): void => {
    this.#done.add(segment);
    this.#writing ??= this.#writeAndPause();
  };

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#writing;
  }

  async #writeAndPause(): Promise<void> {
    const { signal } = this.#stopped;
    await this.#write(this.#done.size).catch(() => undefined);
    await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
    if (!signal.aborted) this.#writing = undefined;
  }
}
