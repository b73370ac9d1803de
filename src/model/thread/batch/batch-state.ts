import type { ManifestShape } from '../../folder/manifest.js';
import type { Sentence } from '../step.js';
import type { Buffers } from './buffers.js';
import { ColumnCache, type LayerCache } from './column-cache.js';
import type { Embedding } from './embedding.js';

/** Additive mask of what may not be seen; far below any score, and finite, so that an empty row stays finite. */
export const HIDDEN = -1e9;
/** Steps that there is room for when columns are laid out anew: attention reads all of them, and laying out takes as long as a fraction of a step. */
const SPARE_STEPS = 12;
/** Columns are given back when there are so many times as many as could be in use. */
const MOST_SPARE = 2;

interface Slot {
  readonly sentence: Sentence;
  readonly sourceLength: number;
  /** For each live beam, the columns of the tokens that it continues, in their order. */
  seen: number[][];
  /** In the step that is made now, the row of its first beam; those of the others follow. */
  row: number;
  /** Columns that are filled. */
  used: number;
}

export interface StepInputs {
  /** Tokens at their positions, [S, K, width]: as many rows at the beginning as there are live beams. */
  readonly embedded: Float32Array;
  /** The row of each beam of each slot, [S, K]; the first where there is none. */
  readonly rowsAt: Int32Array;
  /** For each row its place in `rowsAt`. */
  readonly places: Int32Array;
  /** What each beam sees of the columns of its slot, [S, K, columns]. */
  readonly mask: Float32Array;
  /** [S, columns of the source] */
  readonly sourceMask: Float32Array;
}

/**
 * The KV cache of a running batch: S slots for sentences of K beams each, with columns of their own for what was written and for
 * the source. A step has a row for every beam that is alive, and fills a column for each that is continued. One that joins late takes a slot that somebody left, and begins with its
 * first column. Of beams, most columns are soon nobody's past: what is left is moved together when all are full.
 */
export class BatchState {
  slots: (Slot | undefined)[] = [];
  readonly #layers: number;
  readonly #width: number;
  readonly #embedding: Embedding;
  readonly #past: ColumnCache;
  readonly #source: ColumnCache;
  /** What the decoder says in a step, [rows, width], per layer. */
  #fresh: readonly LayerCache[] = [];
  #inputs = stepInputs(0, 0, 0, 0, 0);
  #layout = 0;

  constructor(
    shape: ManifestShape,
    readonly beams: number,
    embedding: Embedding,
    buffers: Buffers,
  ) {
    this.#embedding = embedding;
    this.#layers = shape.decoderLayers;
    this.#width = shape.width;
    this.#past = new ColumnCache(shape, buffers);
    this.#source = new ColumnCache(shape, buffers);
  }

  get count(): number {
    return this.slots.length;
  }

  /** Rows of the next step. */
  get rows(): number {
    return this.slots.reduce((n, slot) => n + (slot?.sentence.live ?? 0), 0);
  }

  get active(): number {
    return this.slots.reduce((n, slot) => n + (slot === undefined ? 0 : 1), 0);
  }

  /** Another number whenever a step has other arrays, or arrays of another shape. */
  get layout(): number {
    return this.#layout;
  }

  /** Columns of what was written, in every slot. */
  get columns(): number {
    return this.#past.columns;
  }

  /** Columns of the source, in every slot. */
  get sourceColumns(): number {
    return this.#source.columns;
  }

  past(layer: number): LayerCache {
    return this.#past.layer(layer);
  }

  source(layer: number): LayerCache {
    return this.#source.layer(layer);
  }

