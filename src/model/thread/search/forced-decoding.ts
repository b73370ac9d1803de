import { quantizeRow } from '../../quantize-row.js';
import type { RowView, Sentence } from '../step.js';

/** Feeds a given target to the decoder and notes the log-probability of each token. */
export class ForcedDecoding implements Sentence {
  readonly beams = 1;
  readonly rows = 1;
  readonly live = 1;
  readonly request = { top: 1, scores: true };
  readonly inputs: Int32Array;
  readonly parents = new Int32Array(1);
  readonly tokens: Int32Array;
  readonly logProbabilities: Float32Array;
  readonly states: Int8Array;
  readonly scales: Float32Array;
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
    this.states = new Int8Array(target.length * width);
    this.scales = new Float32Array(width === 0 ? 0 : target.length);
  }

  advance(row: (beam: number) => RowView): void {
    const { scores, hidden } = row(0);
    const token = this.tokens[this.#step] ?? 0;
    this.logProbabilities[this.#step] = scores[token] ?? Number.NEGATIVE_INFINITY;
    if (this.states.length > 0) {
      const { length } = hidden;
      this.scales[this.#step] = quantizeRow(hidden, 0, length, this.states, this.#step * length);
    }
    this.inputs[0] = token;
    this.#step++;
    this.done = this.#step === this.tokens.length;
  }
}
