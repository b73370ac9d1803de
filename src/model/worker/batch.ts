import { join } from 'node:path';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import type { ManifestShape } from '../folder/manifest.js';
import type { Backend, RunningBatch } from './backend.js';
import { openSession } from './session.js';
import { Slots } from './slots.js';
import type { RowView, Sentence } from './step.js';

/** A batch gives empty seats back when it holds at most this share of living ones. */
const COMPACT_SHARE = 0.8;
/** Candidates beyond 2 × beams, so that a few forbidden tokens do not force a look at the whole row. */
const SPARE_CANDIDATES = 4;

function floats(data: Float32Array, dims: readonly number[]): Tensor {
  return new Tensor('float32', data, dims);
}

/** Our own layout: caches in place, seats that fill again while the batch runs. */
export class SlotBackend implements Backend {
  readonly joinable = true;
  readonly hidden = true;

  private constructor(
    private readonly encoder: InferenceSession,
    private readonly decoder: InferenceSession,
    private readonly shape: ManifestShape,
  ) {}

  static async open(folder: string, shape: ManifestShape, intraOpThreads: number): Promise<SlotBackend> {
    const encoder = await openSession(join(folder, 'encoder.onnx'), intraOpThreads);
    const decoder = await openSession(join(folder, 'decoder.onnx'), intraOpThreads);
    return new SlotBackend(encoder, decoder, shape);
  }

  batch(beams: number): RunningBatch {
    return new SlotBatch(this.encoder, this.decoder, this.shape, beams);
  }

  async close(): Promise<void> {
    await this.encoder.release();
    await this.decoder.release();
  }
}

/** Sentences with the same number of beams that take their decoder steps together. */
class SlotBatch implements RunningBatch {
  readonly #slots: Slots;
  readonly #shape: ManifestShape;
  readonly #decoder: InferenceSession;
  readonly #encoder: InferenceSession;
  readonly #cancelled = new Set<number>();
  #scores = new Float32Array();

  constructor(
    encoder: InferenceSession,
    decoder: InferenceSession,
    shape: ManifestShape,
    readonly beams: number,
  ) {
    this.#encoder = encoder;
    this.#decoder = decoder;
    this.#shape = shape;
    this.#slots = new Slots(shape, beams);
  }

  get rows(): number {
    return this.#slots.active * this.beams;
  }

  cancel(id: number): void {
    this.#cancelled.add(id);
  }

  /** Runs the encoder over newcomers of similar length and seats them. */
  async admit(newcomers: readonly Sentence[]): Promise<void> {
    const count = newcomers.length;
    const length = Math.max(...newcomers.map((sentence) => sentence.source.length));
    const ids = new Int32Array(length * count);
    const positions = new Int32Array(length * count);
    const mask = new Float32Array(count * length).fill(-1e9);
    for (const [s, { source }] of newcomers.entries()) {
      for (let l = 0; l < length; l++) {
        ids[l * count + s] = source[l] ?? 0;
        positions[l * count + s] = l + 1;
      }
      mask.fill(0, s * length, s * length + source.length);
    }
    const out = await this.#encoder.run({
      ids: new Tensor('int32', ids, [length, count]),
      positions: new Tensor('int32', positions, [length, count]),
      mask: floats(mask, [count, 1, 1, length]),
    });
    const cross = Array.from({ length: this.#shape.decoderLayers }, (_, i) => ({
      k: floatData(out[`cross_k_${i}`]),
      v: floatData(out[`cross_v_${i}`]),
    }));
    this.#slots.admit(newcomers, length, cross);
  }

  /** One token for every beam; returns the sentences that ended. */
  async step(): Promise<readonly Sentence[]> {
    this.#dropCancelled();
    const slots = this.#slots;
    if (slots.active === 0) return [];
    if (slots.active <= slots.count * COMPACT_SHARE) slots.compact();
    slots.prepare();
    const rows = this.beams * slots.count;
    const { width, vocabulary } = this.#shape;
    if (this.#scores.length < rows * vocabulary) this.#scores = new Float32Array(rows * vocabulary);
    const scores = this.#scores.subarray(0, rows * vocabulary);
    const top = 2 * this.beams + SPARE_CANDIDATES;
    const hidden = new Float32Array(rows * width);
    const topScores = new Float32Array(rows * top);
    const topIds = new BigInt64Array(rows * top);
    await this.#decoder.run(this.#feeds(top), {
      ...this.#cacheOutputs(rows),
      hidden: floats(hidden, [rows, width]),
      scores: floats(scores, [rows, vocabulary]),
      top_scores: floats(topScores, [rows, top]),
      top_ids: new Tensor('int64', topIds, [rows, top]),
    });
    const ended: Sentence[] = [];
    for (const [s, seat] of slots.seats.entries()) {
      seat?.sentence.advance((beam): RowView => {
        const row = beam * slots.count + s;
        return {
          topIds: topIds.subarray(row * top, (row + 1) * top),
          topScores: topScores.subarray(row * top, (row + 1) * top),
          scores: scores.subarray(row * vocabulary, (row + 1) * vocabulary),
          hidden: hidden.subarray(row * width, (row + 1) * width),
        };
      });
    }
    slots.tick();
    for (const [s, seat] of slots.seats.entries()) {
      if (seat?.sentence.done !== true) continue;
      ended.push(seat.sentence);
      slots.leave(s);
    }
    return ended;
  }

  #feeds(top: number): Record<string, Tensor> {
    const slots = this.#slots;
    const { heads, width, decoderLayers } = this.#shape;
    const head = width / heads;
    const { ids, positions } = slots.inputs();
    const times = slots.span * this.beams;
    const length = slots.sourceLength;
    const feeds: Record<string, Tensor> = {
      ids: new Tensor('int32', ids, [this.beams, slots.count]),
      positions: new Tensor('int32', positions, [this.beams, slots.count]),
      mask: floats(slots.mask(), [slots.count, 1, this.beams, times]),
      cross_mask: floats(slots.crossMask(), [slots.count, 1, 1, length]),
      top: new Tensor('int64', BigInt64Array.of(BigInt(top)), [1]),
    };
    for (let i = 0; i < decoderLayers; i++) {
      const past = slots.past(i);
      const cross = slots.cross(i);
      feeds[`past_k_${i}`] = floats(past.k, [times, slots.count, heads, head]);
      feeds[`past_v_${i}`] = floats(past.v, [times, slots.count, heads, head]);
      feeds[`cross_k_${i}`] = floats(cross.k, [length, slots.count, heads, head]);
      feeds[`cross_v_${i}`] = floats(cross.v, [length, slots.count, heads, head]);
    }
    return feeds;
  }

  #cacheOutputs(rows: number): Record<string, Tensor> {
    const outputs: Record<string, Tensor> = {};
    for (let i = 0; i < this.#shape.decoderLayers; i++) {
      const next = this.#slots.next(i);
      outputs[`k_${i}`] = floats(next.k, [rows, this.#shape.width]);
      outputs[`v_${i}`] = floats(next.v, [rows, this.#shape.width]);
    }
    return outputs;
  }

  #dropCancelled(): void {
    if (this.#cancelled.size === 0) return;
    for (const [s, seat] of this.#slots.seats.entries()) {
      if (seat !== undefined && this.#cancelled.has(seat.sentence.id)) this.#slots.leave(s);
    }
    this.#cancelled.clear();
  }
}

function floatData(tensor: Tensor | undefined): Float32Array {
  if (!(tensor?.data instanceof Float32Array)) throw new Error('The encoder gave no float tensor.');
  return tensor.data;
}
