/** Steps of either kind that are timed before one is chosen; the first ones do not count, because caches are cold. */
const TIMED = 24;
const COLD = 4;

/**
 * Decides whether several threads make the steps of a single sentence faster. That depends on the processor: on some, a step
 * is bound by reading its weights and two threads read faster; on others they share one memory channel. Both are timed in
 * turn on the first sentences.
 */
export class ThreadTuner {
  readonly #sequential: number[] = [];
  readonly #parallel: number[] = [];
  #chosen: boolean | undefined;

  get decided(): boolean {
    return this.#chosen !== undefined;
  }

  /** Whether the next step should have several threads. */
  get parallel(): boolean {
    return this.#chosen ?? this.#parallel.length < this.#sequential.length;
  }

  /** How long a step took. */
  note(parallel: boolean, milliseconds: number): void {
    if (this.#chosen !== undefined) return;
    (parallel ? this.#parallel : this.#sequential).push(milliseconds);
    if (this.#parallel.length < TIMED || this.#sequential.length < TIMED) return;
    this.#chosen = median(this.#parallel) < median(this.#sequential);
  }
}

function median(times: readonly number[]): number {
  const sorted = times.slice(COLD).sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}
