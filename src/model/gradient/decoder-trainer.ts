import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { type OptimizerSettings, Parameter } from '../adaptation-parameter.js';
import { type DerivedDecoder, packDecoder } from '../derived-decoder.js';
import type { Weights } from '../export/weights.js';
import { decoderShape, lessonGraph } from './lesson.js';
import { batchOf, type Lesson, type LessonBatch } from './lesson-batch.js';
import { decoderMatrices, decoderNorms, decoderParameters } from './places.js';
import { openTrainingSession } from './session.js';

export interface DecoderTrainerOptions {
  readonly weights: Weights;
  readonly rank: number;
  /** Tokens that lessons are about, in ascending order. */
  readonly tokens: Int32Array;
  /** False: it only reads, three times as fast. Default true. */
  readonly slopes?: boolean;
  readonly optimizer: OptimizerSettings;
  readonly intraOpThreads: number;
}

/** What the decoder goes through in one lesson, token by token. */
export interface LessonTrace {
  /** NaN for a token that is not among those that lessons are about. */
  readonly logProbabilities: Float32Array;
  /** The state before each token, one row of the model's width after the other. */
  readonly hidden: Float32Array;
}

/**
 * Biases and norms learn so much slower than the factors of products: they are the base model's own numbers, and small ones,
 * while the factors begin at nothing.
 */
const VECTOR_RATE = 0.1;

/** Values of all parameters at some moment of a training. */
export type Snapshot = ReadonlyMap<string, Float32Array>;

/** Trains the decoder by gradient descent; see `lessonGraph` for what is computed. */
export class DecoderTrainer {
  readonly #options: DecoderTrainerOptions;
  readonly #session: InferenceSession;
  #parameters: readonly Parameter[];
  readonly #places: ReadonlyMap<number, number>;

  private constructor(options: DecoderTrainerOptions, session: InferenceSession) {
    this.#options = options;
    this.#session = session;
    this.#places = new Map(Array.from(options.tokens, (token, place) => [token, place]));
    this.#parameters = firstParameters(options);
  }

  static async open(options: DecoderTrainerOptions): Promise<DecoderTrainer> {
    const graph = lessonGraph(options.weights, options).encode();
    const session = await openTrainingSession(graph, options.intraOpThreads);
    return new DecoderTrainer(options, session);
  }

  /** One step down the gradient. */
  async learn(lessons: readonly Lesson[], rate: number): Promise<void> {
    const slopes = await this.slopes(lessons);
    for (const parameter of this.#parameters) {
      const own = isVector(parameter) ? rate * VECTOR_RATE : rate;
      parameter.step(slopes.get(parameter.name) ?? new Float32Array(), own, this.#options.optimizer);
    }
  }

  /** Slopes of the loss, minus the mean log-probability of the tokens, by parameter. */
  async slopes(lessons: readonly Lesson[]): Promise<ReadonlyMap<string, Float32Array>> {
    const out = await this.#session.run(this.#feeds(this.#batch(lessons)));
    return new Map(this.#parameters.map(({ name }) => [name, floats(out[`${name}/slope`])]));
  }

  async traces(lessons: readonly Lesson[]): Promise<readonly LessonTrace[]> {
    const batch = this.#batch(lessons);
    const out = await this.#session.run(this.#feeds(batch), ['log_probabilities', 'hidden']);
    const [logs, hidden] = [floats(out.log_probabilities), floats(out.hidden)];
    const { d_model: width } = this.#options.weights.architecture;
    return lessons.map(({ target }, s) => {
      const start = s * batch.time;
      return {
        logProbabilities: Float32Array.from(target, (token, t) =>
          this.#places.has(token) ? (logs[start + t] ?? 0) : Number.NaN,
        ),
        hidden: hidden.slice(start * width, (start + target.length) * width),
      };
    });
  }

  /** The values being trained; changing them changes the decoder. */
  values(): ReadonlyMap<string, Float32Array> {
    return new Map(this.#parameters.map(({ name, values }) => [name, values]));
  }

  snapshot(): Snapshot {
    return new Map(this.#parameters.map(({ name, values }) => [name, values.slice()]));
  }

  restore(snapshot: Snapshot): void {
    for (const { name, values } of this.#parameters) values.set(snapshot.get(name) ?? values);
  }

  /** Forgets everything it has learnt. */
  reset(): void {
    this.#parameters = firstParameters(this.#options);
  }

  /** The decoder as it is now, in the form in which it serves. */
  derive(key: string): DerivedDecoder {
    const { weights, rank } = this.#options;
    return packDecoder(key, decoderShape(weights.architecture), rank, this.values());
  }

  async close(): Promise<void> {
    await this.#session.release();
  }

  #batch(lessons: readonly Lesson[]): LessonBatch {
    return batchOf(lessons, this.#options.weights.architecture, (token) => this.#places.get(token));
  }

  #feeds({ feeds }: LessonBatch): Record<string, Tensor> {
    const all: Record<string, Tensor> = { ...feeds };
    for (const { name, values, shape } of this.#parameters) all[name] = new Tensor('float32', values, shape);
    return all;
  }
}

/** Training starts from the base model exactly: one factor of each product is zero. */
function firstParameters({ weights, rank }: DecoderTrainerOptions): readonly Parameter[] {
  const shape = decoderShape(weights.architecture);
  const known = new Map<string, Float32Array>();
  for (const { names } of decoderMatrices(shape))
    known.set(`${names.join('+')}.bias`, weights.linear(names).bias);
  for (const name of decoderNorms(shape)) {
    const { gamma, beta } = weights.norm(name);
    known.set(`${name}.gamma`, gamma).set(`${name}.beta`, beta);
  }
  return decoderParameters(shape, rank).map(({ name, dims }) => {
    const values = known.get(name);
    if (values !== undefined) return Parameter.from(name, dims, values);
    return name.endsWith('.down')
      ? Parameter.random(name, dims, Math.sqrt(1 / (dims[0] ?? 1)))
      : Parameter.zero(name, dims);
  });
}

function isVector({ shape }: Parameter): boolean {
  return shape.length === 1;
}

function floats(tensor: Tensor | undefined): Float32Array {
  if (tensor?.data instanceof Float32Array) return tensor.data;
  throw new Error('The training graph gives 32-bit numbers.');
}
