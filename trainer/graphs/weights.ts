import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeSinusoid } from '#src/model/sinusoid.js';
import { type QuantizedMatrix, Safetensors } from './safetensors.js';

/** The part of the Hugging Face M2M100 configuration that shapes the graphs. */
export interface Architecture {
  readonly d_model: number;
  readonly encoder_layers: number;
  readonly decoder_layers: number;
  readonly encoder_attention_heads: number;
  readonly decoder_attention_heads: number;
  readonly encoder_ffn_dim: number;
  readonly decoder_ffn_dim: number;
  readonly vocab_size: number;
  readonly max_position_embeddings: number;
  readonly pad_token_id: number;
  readonly bos_token_id: number;
  readonly eos_token_id: number;
  readonly decoder_start_token_id: number;
  readonly activation_function: string;
  readonly scale_embedding: boolean;
  readonly tie_word_embeddings: boolean;
}

/** What a row of the embedding is multiplied with when it is an input. */
export function inputFactor({ scale_embedding: isScaled, d_model: width }: Architecture): number {
  return isScaled ? Math.sqrt(width) : 1;
}

/** A linear layer ready for the graph: the matrix is laid out [in, out], as integer GEMMs want it. */
export interface Linear {
  readonly name: string;
  readonly inputs: number;
  readonly outputs: number;
  readonly data: Int8Array;
  readonly scale: Float32Array;
  readonly bias: Float32Array;
  /** Its inputs are rounded to 7 bits between minus and plus this; absent: every row to a range of its own. */
  readonly range?: number;
}

export interface Norm {
  readonly name: string;
  readonly gamma: Float32Array;
  readonly beta: Float32Array;
}

/** Where the graphs take their numbers from. */
export interface Weights {
  readonly architecture: Architecture;
  readonly embedding: QuantizedMatrix;
  norm(name: string): Norm;
  /**
   * Layers that read the same input become one wide matrix (fused QKV). `multiply` scales the first of them:
   * 1/sqrt(head width) belongs to the queries and is free when folded into their scales.
   */
  linear(names: readonly string[], multiply?: number): Linear;
}

/** Trained weights as the trainer leaves them: Hugging Face names, int8 rows with scales. */
export class TrainedWeights implements Weights {
  readonly architecture: Architecture;
  readonly embedding: QuantizedMatrix;
  readonly #tensors: Safetensors;
  readonly #ranges: Readonly<Record<string, number>>;

  constructor(folder: string) {
    this.architecture = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'));
    if (this.architecture.activation_function !== 'relu' || !this.architecture.tie_word_embeddings) {
      throw new Error('Only ReLU models with tied embeddings can be exported.');
    }
    this.#tensors = new Safetensors(join(folder, 'weights.int8.safetensors'));
    const calibration = join(folder, 'calibration.json');
    this.#ranges = existsSync(calibration) ? JSON.parse(readFileSync(calibration, 'utf8')) : {};
    this.embedding = this.#tensors.matrix('model.shared.weight');
    if (this.embedding.rows !== this.architecture.vocab_size) {
      throw new Error(
        `config.json says ${this.architecture.vocab_size} tokens, the embedding has ${this.embedding.rows}.`,
      );
    }
  }

  norm(name: string): Norm {
    const prefix = `model.${name}`;
    return {
      name,
      gamma: this.#tensors.vector(`${prefix}.weight`),
      beta: this.#tensors.vector(`${prefix}.bias`),
    };
  }

  linear(names: readonly string[], multiply = 1): Linear {
    const range = this.#ranges[names[0] ?? ''];
    return { ...linearOf(this.#tensors, names, multiply), ...(range === undefined ? {} : { range }) };
  }
}

/** Layers that a file holds under `model.NAME`, as one; see `Weights.linear`. */
export function linearOf(tensors: Safetensors, names: readonly string[], multiply = 1): Linear {
  const parts = names.map((name, index) => ({
    matrix: tensors.matrix(`model.${name}.weight`),
    bias: tensors.vector(`model.${name}.bias`),
    factor: index === 0 ? multiply : 1,
  }));
  const inputs = parts[0]?.matrix.columns ?? 0;
  const outputs = parts.reduce((sum, part) => sum + part.matrix.rows, 0);
  const data = new Int8Array(inputs * outputs);
  const scale = new Float32Array(outputs);
  const bias = new Float32Array(outputs);
  let column = 0;
  for (const { matrix, bias: partBias, factor } of parts) {
    for (let row = 0; row < matrix.rows; row++, column++) {
      scale[column] = (matrix.scale[row] ?? 0) * factor;
      bias[column] = (partBias[row] ?? 0) * factor;
      for (let i = 0; i < inputs; i++) data[i * outputs + column] = matrix.data[row * inputs + i] ?? 0;
    }
  }
  return { name: names.join('+'), inputs, outputs, data, scale, bias };
}

/**
 * The class's sinusoidal table: row p holds sin and then cos of p times each frequency. Row 0 is never read,
 * because the first token has position id `pad + 1`.
 */
export function sinusoids(rows: number, width: number): Float32Array {
  const table = new Float32Array(rows * width);
  for (let position = 0; position < rows; position++) writeSinusoid(position, table, position * width, width);
  return table;
}
