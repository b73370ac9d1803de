/** Entries that the smallest buffers have room for: pages that nobody touches take no memory, and outgrown buffers do. */
const FEWEST_ENTRIES = 512;
/** Room in a fresh buffer to what is needed of it now. */
const HEADROOM = 1.25;

/**
 * The buffers of a backend's batches that hold nothing now, for others to move into. Fresh ones would be cleared first, and
 * the old ones would stay in memory until the garbage collector comes by: twice what a batch needs.
 */
export class Buffers {
  /** Smallest first. */
  #free: Float32Array[] = [];
  #inUse = 0;

  readonly #width: number;
  readonly #most: number;

  /** @param most how many there are in all while no more are in use */
  constructor(width: number, most: number) {
    this.#width = width;
    this.#most = most;
  }

  /** Room for so many entries of a width, with anything in it. */
  take(entries: number): Float32Array {
    const size = entries * this.#width;
    this.#inUse++;
    const index = this.#free.findIndex(({ length }) => length >= size);
    const [found] = index < 0 ? [] : this.#free.splice(index, 1);
    return found ?? new Float32Array(this.#width * Math.max(FEWEST_ENTRIES, Math.ceil(HEADROOM * entries)));
  }

  giveBack(buffer: Float32Array): void {
    this.#inUse--;
    this.#free = [...this.#free, buffer].sort((a, b) => a.length - b.length);
    this.#free.splice(0, this.#free.length + this.#inUse - this.#most);
  }
}
