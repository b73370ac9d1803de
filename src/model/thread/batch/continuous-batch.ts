import { Tensor } from 'onnxruntime-node';
import type { ManifestShape } from '../../folder/manifest.js';
import type { RunningBatch } from '../backend.js';
import type { GraphSession } from '../graph-session.js';
import type { SingleSentenceDecoder } from '../single/single-sentence.js';
import type { RowView, Sentence } from '../step.js';
import { BatchState, HIDDEN, type StepInputs } from './batch-state.js';
import type { Buffers } from './buffers.js';
import type { LayerCache } from './column-cache.js';
import type { Embedding } from './embedding.js';
import type { OutputGraphs } from './output-graphs.js';
import type { OutputGroup, SlotRequest } from './output-group.js';

function floats(data: Float32Array, dims: readonly number[]): Tensor {
  return new Tensor('float32', data, dims);
}

/** The graphs of a model that every sentence needs. */
export interface Graphs {
  readonly encoder: GraphSession;
  readonly decoder: GraphSession;
}

/** What decoder steps read and write; valid for one layout of the batch and one number of rows. */
interface StepTensors {
  readonly layout: number;
  readonly rows: number;
  readonly feeds: Record<string, Tensor>;
  readonly fetches: Record<string, Tensor>;
  readonly hidden: Float32Array;
}

/** Sentences with the same number of beams that take their decoder steps together. */
export class ContinuousBatch implements RunningBatch {
  readonly #state: BatchState;
  readonly #shape: ManifestShape;
  readonly #graphs: Graphs;
  readonly #outputs: OutputGraphs;
  readonly #singleSentence: SingleSentenceDecoder;
  readonly #embedding: Embedding;
  readonly #cancelled = new Set<number>();
  /** By what their requests have in common. */
  #groups = new Map<string, OutputGroup>();
  /** For how many steps each slot has been empty. */
  #emptySteps: number[] = [];
  #tensors: StepTensors | undefined;
  #hidden = new Float32Array();
  #encoderInputs = new Float32Array();
  #encoderOutputs = new Float32Array();

  constructor(
    graphs: Graphs,
    outputs: OutputGraphs,
    singleSentence: SingleSentenceDecoder,
    embedding: Embedding,
    shape: ManifestShape,
    buffers: Buffers,
    readonly beams: number,
  ) {
    this.#graphs = graphs;
    this.#outputs = outputs;
    this.#singleSentence = singleSentence;
    this.#shape = shape;
    this.#embedding = embedding;
    this.#state = new BatchState(shape, beams, embedding, buffers);
  }

  get rows(): number {
    return this.#state.slots.reduce((sum, slot) => sum + (slot?.sentence.rows ?? 0), 0);
  }

  cancel(id: number): void {
    this.#cancelled.add(id);
  }

  abandon(): void {
    this.#state.clear();
  }

  /** Runs the encoder over newcomers of similar length and gives each a slot. */
  async admit(newcomers: readonly Sentence[]): Promise<void> {
    const count = newcomers.length;
    const length = Math.max(...newcomers.map((sentence) => sentence.source.length));
    const { width } = this.#shape;
    const embedded = this.#encoderInput(length * count);
    const mask = new Float32Array(count * length).fill(HIDDEN);
    for (const [s, { source }] of newcomers.entries()) {
      for (const [l, token] of source.entries()) {
        this.#embedding.write(token, l + 1, embedded, (l * count + s) * width);
      }
      mask.fill(0, s * length, s * length + source.length);
    }
    const cross = this.#encoded(length * count);
    const { heads } = this.#shape;
    const head = width / heads;
    const fetches = Object.fromEntries(
      cross.flatMap(({ keys, values }, i) => [
        [`cross_k_${i}`, floats(keys, [count, heads, head, length])],
        [`cross_v_${i}`, floats(values, [count, heads, length, head])],
      ]),
    );
    const feeds = {
      embedded: floats(embedded, [length, count, width]),
      mask: floats(mask, [count, 1, 1, length]),
    };
    await this.#graphs.encoder.run(feeds, fetches);
    this.#state.admit(newcomers, length, cross);
  }

  /** Room for so many tokens; the same at every call, because half a megabyte of garbage for every run would pile up until it is collected. */
  #encoderInput(tokens: number): Float32Array {
    const size = tokens * this.#shape.width;
    if (this.#encoderInputs.length < size) this.#encoderInputs = new Float32Array(size);
    return this.#encoderInputs.subarray(0, size).fill(0);
  }

