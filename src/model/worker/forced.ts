import type { RowView, Sentence } from './step.js';

/** Walks through a given target and notes what the decoder thought of each token. */
export class ForcedWalk implements Sentence {
  readonly beams = 1;
  readonly need = { top: 1, scores: true };
  readonly inputs: Int32Array;
  readonly parents = new Int32Array(1);
  readonly tokens: Int32Array;
  readonly logProbabilities: Float32Array;
  readonly hidden: Float32Array;
  done = false;
  #step = 0;

  constructor(
    readonly id: number,
    readonly source: readonly number[],
    target: readonly number[],
    start: number,
    width: number,
  ) {
    this.tokens = Int32Array.from(target);
    this.inputs = Int32Array.of(start);
    this.logProbabilities = new Float32Array(target.length);
    this.hidden = new Float32Array(target.length * width);
  }

  advance(row: (beam: number) => RowView): void {
    const { scores, hidden } = row(0);
    const token = this.tokens[this.#step] ?? 0;
    this.logProbabilities[this.#step] = scores[token] ?? Number.NEGATIVE_INFINITY;
    if (this.hidden.length > 0) this.hidden.set(hidden, this.#step * hidden.length);
    this.inputs[0] = token;
    this.#step++;
    this.done = this.#step === this.tokens.length;
  }
}
