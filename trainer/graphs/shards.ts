import type { TensorStore } from './graph-builder.js';

/** Git hosts complain about bigger files; every tracked file stays below. */
const SHARD_BYTES = 19_000_000;
/** Cache-line alignment, so that mapped tensors can be used where they lie. */
const ALIGNMENT = 64;
/** Smaller tensors stay inside the graph file. */
const SMALLEST_BYTES = 4096;

/** Lays big tensors into a few weight files. A name that several graphs use is stored once. */
export class Shards implements TensorStore {
  readonly #places = new Map<string, { file: string; offset: number; length: number }>();
  readonly #shards: { file: string; parts: Uint8Array[]; length: number }[] = [];

  place(name: string, bytes: Uint8Array): { file: string; offset: number; length: number } | undefined {
    return bytes.byteLength < SMALLEST_BYTES ? undefined : this.keep(name, bytes);
  }

  /** However small it is. */
  keep(name: string, bytes: Uint8Array): { file: string; offset: number; length: number } {
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    let shard = this.#shards.at(-1);
    if (shard === undefined || shard.length + bytes.byteLength > SHARD_BYTES) {
      shard = { file: `weights-${this.#shards.length}.bin`, parts: [], length: 0 };
      this.#shards.push(shard);
    }
    const place = { file: shard.file, offset: shard.length, length: bytes.byteLength };
    const padding = (ALIGNMENT - (bytes.byteLength % ALIGNMENT)) % ALIGNMENT;
    shard.parts.push(bytes, new Uint8Array(padding));
    shard.length += bytes.byteLength + padding;
    this.#places.set(name, place);
    return place;
  }

  files(): ReadonlyMap<string, Uint8Array> {
    return new Map(this.#shards.map((shard) => [shard.file, Buffer.concat(shard.parts)]));
  }
}
