import { Tensor } from 'onnxruntime-node';
import type { Shortlists } from './shortlist.js';
import type { OutputNeed } from './step.js';

/** Which tokens of a language each row of a step can use. Rows seldom change: only those that did are written again. */
export class RowMasks {
  #buffer = new Float32Array();
  /** What is written in the buffer, row by row. */
  #written: (Int32Array | undefined)[] = [];
  readonly #size: number;

  constructor(
    private readonly shortlists: Shortlists,
    private readonly list: string,
  ) {
    this.#size = shortlists.size(list);
  }

  /** One row's mask behind the other; valid until the next call. */
  of(needs: readonly OutputNeed[]): Tensor {
    if (needs.every(({ own }) => own === undefined))
      return new Tensor('float32', new Float32Array(1), [1, 1]);
    const size = this.#size;
    if (this.#buffer.length < needs.length * size) {
      this.#buffer = new Float32Array(needs.length * size);
      this.#written = [];
    }
    for (const [row, { own }] of needs.entries()) {
      if (row < this.#written.length && this.#written[row] === own) continue;
      this.shortlists.mask(this.list, own, this.#buffer.subarray(row * size, (row + 1) * size));
      this.#written[row] = own;
    }
    return new Tensor('float32', this.#buffer.subarray(0, needs.length * size), [needs.length, size]);
  }
}
