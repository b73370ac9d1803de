import type { ManifestShape } from '../folder/manifest.js';
import type { Sentence } from './step.js';

/** Additive mask of what may not be seen; far below any score, and finite, so that an empty row stays finite. */
export const HIDDEN = -1e9;
const FIRST_STEPS = 32;

interface Slot {
  readonly sentence: Sentence;
  readonly sourceLength: number;
  /** Time at which it joined. */
  readonly joined: number;
  /** For each beam, the beam whose entry it sees at each time since it joined. */
  ancestors: number[][];
}

/**
 * The KV cache of a running batch: S slots for sentences of K beams each, and for every decoder layer the keys
 * and values seen so far, time-major: [time × beam, slot, width].
 *
 * Sentences share one clock. One that joins late simply does not see the times before; one that leaves frees
 * its slot; times that no sentence sees any more are left out by starting the view later. Nothing is copied in a
 * step: the decoder reads a view of the buffers and writes the new keys and values right behind it.
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
  #timeCapacity = 0;
  #now = 1;

  constructor(
    shape: ManifestShape,
    readonly beams: number,
  ) {
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
    if (this.active === 0) this.#now = 1;
    for (const [column, sentence] of newcomers.entries()) {
      const index = this.slots.indexOf(undefined);
      const ancestors = Array.from({ length: this.beams }, () => []);
      this.slots[index] = { sentence, sourceLength: sentence.source.length, joined: this.#now, ancestors };
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

  /** Room for so many times more; moves the visible part to the front when the end is reached. */
  prepare(times: number): void {
    if (this.#now + times <= this.#timeCapacity) return;
    const from = this.#from();
    const span = this.#now - from;
    if (span * 2 > this.#timeCapacity) {
      this.#resize(this.count, this.#sourceCapacity, this.#timeCapacity * 2);
      return;
    }
    const stride = this.beams * this.count * this.#width;
    for (const buffer of [...this.#keys, ...this.#values]) {
      buffer.copyWithin(0, from * stride, this.#now * stride);
    }
    this.#rebase(from);
  }

  /** Times that somebody sees; at least one, because an empty tensor is no input. */
  get span(): number {
    return this.#now - this.#from();
  }

  get sourceLength(): number {
    return this.slots.reduce((n, slot) => Math.max(n, slot?.sourceLength ?? 0), 1);
  }

  past(layer: number): { readonly k: Float32Array; readonly v: Float32Array } {
    const stride = this.beams * this.count * this.#width;
    const [start, end] = [this.#from() * stride, this.#now * stride];
    return {
      k: (this.#keys[layer] ?? new Float32Array()).subarray(start, end),
      v: (this.#values[layer] ?? new Float32Array()).subarray(start, end),
    };
  }

  /** Where a step writes its new keys and values, of one time or of several that follow each other. */
  next(layer: number, times = 1): { readonly k: Float32Array; readonly v: Float32Array } {
    const stride = this.beams * this.count * this.#width;
    const [start, end] = [this.#now * stride, (this.#now + times) * stride];
    return {
      k: (this.#keys[layer] ?? new Float32Array()).subarray(start, end),
      v: (this.#values[layer] ?? new Float32Array()).subarray(start, end),
    };
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
        positions[beam * this.count + s] = this.#now - slot.joined + 1;
      }
    }
    return { ids, positions };
  }

  /** [S, 1, K, times × K] */
  mask(): Float32Array {
    const from = this.#from();
    const columns = (this.#now - from) * this.beams;
    const mask = new Float32Array(this.count * this.beams * columns).fill(HIDDEN);
    for (const [s, slot] of this.slots.entries()) {
      if (slot === undefined) continue;
      for (const [beam, seen] of slot.ancestors.entries()) {
        const row = (s * this.beams + beam) * columns;
        for (const [age, ancestor] of seen.entries()) {
          mask[row + (slot.joined - from + age) * this.beams + ancestor] = 0;
        }
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

  /** The step is done: time goes on, and every beam takes over what its parent saw. */
  advance(): void {
    for (const slot of this.slots) {
      if (slot === undefined) continue;
      const before = slot.ancestors;
      if (this.beams === 1) {
        before[0]?.push(0);
        continue;
      }
      slot.ancestors = Array.from(slot.sentence.parents, (parent) => [...(before[parent] ?? []), parent]);
    }
    this.#now++;
  }

  leave(index: number): void {
    this.slots[index] = undefined;
  }

  /** Gives back empty slots: each of them costs as much as a full one in every step. */
  compact(): void {
    if (this.active < this.count) this.#resize(this.active, this.sourceLength);
  }

  #from(): number {
    const first = this.slots.reduce((t, slot) => Math.min(t, slot?.joined ?? t), this.#now);
    return Math.min(first, this.#now - 1);
  }

  #rebase(from: number): void {
    this.#now -= from;
    this.slots = this.slots.map((slot) => slot && { ...slot, joined: slot.joined - from });
  }

  #resize(
    count: number,
    sourceLength: number,
    timeCapacity = Math.max(FIRST_STEPS, this.#timeCapacity),
  ): void {
    const from = this.#from();
    const old = { count: this.count, slots: this.slots, now: this.#now };
    const kept = old.slots.flatMap((slot, index) => (slot === undefined ? [] : [{ slot, index }]));
    const times = (old.now - from) * this.beams;
    const width = this.#width;
    const source = Math.max(sourceLength, this.sourceLength);
    const move = (buffer: Float32Array | undefined, rows: number, start: number, capacity: number) => {
      const fresh = new Float32Array(capacity * count * width);
      if (buffer === undefined) return fresh;
      for (let row = 0; row < rows; row++) {
        for (const [to, { index }] of kept.entries()) {
          const at = ((start + row) * old.count + index) * width;
          fresh.set(buffer.subarray(at, at + width), (row * count + to) * width);
        }
      }
      return fresh;
    };
    for (let layer = 0; layer < this.#layers; layer++) {
      this.#keys[layer] = move(this.#keys[layer], times, from * this.beams, timeCapacity * this.beams);
      this.#values[layer] = move(this.#values[layer], times, from * this.beams, timeCapacity * this.beams);
      const rows = Math.min(source, this.#sourceCapacity);
      this.#crossKeys[layer] = move(this.#crossKeys[layer], rows, 0, source);
      this.#crossValues[layer] = move(this.#crossValues[layer], rows, 0, source);
    }
    this.slots = Array.from({ length: count }, (_, index) => kept[index]?.slot);
    this.#sourceCapacity = source;
    this.#timeCapacity = timeCapacity;
    this.#rebase(from);
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
