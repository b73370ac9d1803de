import { Tensor } from 'onnxruntime-node';
import type { ManifestShape } from '../folder/manifest.js';
import type { RunningBatch } from './backend.js';
import { BatchState } from './batch-state.js';
import type { Buffers } from './buffers.js';
import type { GraphSession } from './graph-session.js';
import type { OutputGraphs } from './output-graphs.js';
import type { OutputGroup, SlotRequest } from './output-group.js';
import type { SingleSentenceDecoder } from './single-sentence.js';
import type { RowView, Sentence } from './step.js';

function floats(data: Float32Array, dims: readonly number[]): Tensor {
  return new Tensor('float32', data, dims);
}

/** The graphs of a model that every sentence needs. */
export interface Graphs {
  readonly encoder: GraphSession;
  readonly decoder: GraphSession;
}

/** Sentences with the same number of beams that take their decoder steps together. */
export class ContinuousBatch implements RunningBatch {
  readonly #state: BatchState;
  readonly #shape: ManifestShape;
  readonly #graphs: Graphs;
  readonly #outputs: OutputGraphs;
  readonly #singleSentence: SingleSentenceDecoder;
  readonly #cancelled = new Set<number>();
  /** By what their requests have in common. */
  #groups = new Map<string, OutputGroup>();
  /** For how many steps each slot has been empty. */
  #emptySteps: number[] = [];
  #hidden = new Float32Array();
  #encoderOutputs = new Float32Array();

  constructor(
    graphs: Graphs,
    outputs: OutputGraphs,
    singleSentence: SingleSentenceDecoder,
    shape: ManifestShape,
    buffers: Buffers,
    readonly beams: number,
  ) {
    this.#graphs = graphs;
    this.#outputs = outputs;
    this.#singleSentence = singleSentence;
    this.#shape = shape;
    this.#state = new BatchState(shape, beams, buffers);
  }

  get rows(): number {
    return this.#state.active * this.beams;
  }

  cancel(id: number): void {
    this.#cancelled.add(id);
  }

  /** Runs the encoder over newcomers of similar length and gives each a slot. */
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
    const cross = this.#encoded(length * count);
    const fetches = Object.fromEntries(
      cross.flatMap(({ k, v }, i) => [
        [`cross_k_${i}`, floats(k, [length * count, this.#shape.width])],
        [`cross_v_${i}`, floats(v, [length * count, this.#shape.width])],
      ]),
    );
    const feeds = {
      ids: new Tensor('int32', ids, [length, count]),
      positions: new Tensor('int32', positions, [length, count]),
      mask: floats(mask, [count, 1, 1, length]),
    };
    await this.#graphs.encoder.run(feeds, fetches);
    this.#state.admit(newcomers, length, cross);
  }

  /** Room for what the encoder says about so many tokens, per decoder layer; the same at every call, because it is copied into slots at once. */
  #encoded(tokens: number): readonly { readonly k: Float32Array; readonly v: Float32Array }[] {
    const { width, decoderLayers } = this.#shape;
    const size = tokens * width;
    if (this.#encoderOutputs.length < 2 * decoderLayers * size) {
      this.#encoderOutputs = new Float32Array(2 * decoderLayers * size);
    }
    const part = (index: number) => this.#encoderOutputs.subarray(index * size, (index + 1) * size);
    return Array.from({ length: decoderLayers }, (_, i) => ({ k: part(2 * i), v: part(2 * i + 1) }));
  }

  /** One token for every beam, or several by speculative decoding; returns the sentences that ended. */
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
    const rows = this.beams * state.count;
    const { width } = this.#shape;
    if (this.#hidden.length < rows * width) this.#hidden = new Float32Array(rows * width);
    const hidden = this.#hidden.subarray(0, rows * width);
    await this.#graphs.decoder.run(this.#feeds(), {
      ...this.#cacheOutputs(rows),
      hidden: floats(hidden, [rows, width]),
    });
    const views = await this.#views(hidden);
    for (const [s, slot] of state.slots.entries()) {
      slot?.sentence.advance((beam) => {
        const view = views.get(beam * state.count + s);
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
      await group.read(requests, hidden, this.#state.count, views);
    }
    // What no sentence needs any more is forgotten with its buffers.
    this.#groups = groups;
    return views;
  }

  /** Slots that go through the output layer together, by what their requests have in common. */
  #requests(): ReadonlyMap<string, readonly SlotRequest[]> {
    const groups = new Map<string, SlotRequest[]>();
    for (const [slot, held] of this.#state.slots.entries()) {
      if (held === undefined) continue;
      const { request } = held.sentence;
      const { languageShortlist, sentenceShortlist, top, scores } = request;
      const key = `${languageShortlist} ${sentenceShortlist === undefined} ${top} ${scores}`;
      const group = groups.get(key) ?? [];
      groups.set(key, group);
      group.push({ slot, request });
    }
    return groups;
  }

  #feeds(): Record<string, Tensor> {
    const state = this.#state;
    const { heads, width, decoderLayers } = this.#shape;
    const head = width / heads;
    const { ids, positions } = state.inputs();
    const { columns } = state;
    const length = state.sourceLength;
    const feeds: Record<string, Tensor> = {
      ids: new Tensor('int32', ids, [this.beams, state.count]),
      positions: new Tensor('int32', positions, [this.beams, state.count]),
      mask: floats(state.mask(), [state.count, 1, this.beams, columns]),
      cross_mask: floats(state.crossMask(), [state.count, 1, 1, length]),
    };
    for (let i = 0; i < decoderLayers; i++) {
      const past = state.past(i);
      const cross = state.cross(i);
      feeds[`past_k_${i}`] = floats(past.k, [columns, state.count, heads, head]);
      feeds[`past_v_${i}`] = floats(past.v, [columns, state.count, heads, head]);
      feeds[`cross_k_${i}`] = floats(cross.k, [length, state.count, heads, head]);
      feeds[`cross_v_${i}`] = floats(cross.v, [length, state.count, heads, head]);
    }
    return feeds;
  }

  #cacheOutputs(rows: number): Record<string, Tensor> {
    const outputs: Record<string, Tensor> = {};
    for (let i = 0; i < this.#shape.decoderLayers; i++) {
      const next = this.#state.next(i);
      outputs[`k_${i}`] = floats(next.k, [rows, this.#shape.width]);
      outputs[`v_${i}`] = floats(next.v, [rows, this.#shape.width]);
    }
    return outputs;
  }

  #dropCancelled(): void {
    if (this.#cancelled.size === 0) return;
    for (const [s, slot] of this.#state.slots.entries()) {
      if (slot !== undefined && this.#cancelled.has(slot.sentence.id)) this.#state.leave(s);
    }
    this.#cancelled.clear();
  }
}
