import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { BrokenModel } from '../../folder/broken.js';
import type { Manifest, ManifestShape } from '../../folder/manifest.js';
import type { Backend, RunningBatch } from '../backend.js';
import { logSoftmax, topOf } from '../search/scores.js';
import { openForeignSession } from '../session.js';
import type { Sentence } from '../step.js';
import { type Cache, keepRows, rowsOf } from './kv-cache.js';

interface Graphs {
  readonly encoder: InferenceSession;
  /** The first step; the merged graph serves both. */
  readonly first: InferenceSession;
  readonly next: InferenceSession;
}

/** Files of Optimum folders, and of those that keep them under `onnx/`. */
function graphPath(folder: string, name: string): string | undefined {
  return [`${name}.onnx`, `${name}_quantized.onnx`]
    .flatMap((file) => [join(folder, file), join(folder, 'onnx', file)])
    .find((path) => existsSync(path));
}

/**
 * The common encoder / decoder-with-past layout (Marian, M2M100, NLLB). Its caches grow as outputs of every
 * step, so that a batch starts together; rows leave it, none join.
 */
export class OptimumBackend implements Backend {
  readonly joinable = false;
  readonly hidden = false;

  readonly #graphs: Graphs;
  readonly #manifest: Manifest;

  private constructor(graphs: Graphs, manifest: Manifest) {
    this.#graphs = graphs;
    this.#manifest = manifest;
  }

  static async open(folder: string, manifest: Manifest): Promise<OptimumBackend> {
    const paths = {
      encoder: graphPath(folder, 'encoder_model'),
      merged: graphPath(folder, 'decoder_model_merged'),
      first: graphPath(folder, 'decoder_model'),
      next: graphPath(folder, 'decoder_with_past_model'),
    };
    if (paths.encoder === undefined) throw new BrokenModel(`${folder}: encoder_model.onnx is missing.`);
    if (paths.merged !== undefined) {
      const [encoder, both] = [
        await openForeignSession(paths.encoder),
        await openForeignSession(paths.merged),
      ];
      return new OptimumBackend({ encoder, first: both, next: both }, manifest);
    }
    if (paths.first === undefined || paths.next === undefined) {
      throw new BrokenModel(
        `${folder}: it needs decoder_model_merged.onnx, or decoder_model.onnx and decoder_with_past_model.onnx.`,
      );
    }
    const [encoder, first, next] = [
      await openForeignSession(paths.encoder),
      await openForeignSession(paths.first),
      await openForeignSession(paths.next),
    ];
    return new OptimumBackend({ encoder, first, next }, manifest);
  }