  /**
   * Admits newcomers. `cross` holds their keys and values per layer, [newcomers, heads, head, length] and
   * [newcomers, heads, length, head].
   */
  admit(newcomers: readonly Sentence[], length: number, cross: readonly LayerCache[]): void {
    const count = Math.max(this.count, this.active + newcomers.length);
    const longest = Math.max(length, this.#longestSource());
    // A sentence by itself is decoded without a mask of the source.
    const most = count === 1 ? longest : MOST_SPARE * longest;
    const fits = longest <= this.sourceColumns && this.sourceColumns <= most;
    if (count > this.count || !fits) this.#resize(count, fits ? this.sourceColumns : longest, this.columns);
    for (const [place, sentence] of newcomers.entries()) {
      const slot = this.slots.indexOf(undefined);
      const seen = Array.from({ length: sentence.live }, () => []);
      this.slots[slot] = { sentence, sourceLength: sentence.source.length, seen, used: 0, row: 0 };
      for (const [layer, from] of cross.entries()) {
        this.#source.copy(layer, slot, from, place, length, sentence.source.length);
      }
    }
  }

  /** Room for so many steps more. */
  prepare(steps: number): void {
    const needed = steps * this.beams;
    const enough = (used: number) => used + needed <= this.columns;
    // Where beams are given up, few columns are filled in most steps.
    const spare = SPARE_STEPS * this.#mostRows();
    const room = (used: number) => used + Math.max(needed, spare);
    const used = this.#mostUsed();
    if (enough(used) && this.columns <= MOST_SPARE * room(used)) return;
    this.#collect();
    const left = this.#mostUsed();
    // Hardly any room would be full again in no time.
    if (room(left) > this.columns || this.columns > MOST_SPARE * room(left)) {
      this.#resize(this.count, this.sourceColumns, room(left));
    }
  }

  /** What the next step reads besides the caches; the same arrays again until the layout changes. */
  inputs(): StepInputs {
    const { beams, columns, sourceColumns } = this;
    const { embedded, rowsAt, places, mask, sourceMask } = this.#inputs;
    mask.fill(HIDDEN);
    sourceMask.fill(HIDDEN);
    rowsAt.fill(0);
    let row = 0;
    for (const [s, slot] of this.slots.entries()) {
      if (slot === undefined) continue;
      sourceMask.fill(0, s * sourceColumns, s * sourceColumns + slot.sourceLength);
      slot.row = row;
      for (const [beam, seen] of slot.seen.entries()) {
        const place = s * beams + beam;
        const token = slot.sentence.inputs[beam] ?? 0;
        this.#embedding.write(token, seen.length + 1, embedded, row * this.#width);
        rowsAt[place] = row;
        places[row++] = place;
        for (const column of seen) mask[place * columns + column] = 0;
      }
    }
    return this.#inputs;
  }

  /** Where the decoder writes the keys and values of so many rows; they count as soon as the step is done. */
  fresh(layer: number, rows: number): LayerCache {
    const size = rows * this.#width;
    if ((this.#fresh[0]?.keys.length ?? 0) < size) {
      this.#layout++;
      this.#fresh = Array.from({ length: this.#layers }, () => ({
        keys: new Float32Array(size),
        values: new Float32Array(size),
      }));
    }
    const { keys, values } = this.#fresh[layer] ?? { keys: new Float32Array(), values: new Float32Array() };
    return { keys: keys.subarray(0, size), values: values.subarray(0, size) };
  }

  /**
   * The step is done: every beam takes over what its parent saw, and the parent itself. Rows that no beam continues are not
   * kept. `later` is how many rows behind its own a slot reads, where a step has several for a beam.
   */
  advance(later = 0): void {
    for (const [s, slot] of this.slots.entries()) {
      if (slot === undefined || slot.sentence.done) continue;
      const { used, seen, sentence } = slot;
      const parents = sentence.parents.subarray(0, sentence.live);
      const continued = [...new Set(parents)];
      const rows = continued.map((parent) => slot.row + later + parent);
      for (const [layer, fresh] of this.#fresh.entries()) this.#past.put(layer, s, used, fresh, rows);
      slot.seen = Array.from(parents, (parent) => {
        const before = seen[parent] ?? [];
        const column = used + continued.indexOf(parent);
        if (this.beams > 1) return [...before, column];
        before.push(column);
        return before;
      });
      slot.used += continued.length;
    }
  }

  leave(index: number): void {
    this.slots[index] = undefined;
  }

  /** Everybody has left: others may have the memory. */
  clear(): void {
    this.#past.clear();
    this.#source.clear();
    this.slots = [];
  }

  /** Gives back empty slots: each of them costs as much as a full one in every step. */
  compact(): void {
    const { active } = this;
    if (active === this.count) return;
    this.#resize(active, active === 1 ? this.#longestSource() : this.sourceColumns, this.columns);
  }

  #mostUsed(): number {
    return this.slots.reduce((most, slot) => Math.max(most, slot?.used ?? 0), 0);
  }

  /** Rows that are kept for a sentence. */
  #mostRows(): number {
    return this.slots.reduce((most, slot) => Math.max(most, slot?.sentence.rows ?? 0), 1);
  }

  #longestSource(): number {
    return this.slots.reduce((most, slot) => Math.max(most, slot?.sourceLength ?? 0), 0);
  }

  /** Drops the columns that no beam continues. */
  #collect(): void {
    if (this.beams === 1) return;
    for (const [index, slot] of this.slots.entries()) {
      if (slot === undefined) continue;
      const kept = [...new Set(slot.seen.flat())].sort((a, b) => a - b);
      this.#past.collect(index, kept);
      const places = new Map(kept.map((column, place) => [column, place]));
      slot.seen = slot.seen.map((seen) => seen.map((column) => places.get(column) ?? 0));
      slot.used = kept.length;
    }
  }

  /** Lays everything out anew, without empty slots but those at the end. */
  #resize(count: number, sourceColumns: number, columns: number): void {
    const kept = this.slots.flatMap((slot, index) => (slot === undefined ? [] : [{ slot, index }]));
    this.#past.resize(
      count,
      columns,
      kept.map(({ slot, index }) => ({ slot: index, used: slot.used })),
    );
    this.#source.resize(
      count,
      sourceColumns,
      kept.map(({ slot, index }) => ({ slot: index, used: slot.sourceLength })),
    );
    this.slots = Array.from({ length: count }, (_, index) => kept[index]?.slot);
    this.#inputs = stepInputs(count, this.beams, this.#width, columns, sourceColumns);
    this.#layout++;
  }
}

function stepInputs(
  slots: number,
  beams: number,
  width: number,
  columns: number,
  sourceColumns: number,
): StepInputs {
  return {
    embedded: new Float32Array(slots * beams * width),
    rowsAt: new Int32Array(slots * beams),
    places: new Int32Array(slots * beams),
    mask: new Float32Array(slots * beams * columns),
    sourceMask: new Float32Array(slots * sourceColumns),
  };
}
