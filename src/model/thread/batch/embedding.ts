import type { TokenTable, TokenTables } from '../../folder/tables.js';
import { writeSinusoid } from '../../sinusoid.js';

/** What goes into encoder and decoder: the row of a token in the table, and where in the sentence it stands. */
export class Embedding {
  readonly #table: TokenTable;
  readonly #factor: number;
  /** By position, as far as they were needed. */
  readonly #sinusoids: Float32Array[] = [];

  constructor({ embedding, inputFactor }: TokenTables) {
    this.#table = embedding;
    this.#factor = Math.fround(inputFactor);
  }

  get width(): number {
    return this.#table.width;
  }

  /** Rounded to 32 bits wherever a graph would round: the same numbers come out as when training. */
  write(token: number, position: number, into: Float32Array, at: number): void {
    const { width, rows, scales } = this.#table;
    const scale = Math.fround((scales[token] ?? 0) * this.#factor);
    const sinusoid = this.#sinusoid(position);
    const from = token * width;
    for (let i = 0; i < width; i++) {
      into[at + i] = Math.fround((rows[from + i] ?? 0) * scale) + (sinusoid[i] ?? 0);
    }
  }

  #sinusoid(position: number): Float32Array {
    let sinusoid = this.#sinusoids[position];
    if (sinusoid === undefined) {
      sinusoid = new Float32Array(this.width);
      writeSinusoid(position, sinusoid, 0, this.width);
      this.#sinusoids[position] = sinusoid;
    }
    return sinusoid;
  }
}

/**
 * The rows of some tokens as the columns of a matrix, [width, columns], where it has so many; the others stay as they are. Four
 * numbers are read at once: half of the time. Widths are a multiple of four, as those of heads are.
 */
export function writeColumns(
  { width, rows }: TokenTable,
  tokens: Int32Array,
  into: Int8Array,
  at: number,
  columns: number,
): void {
  const fours = new Int32Array(rows.buffer, rows.byteOffset, rows.length / 4);
  for (let column = 0; column < tokens.length; column++) {
    let from = ((tokens[column] ?? 0) * width) / 4;
    for (let to = at + column, end = to + width * columns; to < end; to += 4 * columns) {
      const four = fours[from++] ?? 0;
      into[to] = four;
      into[to + columns] = four >> 8;
      into[to + 2 * columns] = four >> 16;
      into[to + 3 * columns] = four >> 24;
    }
  }
}

export function writeScales(
  { scales }: TokenTable,
  tokens: Int32Array,
  into: Float32Array,
  at: number,
): void {
  for (let i = 0; i < tokens.length; i++) into[at + i] = scales[tokens[i] ?? 0] ?? 0;
}
