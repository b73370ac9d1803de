import { type InferenceSession, Tensor } from 'onnxruntime-node';
import type { Lang } from '../lang.js';
import { FolderWeights } from './export/folder-weights.js';
import type { Weights } from './export/weights.js';
import type { InstalledModel } from './folder/installed.js';
import type { Lesson } from './gradient/lesson-batch.js';
import { openTrainingSession } from './gradient/session.js';
import { sourceGraph } from './gradient/source.js';
import type { Domain } from './port.js';
import { openTokenizer } from './tokenizer/open.js';
import type { Tokenizer } from './tokenizer/tokenizer.js';

/** A pair that something can be learnt from. */
export interface TeachingPair {
  readonly source: string;
  readonly target: string;
}

export interface TrainableOptions {
  readonly model: InstalledModel;
  readonly from: Lang;
  readonly to: Lang;
  readonly domain: Domain;
  /** A pair in the writing that the model itself reads and writes. */
  readonly rewrite: (pair: TeachingPair) => TeachingPair;
  readonly intraOpThreads: number;
}

/** Tokens of padded sources that go through the encoder together. */
const TOKENS_AT_ONCE = 256;
const HIDDEN = -1e9;
const LARGEST = 127;

/** A model opened for further training. */
export interface Trainable {
  readonly weights: Weights;
  /** Pairs as the decoder reads them; one that is too long for the model is undefined. */
  lessons(pairs: readonly TeachingPair[]): Promise<readonly (Lesson | undefined)[]>;
  close(): Promise<void>;
}

/** Weights in our own layout, and the encoder, which stays as it is. */
export class TrainableModel implements Trainable {
  private constructor(
    readonly weights: Weights,
    private readonly tokenizer: Tokenizer,
    private readonly encoder: InferenceSession,
    private readonly options: TrainableOptions,
  ) {}

  static async open(options: TrainableOptions): Promise<TrainableModel> {
    const { folder, manifest } = options.model;
    const weights = new FolderWeights(folder, manifest);
    const encoder = await openTrainingSession(sourceGraph(weights).encode(), options.intraOpThreads);
    return new TrainableModel(weights, await openTokenizer(folder, manifest), encoder, options);
  }

  async lessons(pairs: readonly TeachingPair[]): Promise<readonly (Lesson | undefined)[]> {
    const { from, to, domain, model, rewrite } = this.options;
    const { shape, tokens } = model.manifest;
    const waiting = pairs.flatMap((pair, index) => {
      const { source, target } = rewrite(pair);
      const ids = this.tokenizer.encode([{ kind: 'text', text: source }], from, to, domain);
      const words = Int32Array.from([...this.tokenizer.encodeTarget(target), tokens.eos]);
      return ids.length >= shape.positions || words.length >= shape.positions
        ? []
        : [{ index, ids, target: words }];
    });
    waiting.sort((a, b) => a.ids.length - b.ids.length);
    const lessons = new Array<Lesson | undefined>(pairs.length).fill(undefined);
    while (waiting.length > 0) {
      const longest = waiting.at(-1)?.ids.length ?? 1;
      const group = waiting.splice(-Math.max(1, Math.floor(TOKENS_AT_ONCE / longest)));
      const memories = await this.#encode(group.map(({ ids }) => ids));
      for (const [at, { index, target }] of group.entries()) {
        const memory = memories[at];
        if (memory !== undefined) lessons[index] = { ...memory, target };
      }
    }
    return lessons;
  }

  async close(): Promise<void> {
    await this.encoder.release();
  }

  async #encode(sources: readonly (readonly number[])[]): Promise<readonly Omit<Lesson, 'target'>[]> {
    const count = sources.length;
    const length = Math.max(...sources.map((source) => source.length));
    const ids = new Int32Array(length * count);
    const positions = Int32Array.from({ length: length * count }, (_, at) => Math.floor(at / count) + 1);
    const mask = new Float32Array(count * length).fill(HIDDEN);
    for (const [s, source] of sources.entries()) {
      for (const [l, id] of source.entries()) ids[l * count + s] = id;
      mask.fill(0, s * length, s * length + source.length);
    }
    const { memory } = await this.encoder.run({
      ids: new Tensor('int32', ids, [length, count]),
      positions: new Tensor('int32', positions, [length, count]),
      mask: new Tensor('float32', mask, [count, 1, 1, length]),
    });
    if (!(memory?.data instanceof Float32Array)) throw new Error('The encoder gave no float tensor.');
    const { data } = memory;
    const width = data.length / (length * count);
    return sources.map((source, s) => eightBits(data, width, source.length, (l) => (l * count + s) * width));
  }
}

/** Rows of a tensor as 8-bit numbers: they are kept for a whole training. */
function eightBits(
  data: Float32Array,
  width: number,
  rows: number,
  startOf: (row: number) => number,
): Omit<Lesson, 'target'> {
  const memory = new Int8Array(rows * width);
  const scales = new Float32Array(rows);
  for (let row = 0; row < rows; row++) {
    const start = startOf(row);
    let largest = 0;
    for (let i = 0; i < width; i++) largest = Math.max(largest, Math.abs(data[start + i] ?? 0));
    const scale = largest / LARGEST || 1;
    scales[row] = scale;
    for (let i = 0; i < width; i++) memory[row * width + i] = Math.round((data[start + i] ?? 0) / scale);
  }
  return { memory, scales };
}
