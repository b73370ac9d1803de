/** Steps of either kind that are timed before one is chosen; the first ones are not counted, when caches are cold. */
const TIMED = 24;
const COLD = 4;

/**
 * Whether a second thread makes lone steps faster. That depends on the processor: on some, a step is the reading of its weights
 * and two threads read faster; on others they share what one could have had. So both are tried, in turn, on the first sentences.
 */
export class Pace {
  readonly #alone: number[] = [];
  readonly #together: number[] = [];
  #chosen: boolean | undefined;

  /** Whether the next step should have several threads. */
  get together(): boolean {
    return this.#chosen ?? this.#together.length < this.#alone.length;
  }

  /** How long a step took. */
  note(together: boolean, milliseconds: number): void {
    if (this.#chosen !== undefined) return;
    (together ? this.#together : this.#alone).push(milliseconds);
    if (this.#together.length < TIMED || this.#alone.length < TIMED) return;
    this.#chosen = median(this.#together) < median(this.#alone);
  }
}

function median(times: readonly number[]): number {
  const sorted = times.slice(COLD).sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}
