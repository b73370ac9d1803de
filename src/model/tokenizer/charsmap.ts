const LABEL = 0x800000ff | 0;
const HAS_VALUE = 1 << 8;
const VALUE = 0x7fffffff;

/** What takes the place of the first `length` bytes. */
export interface Replacement {
  readonly length: number;
  readonly bytes: Uint8Array;
}

/**
 * The compiled normalisation rules of a SentencePiece model: the length of a trie in bytes, the trie, and the replacements,
 * each ended by a zero byte. The trie is a double array as Darts-clone lays it out. A unit has, from the lowest bit on, a
 * label (8 bits), whether a value hangs on it (1), whether its offset counts in 256 (1), and the offset (22) whose exclusive
 * or with a byte leads on; the unit of a value has the highest bit set and is the place of the replacement.
 */
export class Charsmap {
  readonly #units: Int32Array;
  readonly #replacements: Uint8Array;

  constructor(bytes: Uint8Array) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const trie = bytes.length < 4 ? 0 : view.getUint32(0, true);
    this.#units = new Int32Array(trie / 4);
    for (let at = 0; at < this.#units.length; at++) this.#units[at] = view.getInt32(4 + at * 4, true);
    this.#replacements = bytes.subarray(4 + trie);
  }

  /** The longest rule for the bytes from `start` on. */
  longest(text: Uint8Array, start: number): Replacement | undefined {
    let length = 0;
    let place = 0;
    let node = offset(this.#units[0] ?? 0);
    for (let at = start; at < text.length; at++) {
      const byte = text[at] ?? 0;
      node ^= byte;
      const unit = this.#units[node] ?? 0;
      if ((unit & LABEL) !== byte) break;
      node ^= offset(unit);
      if ((unit & HAS_VALUE) === 0) continue;
      length = at + 1 - start;
      place = (this.#units[node] ?? 0) & VALUE;
    }
    if (length === 0) return undefined;
    return { length, bytes: this.#replacements.subarray(place, this.#replacements.indexOf(0, place)) };
  }
}

function offset(unit: number): number {
  return (unit >>> 10) << ((unit & (1 << 9)) >>> 6);
}
