import type { ManifestShape } from '../folder/manifest.js';
import type { Buffers } from './buffers.js';
import type { Sentence } from './step.js';

/** Additive mask of what may not be seen; far below any score, and finite, so that an empty row stays finite. */
export const HIDDEN = -1e9;
const FIRST_STEPS = 24;
/** Columns that there is room for, to those in use: as soon as all are written, entries are moved together, which takes as long as a fraction of a step. */
const SPARE_COLUMNS = 1.5;
/** With several beams, entries that none of them continues are dropped once in so many steps. */
const COLLECT_STEPS = 8;

interface Slot {
  readonly sentence: Sentence;
  readonly sourceLength: number;
  /** For each beam, the columns of the tokens that it continues, in their order. */
  seen: number[][];
}

/**
 * The KV cache of a running batch: S slots for sentences of K beams each, and for every decoder layer the keys
 * and values seen so far, [column, slot, width]. A step adds a column for every beam.
 *
 * Sentences share the columns. One that joins late simply does not see those before; one that leaves frees
 * its slot; columns that no sentence sees any more are left out by starting the view later. Nothing is copied in a
 * step: the decoder reads a view of the buffers and writes the new keys and values right behind it. Of beams, most
 * entries are soon nobody's past: what is left is moved together now and then, because attention reads every column.
 *
 * Longer than other files on purpose: whoever moves an entry has to know every buffer and every name of a column.
 */
export class BatchState {
  slots: (Slot | undefined)[] = [];
  readonly #layers: number;
  readonly #width: number;
  #keys: Float32Array[] = [];
  #values: Float32Array[] = [];
  #crossKeys: Float32Array[] = [];
  #crossValues: Float32Array[] = [];
  #sourceCapacity = 0;
  #columnCapacity = 0;
  /** The column behind the last one. */
  #end = 1;
  #stepsSinceCollection = 0;
  readonly #buffers: Buffers;

  constructor(
    shape: ManifestShape,
    readonly beams: number,
    buffers: Buffers,
  ) {
    this.#buffers = buffers;
    this.#layers = shape.decoderLayers;
    this.#width = shape.width;
  }

  get count(): number {
    return this.slots.length;
  }

  get active(): number {
    return this.slots.reduce((n, slot) => n + (slot === undefined ? 0 : 1), 0);
  }

  /**
   * Admits newcomers. `cross` holds their keys and values, one pair per layer, [length, newcomers, width].
   */
  admit(
    newcomers: readonly Sentence[],
    length: number,
    cross: readonly { readonly k: Float32Array; readonly v: Float32Array }[],
  ): void {
    const free = this.slots.filter((slot) => slot === undefined).length;
    if (free < newcomers.length) this.#resize(this.active + newcomers.length, length);
    else if (length > this.#sourceCapacity) this.#resize(this.count, length);
    if (this.active === 0) this.#end = 1;
    for (const [column, sentence] of newcomers.entries()) {
      const index = this.slots.indexOf(undefined);
      const seen = Array.from({ length: this.beams }, () => []);
      this.slots[index] = { sentence, sourceLength: sentence.source.length, seen };
      for (const [layer, { k, v }] of cross.entries()) {
        this.#copySource(this.#crossKeys[layer], index, k, column, newcomers.length, sentence.source.length);
        this.#copySource(
          this.#crossValues[layer],
          index,
          v,
          column,
          newcomers.length,
          sentence.source.length,
        );
      }
    }
  }

