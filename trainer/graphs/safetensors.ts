import { readFileSync } from 'node:fs';

interface Entry {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly data_offsets: readonly [number, number];
}

/** A matrix as the trainer stores it: int8 rows, each with its own float32 scale. */
export interface QuantizedMatrix {
  readonly rows: number;
  readonly columns: number;
  readonly data: Int8Array;
  readonly scale: Float32Array;
}

/**
 * Reads a `safetensors` file: eight bytes of header length, a JSON header, then the raw tensors. Matrices are
 * int8 with `NAME.scale` beside them; vectors are float32.
 */
export class Safetensors {
  readonly #bytes: Buffer;
  readonly #base: number;
  readonly #entries: ReadonlyMap<string, Entry>;

  constructor(path: string) {
    this.#bytes = readFileSync(path);
    const headerLength = Number(this.#bytes.readBigUInt64LE(0));
    this.#base = 8 + headerLength;
    const header: Record<string, Entry> = JSON.parse(this.#bytes.toString('utf8', 8, this.#base));
    delete header.__metadata__;
    this.#entries = new Map(Object.entries(header));
  }

  vector(name: string): Float32Array {
    const entry = this.#entry(name);
    if (entry.dtype !== 'F32')
      throw new Error(`Tensor ${name} is ${entry.dtype}; a float32 vector is needed.`);
    const bytes = this.#slice(entry);
    return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
  }

  matrix(name: string): QuantizedMatrix {
    const entry = this.#entry(name);
    const [rows, columns] = entry.shape;
    if (entry.dtype !== 'I8' || rows === undefined || columns === undefined) {
      throw new Error(`Tensor ${name} is ${entry.dtype}; an int8 matrix with a scale per row is needed.`);
    }
    const bytes = this.#slice(entry);
    const data = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return { rows, columns, data, scale: this.vector(`${name}.scale`) };
  }

  #entry(name: string): Entry {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw new Error(`The weights file holds no tensor ${name}.`);
    return entry;
  }

  /** A fresh copy, so that float views are aligned whatever the header's length was. */
  #slice(entry: Entry): Uint8Array {
    const [start, end] = entry.data_offsets;
    return Uint8Array.from(this.#bytes.subarray(this.#base + start, this.#base + end));
  }
}