  /** Room for what the encoder says about so many tokens, per decoder layer; the same at every call, because it is copied into slots at once. */
  #encoded(tokens: number): readonly LayerCache[] {
    const { width, decoderLayers } = this.#shape;
    const size = tokens * width;
    if (this.#encoderOutputs.length < 2 * decoderLayers * size) {
      this.#encoderOutputs = new Float32Array(2 * decoderLayers * size);
    }
    const part = (index: number) => this.#encoderOutputs.subarray(index * size, (index + 1) * size);
    return Array.from({ length: decoderLayers }, (_, i) => ({ keys: part(2 * i), values: part(2 * i + 1) }));
  }

  /** One token for every live beam, or several by speculative decoding; returns the sentences that ended. */
  async step(): Promise<readonly Sentence[]> {
    this.#dropCancelled();
    const state = this.#state;
    if (state.active === 0) {
      state.clear();
      return [];
    }
    this.#compact();
    state.prepare(this.#singleSentence.rows);
    if (!(await this.#singleSentence.step(state))) await this.#stepTogether();
    const ended: Sentence[] = [];
    for (const [s, slot] of state.slots.entries()) {
      if (slot?.sentence.done !== true) continue;
      ended.push(slot.sentence);
      state.leave(s);
    }
    if (state.active === 0) state.clear();
    return ended;
  }

  async #stepTogether(): Promise<void> {
    const state = this.#state;
    const inputs = state.inputs();
    const { rows } = state;
    const known = this.#tensors;
    const isKnown = known?.layout === state.layout && known.rows === rows;
    const tensors = isKnown ? known : this.#tensorsOf(inputs, rows);
    this.#tensors = tensors;
    const { feeds, fetches, hidden } = tensors;
    await this.#graphs.decoder.run(feeds, fetches);
    const views = await this.#views(hidden);
    for (const slot of state.slots) {
      slot?.sentence.advance((beam) => {
        const view = views.get(slot.row + beam);
        if (view === undefined) throw new Error('Every row of a sentence goes through the output layer.');
        return view;
      });
    }
    state.advance();
  }

  /**
   * Gives empty slots back once they have cost as much as giving them back does, about a step of the whole batch:
   * most are taken by a newcomer before.
   */
  #compact(): void {
    const state = this.#state;
    this.#emptySteps = state.slots.map((slot, s) =>
      slot === undefined ? (this.#emptySteps[s] ?? 0) + 1 : 0,
    );
    if (this.#emptySteps.reduce((sum, steps) => sum + steps, 0) < state.count) return;
    state.compact();
    this.#emptySteps = [];
  }

  /** What the output layer says, by row. */
  async #views(hidden: Float32Array): Promise<ReadonlyMap<number, RowView>> {
    const views = new Map<number, RowView>();
    const groups = new Map<string, OutputGroup>();
    for (const [key, requests] of this.#requests()) {
      const [first] = requests;
      if (first === undefined) continue;
      const group = this.#groups.get(key) ?? (await this.#outputs.group(first.request, this.beams));
      groups.set(key, group);
      await group.read(requests, hidden, views);
    }
    // What no sentence needs any more is forgotten with its buffers.
    this.#groups = groups;
    return views;
  }

  /** Slots that go through the output layer together, by what their requests have in common. */
  #requests(): ReadonlyMap<string, readonly SlotRequest[]> {
    const groups = new Map<string, SlotRequest[]>();
    for (const held of this.#state.slots) {
      if (held === undefined) continue;
      const { request, live } = held.sentence;
      const { languageShortlist, sentenceShortlist, top, scores } = request;
      const key = `${languageShortlist} ${sentenceShortlist === undefined} ${top} ${scores}`;
      const group = groups.get(key) ?? [];
      groups.set(key, group);
      group.push({ row: held.row, live, request });
    }
    return groups;
  }

  /** Made once for all steps until sentences are laid out anew or beams die: fresh tensors would keep the garbage collector busy. */
  #tensorsOf(inputs: StepInputs, rows: number): StepTensors {
    const state = this.#state;
    const { beams } = this;
    const { heads, width, decoderLayers } = this.#shape;
    const { count, columns, sourceColumns } = state;
    const head = width / heads;
    const { embedded, rowsAt, places, mask, sourceMask } = inputs;
    if (this.#hidden.length < rows * width) this.#hidden = new Float32Array(count * beams * width);
    const hidden = this.#hidden.subarray(0, rows * width);
    const feeds: Record<string, Tensor> = {
      embedded: floats(embedded.subarray(0, rows * width), [rows, width]),
      rows_at: new Tensor('int32', rowsAt, [count, beams]),
      places: new Tensor('int32', places.subarray(0, rows), [rows]),
      mask: floats(mask, [count, 1, beams, 1, columns]),
      cross_mask: floats(sourceMask, [count, 1, 1, 1, sourceColumns]),
    };
    const fetches: Record<string, Tensor> = { hidden: floats(hidden, [rows, width]) };
    for (let i = 0; i < decoderLayers; i++) {
      const [past, source, fresh] = [state.past(i), state.source(i), state.fresh(i, rows)];
      feeds[`past_k_${i}`] = floats(past.keys, [count, heads, 1, head, columns]);
      feeds[`past_v_${i}`] = floats(past.values, [count, heads, 1, columns, head]);
      feeds[`cross_k_${i}`] = floats(source.keys, [count, heads, 1, head, sourceColumns]);
      feeds[`cross_v_${i}`] = floats(source.values, [count, heads, 1, sourceColumns, head]);
      fetches[`k_${i}`] = floats(fresh.keys, [rows, width]);
      fetches[`v_${i}`] = floats(fresh.values, [rows, width]);
    }
    return { layout: state.layout, rows, feeds, fetches, hidden };
  }

  #dropCancelled(): void {
    if (this.#cancelled.size === 0) return;
    for (const [s, slot] of this.#state.slots.entries()) {
      if (slot !== undefined && this.#cancelled.has(slot.sentence.id)) this.#state.leave(s);
    }
    this.#cancelled.clear();
  }
}