  /** Room for so many steps more. */
  prepare(steps: number): void {
    if (this.beams > 1 && this.#stepsSinceCollection >= COLLECT_STEPS) this.#collect();
    const needed = steps * this.beams;
    if (this.#end + needed <= this.#columnCapacity) return;
    this.#collect();
    const least = Math.ceil((this.#end + needed) * SPARE_COLUMNS);
    if (least > this.#columnCapacity) this.#resize(this.count, this.#sourceCapacity, least);
  }

  /** Columns that somebody sees; at least one, because an empty tensor is no input. */
  get columns(): number {
    return this.#end - this.#from();
  }

  get sourceLength(): number {
    return this.slots.reduce((n, slot) => Math.max(n, slot?.sourceLength ?? 0), 1);
  }

  past(layer: number): { readonly k: Float32Array; readonly v: Float32Array } {
    return this.#view(layer, this.#from(), this.#end);
  }

  /** Where the decoder writes its new keys and values, of one step or of several that follow each other. */
  next(layer: number, steps = 1): { readonly k: Float32Array; readonly v: Float32Array } {
    return this.#view(layer, this.#end, this.#end + steps * this.beams);
  }

  cross(layer: number): { readonly k: Float32Array; readonly v: Float32Array } {
    const end = this.sourceLength * this.count * this.#width;
    return {
      k: (this.#crossKeys[layer] ?? new Float32Array()).subarray(0, end),
      v: (this.#crossValues[layer] ?? new Float32Array()).subarray(0, end),
    };
  }

  inputs(): { readonly ids: Int32Array; readonly positions: Int32Array } {
    const ids = new Int32Array(this.beams * this.count);
    const positions = new Int32Array(ids.length).fill(1);
    for (const [s, slot] of this.slots.entries()) {
      if (slot === undefined) continue;
      for (let beam = 0; beam < this.beams; beam++) {
        ids[beam * this.count + s] = slot.sentence.inputs[beam] ?? 0;
        positions[beam * this.count + s] = (slot.seen[0]?.length ?? 0) + 1;
      }
    }
    return { ids, positions };
  }

  /** [S, 1, K, columns] */
  mask(): Float32Array {
    const [from, columns] = [this.#from(), this.columns];
    const mask = new Float32Array(this.count * this.beams * columns).fill(HIDDEN);
    for (const [s, slot] of this.slots.entries()) {
      if (slot === undefined) continue;
      for (const [beam, seen] of slot.seen.entries()) {
        const row = (s * this.beams + beam) * columns - from;
        for (const column of seen) mask[row + column] = 0;
      }
    }
    return mask;
  }

  /** [S, 1, 1, length] */
  crossMask(): Float32Array {
    const length = this.sourceLength;
    const mask = new Float32Array(this.count * length).fill(HIDDEN);
    for (const [s, slot] of this.slots.entries()) {
      if (slot !== undefined) mask.fill(0, s * length, s * length + slot.sourceLength);
    }
    return mask;
  }

  /** The step is done: every beam takes over what its parent saw, and the parent itself. */
  advance(): void {
    for (const slot of this.slots) {
      if (slot === undefined) continue;
      const before = slot.seen;
      if (this.beams === 1) {
        before[0]?.push(this.#end);
        continue;
      }
      slot.seen = Array.from(slot.sentence.parents, (parent) => [
        ...(before[parent] ?? []),
        this.#end + parent,
      ]);
    }
    this.#end += this.beams;
    this.#stepsSinceCollection++;
  }

  leave(index: number): void {
    this.slots[index] = undefined;
  }

  /** Everybody has left: others may have the memory. */
  clear(): void {
    for (const buffers of [this.#keys, this.#values, this.#crossKeys, this.#crossValues]) {
      for (const buffer of buffers.splice(0)) this.#buffers.giveBack(buffer);
    }
    this.slots = [];
    this.#sourceCapacity = 0;
    this.#columnCapacity = 0;
  }

  /** Gives back empty slots: each of them costs as much as a full one in every step. */
  compact(): void {
    if (this.active < this.count) this.#resize(this.active, this.sourceLength);
  }

  #view(layer: number, start: number, end: number): { readonly k: Float32Array; readonly v: Float32Array } {
    const stride = this.count * this.#width;
    const part = (buffers: readonly Float32Array[]) =>
      (buffers[layer] ?? new Float32Array()).subarray(start * stride, end * stride);
    return { k: part(this.#keys), v: part(this.#values) };
  }

  /** The first column that somebody sees. */
  #from(): number {
    let first = this.#end - 1;
    for (const slot of this.slots) {
      for (const seen of slot?.seen ?? []) first = Math.min(first, seen[0] ?? first);
    }
    return first;
  }

  /** The columns that a sentence still needs, in their order. */
  #needed({ seen }: Slot): readonly number[] {
    if (this.beams === 1) return seen[0] ?? [];
    return [...new Set(seen.flat())].sort((a, b) => a - b);
  }

  /** Moves the entries of every sentence together at the front. */
  #collect(): void {
    const [width, count] = [this.#width, this.count];
    for (const [index, slot] of this.slots.entries()) {
      if (slot === undefined) continue;
      for (const [to, column] of this.#needed(slot).entries()) {
        if (to === column) continue;
        const at = (column * count + index) * width;
        for (const buffers of [this.#keys, this.#values]) {
          for (const buffer of buffers) buffer.copyWithin((to * count + index) * width, at, at + width);
        }
      }
    }
    this.#renumber();
  }

  /** Names columns by their places after the entries have been moved together. */
  #renumber(): void {
    this.#end = 1;
    for (const slot of this.slots) {
      if (slot === undefined) continue;
      const needed = this.#needed(slot);
      const places = new Map(needed.map((column, place) => [column, place]));
      slot.seen = slot.seen.map((seen) => seen.map((column) => places.get(column) ?? 0));
      this.#end = Math.max(this.#end, needed.length);
    }
    this.#stepsSinceCollection = 0;
  }

  /** Lays everything out anew, the entries of every sentence together at the front. */
  #resize(count: number, sourceLength: number, leastColumns = 0): void {
    const width = this.#width;
    const oldCount = this.count;
    const kept = this.slots.flatMap((slot, index) =>
      slot === undefined ? [] : [{ slot, index, columns: this.#needed(slot) }],
    );
    const longest = kept.reduce(
      (most, { columns }) => Math.max(most, columns.length),
      FIRST_STEPS * this.beams,
    );
    const columnCapacity = Math.max(leastColumns, Math.ceil(longest * SPARE_COLUMNS));
    const source = Math.max(sourceLength, this.sourceLength);
    const sourceRows = Array.from({ length: Math.min(source, this.#sourceCapacity) }, (_, row) => row);
    const move = (
      buffer: Float32Array | undefined,
      capacity: number,
      rowsOf: (columns: readonly number[]) => readonly number[],
    ) => {
      const into = this.#buffers.take(capacity * count);
      if (buffer === undefined) return into;
      for (const [slot, { index, columns }] of kept.entries()) {
        for (const [to, row] of rowsOf(columns).entries()) {
          const at = (row * oldCount + index) * width;
          into.set(buffer.subarray(at, at + width), (to * count + slot) * width);
        }
      }
      this.#buffers.giveBack(buffer);
      return into;
    };
    for (let layer = 0; layer < this.#layers; layer++) {
      this.#keys[layer] = move(this.#keys[layer], columnCapacity, (columns) => columns);
      this.#values[layer] = move(this.#values[layer], columnCapacity, (columns) => columns);
      this.#crossKeys[layer] = move(this.#crossKeys[layer], source, () => sourceRows);
      this.#crossValues[layer] = move(this.#crossValues[layer], source, () => sourceRows);
    }
    this.slots = Array.from({ length: count }, (_, index) => kept[index]?.slot);
    this.#sourceCapacity = source;
    this.#columnCapacity = columnCapacity;
    this.#renumber();
  }

  #copySource(
    into: Float32Array | undefined,
    slot: number,
    from: Float32Array,
    column: number,
    columns: number,
    length: number,
  ): void {
    const width = this.#width;
    for (let l = 0; l < length; l++) {
      const at = (l * columns + column) * width;
      into?.set(from.subarray(at, at + width), (l * this.count + slot) * width);
    }
  }
}
