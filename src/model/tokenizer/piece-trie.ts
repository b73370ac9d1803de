import type { ModelProto } from './model-proto.js';

/** Where every walk through a trie begins. */
export const ROOT = -1;
/** No piece begins so. */
export const NOWHERE = -2;

/** Spreads neighbouring keys over all 32 bits (Knuth's multiplicative hashing). */
const GOLDEN_RATIO = 0x9e3779b1;

/**
 * The pieces that a text begins with, found byte by byte. All edges are in one hash table with open addressing: a node and a
 * byte make a key, and the slot of the key is the node that the edge leads to. So the whole trie is two typed arrays,
 * built without sorting. Pieces hold no zero byte; no key is zero therefore, which marks free slots.
 */
export class PieceTrie {
  readonly #keys: Uint32Array;
  readonly #ids: Int32Array;
  readonly #mask: number;
  readonly #shift: number;

  constructor(model: ModelProto, ids: readonly number[]) {
    const bytes = ids.reduce((sum, id) => sum + model.size(id), 0);
    // A slot for every byte, were no beginning shared: a third of them is taken.
    const bits = Math.ceil(Math.log2(bytes + 2));
    this.#keys = new Uint32Array(2 ** bits);
    this.#ids = new Int32Array(2 ** bits).fill(-1);
    this.#mask = 2 ** bits - 1;
    this.#shift = 32 - bits;
    for (const id of ids) this.#insert(model, id);
  }

  /** The node that one more byte leads to, or nowhere. */
  next(node: number, byte: number): number {
    const key = keyOf(node, byte);
    const slot = this.#slot(key);
    return key !== 0 && this.#keys[slot] === key ? slot : NOWHERE;
  }

  /** The piece that ends at a node, or -1. */
  idAt(node: number): number {
    return this.#ids[node] ?? -1;
  }

  /** How many bytes from `start` on are the longest piece there; 0: none is. */
  longest(text: Uint8Array, start: number): number {
    let length = 0;
    let node = ROOT;
    for (let at = start; at < text.length; at++) {
      node = this.next(node, text[at] ?? 0);
      if (node === NOWHERE) break;
      if (this.idAt(node) >= 0) length = at + 1 - start;
    }
    return length;
  }

  #insert({ bytes, starts, ends }: ModelProto, id: number): void {
    const end = ends[id] ?? 0;
    let node = ROOT;
    for (let at = starts[id] ?? 0; at < end; at++) {
      const key = keyOf(node, bytes[at] ?? 0);
      node = this.#slot(key);
      this.#keys[node] = key;
    }
    this.#ids[node] = id;
  }

  /** Where a key is, or the free slot for it. */
  #slot(key: number): number {
    let slot = Math.imul(key, GOLDEN_RATIO) >>> this.#shift;
    while (this.#keys[slot] !== key && this.#keys[slot] !== 0) slot = (slot + 1) & this.#mask;
    return slot;
  }
}

function keyOf(node: number, byte: number): number {
  return (node + 1) * 256 + byte;
}
