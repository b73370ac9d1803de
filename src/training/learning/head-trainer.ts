import { fileURLToPath } from 'node:url';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { OutputHead } from '../../model/adaptation.js';
import { shared } from '../../model/shared-memory.js';
import { type OptimizerSettings, Parameter } from './parameter.js';

export interface HeadTrainerOptions {
  readonly width: number;
  readonly rank: number;
  /** The tokens that follow the states; only these are corrected. */
  readonly tokens: Int32Array;
  /** Their rows of the frozen output layer. */
  readonly outputLayer: Float32Array;
  readonly optimizer: OptimizerSettings;
  readonly intraOpThreads: number;
}

/** States and, for each, the position in `tokens` of what followed. */
export interface HeadBatch {
  readonly states: Float32Array;
  readonly next: BigInt64Array;
  /** How much each row counts; default all the same. */
  readonly weights?: Float32Array;
  /** For each row what each unit is multiplied by: 0 leaves it out of this step; default 1. */
  readonly kept?: Float32Array;
}

/** One step of training as a graph; `assets/generators/training-head.ts` says what it computes, and writes it. */
const GRAPH = fileURLToPath(new URL('../../../assets/training/head.onnx', import.meta.url));
/** First weights are drawn with this variance times 1 / width. */
const FIRST_VARIANCE = 1;

/** Trains an `OutputHead` by gradient descent. */
export class HeadTrainer {
  readonly #options: HeadTrainerOptions;
  readonly #session: InferenceSession;
  readonly #inputs: Parameter;
  readonly #inputBias: Parameter;
  readonly #outputs: Parameter;
  readonly #bias: Parameter;

  private constructor(options: HeadTrainerOptions, session: InferenceSession) {
    this.#options = options;
    this.#session = session;
    const { width, rank, tokens } = options;
    this.#inputs = Parameter.random('inputs', [width, rank], Math.sqrt(FIRST_VARIANCE / width));
    this.#inputBias = Parameter.zero('input_bias', [rank]);
    // Zero outputs: training starts from the base model exactly.
    this.#outputs = Parameter.zero('outputs', [rank, width]);
    this.#bias = Parameter.zero('bias', [tokens.length]);
  }

  static async open(options: HeadTrainerOptions): Promise<HeadTrainer> {
    const session = await InferenceSession.create(GRAPH, {
      intraOpNumThreads: options.intraOpThreads,
      interOpNumThreads: 1,
      logSeverityLevel: 3,
    });
    return new HeadTrainer(options, session);
  }

  /** One step down the gradient; gives the log-probability of each token before it. */
  async learn(batch: HeadBatch, rate: number): Promise<Float32Array> {
    const out = await this.#session.run(this.#feeds(batch));
    for (const parameter of this.#parameters()) {
      parameter.step(floats(out[`${parameter.name}_gradient`]), rate, this.#options.optimizer);
    }
    return floats(out.log_probabilities);
  }

  /** Log-probability of each token under the head, with its correction multiplied by `share`. */
  async score(batch: HeadBatch, share = 1): Promise<Float32Array> {
    const out = await this.#session.run(this.#feeds(batch, share), ['log_probabilities']);
    return floats(out.log_probabilities);
  }

  /** The gradients of a batch, by parameter; what tests compare with differences of the loss. */
  async gradients(batch: HeadBatch): Promise<ReadonlyMap<string, Float32Array>> {
    const out = await this.#session.run(this.#feeds(batch));
    return new Map(this.#parameters().map(({ name }) => [name, floats(out[`${name}_gradient`])]));
  }

  /** The values being trained; changing them changes the head. */
  values(): ReadonlyMap<string, Float32Array> {
    return new Map(this.#parameters().map(({ name, values }) => [name, values]));
  }

  /** The head as it is now, multiplied out for serving. */
  head(): OutputHead {
    const { width, rank, tokens, outputLayer } = this.#options;
    const inputs = shared(Float32Array, rank * width);
    for (let i = 0; i < width; i++) {
      for (let unit = 0; unit < rank; unit++) {
        inputs[unit * width + i] = this.#inputs.values[i * rank + unit] ?? 0;
      }
    }
    const outputs = shared(Int8Array, tokens.length * rank);
    const scales = shared(Float32Array, tokens.length);
    const row = new Float32Array(rank);
    for (let token = 0; token < tokens.length; token++) {
      let largest = 0;
      for (let unit = 0; unit < rank; unit++) {
        let sum = 0;
        for (let i = 0; i < width; i++) {
          sum += (this.#outputs.values[unit * width + i] ?? 0) * (outputLayer[token * width + i] ?? 0);
        }
        row[unit] = sum;
        largest = Math.max(largest, Math.abs(sum));
      }
      const scale = largest / 127 || 1;
      scales[token] = scale;
      for (let unit = 0; unit < rank; unit++)
        outputs[token * rank + unit] = Math.round((row[unit] ?? 0) / scale);
    }
    return {
      rank,
      inputs,
      inputBias: shared(Float32Array, this.#inputBias.values),
      tokens: shared(Int32Array, tokens),
      outputs,
      scales,
      bias: shared(Float32Array, this.#bias.values),
    };
  }

  async close(): Promise<void> {
    await this.#session.release();
  }

  #parameters(): readonly Parameter[] {
    return [this.#inputs, this.#inputBias, this.#outputs, this.#bias];
  }

  #feeds({ states, next, weights, kept }: HeadBatch, share = 1): Record<string, Tensor> {
    const rows = next.length;
    const { width, rank, tokens, outputLayer } = this.#options;
    const total = weights?.reduce((sum, weight) => sum + weight, 0) ?? rows;
    const perRow = Float32Array.from({ length: rows }, (_, row) => (weights?.[row] ?? 1) / total);
    const tensor = (parameter: Parameter, factor: number) =>
      new Tensor(
        'float32',
        factor === 1 ? parameter.values : parameter.values.map((value) => value * factor),
        parameter.shape,
      );
    return {
      states: new Tensor('float32', states, [rows, width]),
      next: new Tensor('int64', next, [rows, 1]),
      per_row: new Tensor('float32', perRow, [rows, 1]),
      kept: new Tensor('float32', kept ?? new Float32Array(rank).fill(1), [
        kept === undefined ? 1 : rows,
        rank,
      ]),
      table: new Tensor('float32', outputLayer, [tokens.length, width]),
      inputs: tensor(this.#inputs, 1),
      input_bias: tensor(this.#inputBias, 1),
      outputs: tensor(this.#outputs, share),
      bias: tensor(this.#bias, share),
    };
  }
}

function floats(tensor: Tensor | undefined): Float32Array {
  if (tensor?.data instanceof Float32Array) return tensor.data;
  throw new Error('The training graph gives 32-bit numbers.');
}
