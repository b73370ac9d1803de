import { FLOAT, type GraphBuilder, INT8, INT64 } from '../../trainer/graphs/graph-builder.js';
import { type Linear, type Norm, sinusoids, type Weights } from '../../trainer/graphs/weights.js';

interface Quantized {
  readonly values: string;
  readonly scale: string;
  readonly zeroPoint: string;
}

/**
 * Transformer blocks as the common exporters write them: batch-major, one scale per activation tensor
 * (DynamicQuantizeLinear and MatMulInteger), heads split by transposition.
 */
export class OptimumLayers {
  readonly #quantized = new Map<string, Quantized>();
  readonly #heads: number;
  readonly #head: number;

  constructor(
    readonly graph: GraphBuilder,
    readonly weights: Weights,
  ) {
    const { d_model, decoder_attention_heads } = weights.architecture;
    this.#heads = decoder_attention_heads;
    this.#head = d_model / decoder_attention_heads;
  }

  embed(ids: string, positions: string): string {
    const g = this.graph;
    const { embedding, architecture } = this.weights;
    const width = architecture.d_model;
    const table = g.constant('embedding', INT8, [embedding.rows, width], embedding.data);
    const scale = g.constant('embedding.scale', FLOAT, [embedding.rows, 1], embedding.scale);
    const tokens = g.op('Mul', [
      g.op('Cast', [g.op('Gather', [table, ids])], { to: FLOAT }),
      g.op('Mul', [g.op('Gather', [scale, ids]), g.scalar(Math.sqrt(width))]),
    ]);
    const rows = architecture.max_position_embeddings;
    const sines = g.constant('sinusoids', FLOAT, [rows, width], sinusoids(rows, width));
    return g.op('Add', [tokens, g.op('Gather', [sines, positions])]);
  }

  /** 1, 2, 3, … along the second axis of a tensor of token ids. */
  counting(ids: string): string {
    const g = this.graph;
    const zero = g.op('Mul', [ids, g.constant('int64/0', INT64, [], BigInt64Array.of(0n))]);
    const ones = g.op('Add', [zero, g.constant('int64/1', INT64, [], BigInt64Array.of(1n))]);
    return g.op('CumSum', [ones, g.constant('int64/1', INT64, [], BigInt64Array.of(1n))]);
  }

  /** 0 where the attention mask is 1, far below every score elsewhere; [B, 1, 1, L]. */
  additiveMask(mask: string): string {
    const g = this.graph;
    const hidden = g.op('Sub', [g.scalar(1), g.op('Cast', [mask], { to: FLOAT })]);
    return g.op('Mul', [g.op('Unsqueeze', [hidden, g.shape(1, 2)]), g.scalar(-1e9)]);
  }

  norm(x: string, norm: Norm): string {
    const g = this.graph;
    const gamma = g.constant(`${norm.name}.gamma`, FLOAT, [norm.gamma.length], norm.gamma);
    const beta = g.constant(`${norm.name}.beta`, FLOAT, [norm.beta.length], norm.beta);
    return g.op('LayerNormalization', [x, gamma, beta], { axis: -1, epsilon: { float: 1e-5 } });
  }

  linear(x: string, linear: Linear): string {
    const g = this.graph;
    const weight = g.constant(`${linear.name}.weight`, INT8, [linear.inputs, linear.outputs], linear.data);
    const scale = g.constant(`${linear.name}.scale`, FLOAT, [linear.outputs], linear.scale);
    const bias = g.constant(`${linear.name}.bias`, FLOAT, [linear.outputs], linear.bias);
    return g.op('Add', [this.multiply(x, weight, scale), bias]);
  }

  multiply(x: string, weight: string, scale: string): string {
    const g = this.graph;
    const { values, scale: rowScale, zeroPoint } = this.#quantize(x);
    const zero = g.constant('int8/0', INT8, [], Int8Array.of(0));
    const product = g.op('Cast', [g.op('MatMulInteger', [values, weight, zeroPoint, zero])], { to: FLOAT });
    return g.op('Mul', [product, g.op('Mul', [rowScale, scale])]);
  }

  /** [B, L, width] to [B, heads, L, head]. */
  split(x: string): string {
    const g = this.graph;
    return g.op('Transpose', [g.reshape(x, 0, -1, this.#heads, this.#head)], { perm: [0, 2, 1, 3] });
  }

  attend(q: string, k: string, v: string, mask: string): string {
    const g = this.graph;
    const scores = g.op('MatMul', [q, g.op('Transpose', [k], { perm: [0, 1, 3, 2] })]);
    const shares = g.op('Softmax', [g.op('Add', [scores, mask])], { axis: -1 });
    const mixed = g.op('Transpose', [g.op('MatMul', [shares, v])], { perm: [0, 2, 1, 3] });
    return g.reshape(mixed, 0, -1, this.#heads * this.#head);
  }

  feedForward(x: string, prefix: string): string {
    const normed = this.norm(x, this.weights.norm(`${prefix}.final_layer_norm`));
    const inner = this.graph.op('Relu', [this.linear(normed, this.weights.linear([`${prefix}.fc1`]))]);
    return this.graph.op('Add', [x, this.linear(inner, this.weights.linear([`${prefix}.fc2`]))]);
  }

  /** Queries (already scaled), keys and values of a self-attention, by heads. */
  selfAttention(x: string, prefix: string): [string, string, string] {
    const names = ['q_proj', 'k_proj', 'v_proj'].map((part) => `${prefix}.self_attn.${part}`);
    const width = this.#heads * this.#head;
    const fused = this.linear(x, this.weights.linear(names, 1 / Math.sqrt(this.#head)));
    const [q = '', k = '', v = ''] = this.graph.ops(
      'Split',
      [fused, this.graph.shape(width, width, width)],
      3,
      {
        axis: -1,
      },
    );
    return [this.split(q), this.split(k), this.split(v)];
  }

  get queryFactor(): number {
    return 1 / Math.sqrt(this.#head);
  }

  #quantize(x: string): Quantized {
    const known = this.#quantized.get(x);
    if (known !== undefined) return known;
    const [values = '', scale = '', zeroPoint = ''] = this.graph.ops('DynamicQuantizeLinear', [x], 3);
    const quantized = { values, scale, zeroPoint };
    this.#quantized.set(x, quantized);
    return quantized;
  }
}
