import { Tensor } from 'onnxruntime-node';
import type { Lang } from '../../lang.js';
import type { Shortlists } from './shortlist.js';
import type { OutputRequest } from './step.js';

/** Which tokens of a language each row of a step can use. Rows seldom change: only those that did are written again. */
export class RowMasks {
  #buffer = new Float32Array();
  /** What is written in the buffer, row by row. */
  #written: (Int32Array | undefined)[] = [];
  readonly #size: number;

  readonly #shortlists: Shortlists;
  readonly #lang: Lang;

  constructor(shortlists: Shortlists, lang: Lang) {
    this.#shortlists = shortlists;
    this.#lang = lang;
    this.#size = shortlists.size(lang);
  }

  /** One row's mask behind the other; valid until the next call. */
  of(requests: readonly OutputRequest[]): Tensor {
    if (requests.every(({ sentenceShortlist }) => sentenceShortlist === undefined))
      return new Tensor('float32', new Float32Array(1), [1, 1]);
    const size = this.#size;
    if (this.#buffer.length < requests.length * size) {
      this.#buffer = new Float32Array(requests.length * size);
      this.#written = [];
    }
    for (const [row, { sentenceShortlist }] of requests.entries()) {
      if (row < this.#written.length && this.#written[row] === sentenceShortlist) continue;
      this.#shortlists.mask(
        this.#lang,
        sentenceShortlist,
        this.#buffer.subarray(row * size, (row + 1) * size),
      );
      this.#written[row] = sentenceShortlist;
    }
    return new Tensor('float32', this.#buffer.subarray(0, requests.length * size), [requests.length, size]);
  }
}
