import { type InferenceSession, Tensor } from 'onnxruntime-node';
import type { Manifest, ManifestShape } from '../folder/manifest.js';
import type { Backend, RunningBatch } from './backend.js';
import type { EngineSettings } from './job.js';
import { LoneSteps } from './lone.js';
import { OutputGraphs } from './output.js';
import { nobodyElse, Sessions } from './session.js';
import type { Shortlists } from './shortlist.js';
import { Slots } from './slots.js';
import type { OutputNeed, RowView, Sentence } from './step.js';

/** A batch gives empty seats back when it holds at most this share of living ones. */
const COMPACT_SHARE = 0.8;

function floats(data: Float32Array, dims: readonly number[]): Tensor {
  return new Tensor('float32', data, dims);
}

/** The graphs of a model that every sentence needs; the encoder a second time for one that has the machine for itself. */
interface Graphs {
  readonly encoder: InferenceSession;
  readonly loneEncoder: InferenceSession;
  readonly decoder: InferenceSession;
}

/** Our own layout: caches in place, seats that fill again while the batch runs. */
export class SlotBackend implements Backend {
  readonly joinable = true;
  readonly hidden = true;

  private constructor(
    private readonly graphs: Graphs,
    private readonly outputs: OutputGraphs,
    private readonly lone: LoneSteps,
    private readonly sessions: Sessions,
    private readonly shape: ManifestShape,
    private readonly settings: EngineSettings,
  ) {}

  static async open(
    folder: string,
    manifest: Manifest,
    shortlists: Shortlists,
    settings: EngineSettings,
  ): Promise<SlotBackend> {
    const sessions = new Sessions(folder, settings.intraOpThreads);
    const graphs: Graphs = {
      encoder: await sessions.of('encoder.onnx'),
      loneEncoder: await sessions.of('encoder.onnx', settings.loneThreads),
      decoder: await sessions.of('decoder.onnx'),
    };
    return new SlotBackend(
      graphs,
      new OutputGraphs(manifest, shortlists, sessions),
      new LoneSteps(manifest, sessions, settings),
      sessions,
      manifest.shape,
      settings,
    );
  }

  batch(beams: number): RunningBatch {
    return new SlotBatch(this.graphs, this.outputs, this.lone, this.shape, this.settings, beams);
  }

  async close(): Promise<void> {
    await this.sessions.close();
  }
}

/** A seat and what its sentence needs of the output layer. */
interface Asking {
  readonly s: number;
  readonly need: OutputNeed;
}

/** Sentences with the same number of beams that take their decoder steps together. */
class SlotBatch implements RunningBatch {
  readonly #slots: Slots;
  readonly #shape: ManifestShape;
  readonly #graphs: Graphs;
  readonly #outputs: OutputGraphs;
  readonly #lone: LoneSteps;
  readonly #cancelled = new Set<number>();

  constructor(
    graphs: Graphs,
    outputs: OutputGraphs,
    lone: LoneSteps,
    shape: ManifestShape,
    private readonly settings: EngineSettings,
    readonly beams: number,
  ) {
    this.#graphs = graphs;
    this.#outputs = outputs;
    this.#lone = lone;
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
    const { encoder, loneEncoder } = this.#graphs;
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
    const out = await (nobodyElse(this.settings) ? loneEncoder : encoder).run({
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

  /** One token for every beam, or several for a sentence that is alone; returns the sentences that ended. */
  async step(): Promise<readonly Sentence[]> {
    this.#dropCancelled();
    const slots = this.#slots;
    if (slots.active === 0) return [];
    if (slots.active <= slots.count * COMPACT_SHARE) slots.compact();
    slots.prepare(this.#lone.rows);
    if (!(await this.#lone.step(slots))) await this.#stepTogether();
    const ended: Sentence[] = [];
    for (const [s, seat] of slots.seats.entries()) {
      if (seat?.sentence.done !== true) continue;
      ended.push(seat.sentence);
      slots.leave(s);
    }
    return ended;
  }

  async #stepTogether(): Promise<void> {
    const slots = this.#slots;
    const rows = this.beams * slots.count;
    const { width } = this.#shape;
    const hidden = new Float32Array(rows * width);
    await this.#graphs.decoder.run(this.#feeds(), {
      ...this.#cacheOutputs(rows),
      hidden: floats(hidden, [rows, width]),
    });
    const views = await this.#views(hidden);
    for (const [s, seat] of slots.seats.entries()) {
      seat?.sentence.advance((beam) => {
        const view = views.get(beam * slots.count + s);
        if (view === undefined) throw new Error('Every row of a sentence goes through the output layer.');
        return view;
      });
    }
    slots.tick();
  }

  /** What the output layer says, by row. */
  async #views(hidden: Float32Array): Promise<ReadonlyMap<number, RowView>> {
    const { width } = this.#shape;
    const views = new Map<number, RowView>();
    for (const seats of this.#groups()) {
      const rows = seats.flatMap(({ s, need }) =>
        Array.from({ length: this.beams }, (_, beam) => ({ row: beam * this.#slots.count + s, need })),
      );
      const states = new Float32Array(rows.length * width);
      for (const [i, { row }] of rows.entries()) {
        states.set(hidden.subarray(row * width, (row + 1) * width), i * width);
      }
      const view = await this.#outputs.read(
        states,
        rows.map(({ need }) => need),
      );
      for (const [i, { row }] of rows.entries()) views.set(row, view(i));
    }
    return views;
  }

  /** Seats that go through the output layer together: those with the same need. */
  #groups(): readonly (readonly Asking[])[] {
    const groups = new Map<string, Asking[]>();
    for (const [s, seat] of this.#slots.seats.entries()) {
      if (seat === undefined) continue;
      const { need } = seat.sentence;
      const key = `${need.list} ${need.top} ${need.scores}`;
      const group = groups.get(key) ?? [];
      groups.set(key, group);
      group.push({ s, need });
    }
    return [...groups.values()];
  }

  #feeds(): Record<string, Tensor> {
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