  batch(beams: number): RunningBatch {
    return new Cohort(this.#graphs, this.#manifest.shape, this.#manifest.tokens.pad, beams);
  }

  async close(): Promise<void> {
    for (const session of new Set([this.#graphs.encoder, this.#graphs.first, this.#graphs.next]))
      await session.release();
  }
}

/** Sentences that began together; rows are sentence-major. */
class Cohort implements RunningBatch {
  readonly #cancelled = new Set<number>();
  #sentences: Sentence[] = [];
  #cache: Cache = { past: new Map(), source: new Map(), states: new Float32Array(), mask: [], length: 0 };

  readonly #graphs: Graphs;
  readonly #shape: ManifestShape;
  readonly #pad: number;

  constructor(
    graphs: Graphs,
    shape: ManifestShape,
    pad: number,
    readonly beams: number,
  ) {
    this.#graphs = graphs;
    this.#shape = shape;
    this.#pad = pad;
  }

  get rows(): number {
    return this.#sentences.length * this.beams;
  }

  cancel(id: number): void {
    this.#cancelled.add(id);
  }

  abandon(): void {
    this.#sentences = [];
  }

  async admit(newcomers: readonly Sentence[]): Promise<void> {
    const length = Math.max(...newcomers.map(({ source }) => source.length));
    const ids = newcomers.flatMap(({ source }) => Array.from({ length }, (_, l) => source[l] ?? this.#pad));
    const mask = newcomers.map(({ source }) => Array.from({ length }, (_, l) => (l < source.length ? 1 : 0)));
    const { last_hidden_state: states } = await this.#graphs.encoder.run({
      input_ids: integers(ids, [newcomers.length, length]),
      attention_mask: integers(mask.flat(), [newcomers.length, length]),
    });
    this.#sentences = [...newcomers];
    // Every beam of a sentence reads the same source.
    const repeat = newcomers.flatMap((_, s) => Array.from({ length: this.beams }, () => s));
    this.#cache = {
      past: new Map(),
      source: new Map(),
      states: rowsOf(floatData(states), newcomers.length, repeat),
      mask: repeat.map((s) => mask[s] ?? []),
      length,
    };
  }

  async step(): Promise<readonly Sentence[]> {
    this.#leave((sentence) => this.#cancelled.has(sentence.id));
    this.#cancelled.clear();
    if (this.#sentences.length === 0) return [];
    const { vocabulary } = this.#shape;
    const logits = await this.#run();
    const first = this.#cache.past.size === 0;
    for (const [s, sentence] of this.#sentences.entries()) {
      sentence.advance((beam) => {
        const row = s * this.beams + beam;
        const scores = logSoftmax(logits.subarray(row * vocabulary, (row + 1) * vocabulary));
        return { scores, ...topOf(scores, 2 * this.beams + 4), hidden: new Float32Array() };
      });
    }
    const parents = this.#sentences.flatMap(({ parents }, s) =>
      Array.from(parents, (p) => s * this.beams + p),
    );
    if (!first || this.beams > 1) this.#cache = keepRows(this.#cache, this.rows, parents);
    const ended = this.#sentences.filter(({ done }) => done);
    this.#leave(({ done }) => done);
    return ended;
  }

  async #run(): Promise<Float32Array> {
    const rows = this.rows;
    const { heads, width, decoderLayers } = this.#shape;
    const cached = this.#cache.past.size > 0;
    const session = cached ? this.#graphs.next : this.#graphs.first;
    const feeds: Record<string, Tensor> = {
      input_ids: integers(
        this.#sentences.flatMap(({ inputs }) => [...inputs]),
        [rows, 1],
      ),
      encoder_attention_mask: integers(this.#cache.mask.flat(), [rows, this.#cache.length]),
      encoder_hidden_states: new Tensor('float32', this.#cache.states, [rows, this.#cache.length, width]),
      use_cache_branch: new Tensor('bool', Uint8Array.of(cached ? 1 : 0), [1]),
    };
    for (let i = 0; i < decoderLayers; i++) {
      for (const part of [
        `${i}.decoder.key`,
        `${i}.decoder.value`,
        `${i}.encoder.key`,
        `${i}.encoder.value`,
      ]) {
        const known = this.#cache.past.get(part) ?? this.#cache.source.get(part);
        const empty = { data: new Float32Array(), time: 0 };
        const { data, time } = known ?? empty;
        feeds[`past_key_values.${part}`] = new Tensor('float32', data, [rows, heads, time, width / heads]);
      }
    }
    const wanted = new Set(session.inputNames);
    const out = await session.run(
      Object.fromEntries(Object.entries(feeds).filter(([name]) => wanted.has(name))),
    );
    for (const [name, tensor] of Object.entries(out)) {
      if (!name.startsWith('present')) continue;
      const part = name.replace(/^present(?:_key_values)?\./u, '');
      const entry = { data: floatData(tensor), time: tensor.dims[2] ?? 0 };
      // The source's keys and values are whole after the first step; later graphs give them empty or not at all.
      if (part.includes('.decoder.')) this.#cache.past.set(part, entry);
      else if (!cached) this.#cache.source.set(part, entry);
    }
    return floatData(out.logits);
  }

  #leave(gone: (sentence: Sentence) => boolean): void {
    const kept = this.#sentences.flatMap((sentence, s) => (gone(sentence) ? [] : [s]));
    if (kept.length === this.#sentences.length) return;
    const rows = kept.flatMap((s) => Array.from({ length: this.beams }, (_, beam) => s * this.beams + beam));
    this.#cache = keepRows(this.#cache, this.rows, rows);
    this.#sentences = kept.flatMap((s) => this.#sentences[s] ?? []);
  }
}

function integers(values: readonly number[], dims: readonly number[]): Tensor {
  return new Tensor(
    'int64',
    BigInt64Array.from(values, (value) => BigInt(value)),
    dims,
  );
}

function floatData(tensor: Tensor | undefined): Float32Array {
  if (!(tensor?.data instanceof Float32Array))
    throw new BrokenModel('A graph gives no float32 tensor where one is needed.');
  return tensor.data;
}
