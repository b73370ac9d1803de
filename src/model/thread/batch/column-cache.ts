import type { ManifestShape } from '../../folder/manifest.js';
import type { Buffers } from './buffers.js';

/** Keys and values of one decoder layer. */
export interface LayerCache {
  readonly keys: Float32Array;
  readonly values: Float32Array;
}

/**
 * Keys and values of several slots that have equally many columns, for every decoder layer: the keys of a slot as
 * [heads, head, columns], its values as [heads, columns, head]. So attention of one row multiplies it with a matrix that lies in
 * memory the way it is read, and nothing is copied in a step. The price is that columns cannot be added in place: whoever needs more
 * has everything laid out anew.
 */
export class ColumnCache {
  readonly #shape: ManifestShape;
  readonly #buffers: Buffers;
  #layers: readonly LayerCache[] = [];
  #slots = 0;
  #columns = 0;

  constructor(shape: ManifestShape, buffers: Buffers) {
    this.#shape = shape;
    this.#buffers = buffers;
  }

  /** Of every slot, in use or not. */
  get columns(): number {
    return this.#columns;
  }

  layer(index: number): LayerCache {
    const { keys, values } = this.#layers[index] ?? { keys: new Float32Array(), values: new Float32Array() };
    const size = this.#slots * this.#columns * this.#shape.width;
    return { keys: keys.subarray(0, size), values: values.subarray(0, size) };
  }

  /** Fills columns, from the given one on, with what a decoder step says about some of its rows, [rows, width]. */
  put(layer: number, slot: number, column: number, fresh: LayerCache, rows: readonly number[]): void {
    const { keys, values } = this.#layers[layer] ?? fresh;
    const { width, heads } = this.#shape;
    const [columns, head] = [this.#columns, width / heads];
    // All columns of a line at once: lines are far from each other.
    for (let i = 0; i < width; i++) {
      const to = (slot * width + i) * columns + column;
      for (let n = 0; n < rows.length; n++) keys[to + n] = fresh.keys[(rows[n] ?? 0) * width + i] ?? 0;
    }
    for (let h = 0; h < heads; h++) {
      for (let n = 0; n < rows.length; n++) {
        const to = ((slot * heads + h) * columns + column + n) * head;
        const from = (rows[n] ?? 0) * width + h * head;
        for (let i = 0; i < head; i++) values[to + i] = fresh.values[from + i] ?? 0;
      }
    }
  }

  /** Fills the first columns of a slot with those of another cache in this layout, which has `columns` in each of its slots. */
  copy(layer: number, slot: number, from: LayerCache, fromSlot: number, columns: number, used: number): void {
    const into = this.#layers[layer];
    if (into !== undefined) this.#copy(into, slot, this.#columns, from, fromSlot, columns, used);
  }

  /** Moves these columns of a slot to its front; they are in ascending order. */
  collect(slot: number, kept: readonly number[]): void {
    const { width, heads } = this.#shape;
    const [columns, head] = [this.#columns, width / heads];
    const moved = kept.findIndex((column, place) => column !== place);
    if (moved < 0) return;
    for (const { keys, values } of this.#layers) {
      for (let at = slot * width * columns, end = at + width * columns; at < end; at += columns) {
        for (let i = moved; i < kept.length; i++) keys[at + i] = keys[at + (kept[i] ?? i)] ?? 0;
      }
      for (let h = 0; h < heads; h++) {
        const start = (slot * heads + h) * columns;
        for (let i = moved; i < kept.length; i++) {
          const from = (start + (kept[i] ?? i)) * head;
          values.copyWithin((start + i) * head, from, from + head);
        }
      }
    }
  }

  /** Lays everything out anew: slot by slot the ones that stay, and how many of their columns are used. */
  resize(
    slots: number,
    columns: number,
    kept: readonly { readonly slot: number; readonly used: number }[],
  ): void {
    const old = this.#columns;
    if (slots === this.#slots && columns === old && kept.every(({ slot }, to) => slot === to)) return;
    this.#layers = Array.from({ length: this.#shape.decoderLayers }, (_, layer) => {
      const into = {
        keys: this.#buffers.take(slots * columns),
        values: this.#buffers.take(slots * columns),
      };
      const from = this.#layers[layer];
      if (from === undefined) return into;
      for (const [to, { slot, used }] of kept.entries()) this.#copy(into, to, columns, from, slot, old, used);
      this.#buffers.giveBack(from.keys);
      this.#buffers.giveBack(from.values);
      return into;
    });
    this.#slots = slots;
    this.#columns = columns;
  }

  /** Others may have the memory. */
  clear(): void {
    for (const { keys, values } of this.#layers) {
      this.#buffers.giveBack(keys);
      this.#buffers.giveBack(values);
    }
    this.#layers = [];
    this.#slots = 0;
    this.#columns = 0;
  }

  #copy(
    into: LayerCache,
    slot: number,
    columns: number,
    from: LayerCache,
    fromSlot: number,
    fromColumns: number,
    used: number,
  ): void {
    const { width, heads } = this.#shape;
    if (columns === fromColumns) {
      const size = width * columns;
      const block = (buffer: Float32Array) => buffer.subarray(fromSlot * size, (fromSlot + 1) * size);
      into.keys.set(block(from.keys), slot * size);
      into.values.set(block(from.values), slot * size);
      return;
    }
    const head = width / heads;
    for (let row = 0; row < width; row++) {
      const to = (slot * width + row) * columns;
      const at = (fromSlot * width + row) * fromColumns;
      for (let i = 0; i < used; i++) into.keys[to + i] = from.keys[at + i] ?? 0;
    }
    for (let h = 0; h < heads; h++) {
      const at = (fromSlot * heads + h) * fromColumns * head;
      into.values.set(from.values.subarray(at, at + used * head), (slot * heads + h) * columns * head);
    }
  }
}
