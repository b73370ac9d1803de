import { FLOAT, type GraphBuilder, INT8, UINT8 } from './graph-builder.js';
import { inputFactor, type Linear, type Norm, type Weights } from './weights.js';

/** Name of the table of tokens, which is the output layer too. */
export const EMBEDDING = 'embedding';
/**
 * Activations have 7 of the 8 bits: two products of a byte below 128 and a signed one fit into 16 bits, which is where processors
 * without VNNI add them up. With 8 bits these would need products of half the speed to stay exact, and translations measure the same.
 */
const STEPS = 63;
const ZERO_POINT = 64;
/** After a ReLU nothing is negative: all steps serve the positive side. */
const POSITIVE_STEPS = 127;
/** In the place of an optional input that is not given. */
const ABSENT = '';

interface QuantizedRows {
  readonly values: string;
  /** [rows, 1] */
  readonly scale: string;
  readonly zeroPoint: string;
}

/** How many rows a graph is made for: where they come by the hundred, kernels that are quick with many of them are worth more nodes. */
export type Rows = 'several' | 'many';

/** Residual stream after a layer: its normalised form for the next one, and the sum itself. */
export interface Stream {
  readonly normed: string;
  readonly sum: string;
}

/**
 * The blocks of the transformer, on activations of shape [rows, width].
 *
 * Activations are quantized to a range that is known beforehand, or row by row, never to what a tensor happens to hold: a token's
 * result then does not depend on which other sentences share its batch, but for the last bits of sums that are added in another order.
 */
export class Layers {
  readonly #quantized = new Map<string, QuantizedRows>();
  /** Tensor and scale → its integers. */
  readonly #ranged = new Map<string, string>();
  #zeroPoints: string | undefined;
  #plain: readonly [ones: string, zeros: string] | undefined;

  readonly #rows: Rows;

  constructor(
    readonly graph: GraphBuilder,
    readonly weights: Weights,
    rows: Rows = 'several',
  ) {
    this.#rows = rows;
  }

  /** Scaled rows of the table, without positions. */
  embed(ids: string): string {
    const g = this.graph;
    const { embedding, architecture } = this.weights;
    const width = architecture.d_model;
    const table = g.constant(EMBEDDING, INT8, [embedding.rows, width], embedding.data);
    const scale = g.constant(`${EMBEDDING}.scale`, FLOAT, [embedding.rows], embedding.scale);
    const tokens = g.op('Cast', [g.op('Gather', [table, ids])], { to: FLOAT });
    const rowScale = g.op('Mul', [g.op('Gather', [scale, ids]), g.scalar(inputFactor(architecture))]);
    return g.op('Mul', [tokens, g.reshape(rowScale, -1, 1)]);
  }

  norm(x: string, norm: Norm): Stream {
    const [gamma, beta] = this.#normConstants(norm);
    const epsilon = { float: 1e-5 };
    const g = this.graph;
    if (this.#rows !== 'many') {
      return { normed: g.op('LayerNormalization', [x, gamma, beta], { axis: -1, epsilon }), sum: x };
    }
    // ONNX Runtime's kernel for layers is scalar, that for instances is not: a row is a channel of one instance.
    const width = norm.gamma.length;
    this.#plain ??= this.#onesAndZeros(x);
    const channels = g.op('Reshape', [x, g.shape(1, -1, width)]);
    const rows = g.reshape(g.op('InstanceNormalization', [channels, ...this.#plain], { epsilon }), -1, width);
    return { normed: g.op('Add', [g.op('Mul', [rows, gamma]), beta]), sum: x };
  }

  /** sum + x · W + bias, and its normalised form. ONNX Runtime's fused node for this is twice as slow. */
  addAndNorm(x: string, linear: Linear, sum: string, norm: Norm, afterRelu = false): Stream {
    const g = this.graph;
    return this.norm(g.op('Add', [this.linear(x, linear, afterRelu), sum]), norm);
  }

  /** x · W + bias */
  linear(x: string, linear: Linear, afterRelu = false): string {
    const g = this.graph;
    const [weight, columnScale] = this.#matrix(linear);
    const bias = this.#bias(linear);
    if (linear.range === undefined)
      return g.op('Add', [this.multiply(x, weight, columnScale, afterRelu), bias]);
    const scale = g.scalar(linear.range / (afterRelu ? POSITIVE_STEPS : STEPS));
    const zeroPoint = this.#zeroPoint(afterRelu ? 0 : ZERO_POINT);
    const key = `${x} ${scale}`;
    const values = this.#ranged.get(key) ?? g.op('QuantizeLinear', [x, scale, zeroPoint]);
    this.#ranged.set(key, values);
    return g.contrib('MatMulIntegerToFloat', [values, weight, scale, columnScale, zeroPoint, ABSENT, bias]);
  }

  /** x · W with int8 weights per column and activations per row. */
  multiply(x: string, weight: string, columnScale: string, afterRelu = false): string {
    const rows = this.#quantize(x, afterRelu);
    const product = this.graph.contrib('MatMulIntegerToFloat', [
      rows.values,
      weight,
      this.graph.scalar(1),
      columnScale,
      rows.zeroPoint,
    ]);
    return this.graph.op('Mul', [product, rows.scale]);
  }

  /**
   * x · W where every sentence has a matrix of its own, [sentences, width, n]; `rowsAt`, [sentences, rows of each], says which of
   * the rows of x are a sentence's. Comes out as [sentences, rows of each, n].
   */
  multiplyEach(x: string, rowsAt: string, matrices: string, columnScales: string): string {
    const g = this.graph;
    const { values, scale, zeroPoint } = this.#quantize(x, false);
    const apart = (y: string) => g.op('Gather', [y, rowsAt]);
    const product = g.contrib('MatMulIntegerToFloat', [
      apart(values),
      matrices,
      g.scalar(1),
      columnScales,
      zeroPoint,
    ]);
    return g.op('Mul', [product, apart(scale)]);
  }

  /** x · W + bias in one node, with activations quantized all together: good enough for a draft that is verified. */
  roughly(x: string, linear: Linear): string {
    return this.graph.contrib('DynamicQuantizeMatMul', [
      x,
      ...this.#matrix(linear),
      ABSENT,
      this.#bias(linear),
    ]);
  }

  feedForward(stream: Stream, prefix: string, next: Norm): Stream {
    const inner = this.graph.op('Relu', [this.linear(stream.normed, this.weights.linear([`${prefix}.fc1`]))]);
    const outer = this.weights.linear([`${prefix}.fc2`]);
    return this.addAndNorm(inner, outer, stream.sum, next, true);
  }

  /**
   * softmax(q·kᵀ + mask)·v with time-major operands: q is [m, S, heads, head], k and v are [n, S, heads, head].
   * FusedMatMul's batch transposition reads them where they lie, so that nothing is copied into shape.
   */
  scores(q: string, k: string): string {
    return this.graph.contrib('FusedMatMul', [q, k], { transB: 1, transBatchA: 1, transBatchB: 1 });
  }

  /** [S, heads, m, n] times [n, S, heads, head], laid back to [m, S, heads, head]. */
  mix(probabilities: string, v: string): string {
    const mixed = this.graph.contrib('FusedMatMul', [probabilities, v], { transBatchB: 1 });
    return this.graph.op('Transpose', [mixed], { perm: [2, 0, 1, 3] });
  }

  /**
   * Exchanges the rows of each sentence with its heads: [S, rows, heads, 1, n] and [S, heads, rows, 1, n]. The single row in every
   * matrix is on purpose: a row times a matrix has a kernel that reads the matrix where it lies, several rows would copy it first.
   */
  byHead(x: string): string {
    return this.graph.op('Transpose', [x], { perm: [0, 2, 1, 3, 4] });
  }

  /** As many ones and zeros as x has rows. */
  #onesAndZeros(x: string): readonly [string, string] {
    const g = this.graph;
    const rows = g.op('Slice', [g.op('Shape', [x]), g.shape(0), g.shape(1)]);
    return [g.op('Expand', [g.scalar(1), rows]), g.op('Expand', [g.scalar(0), rows])];
  }

  #normConstants(norm: Norm): [string, string] {
    return [
      this.graph.constant(`${norm.name}.gamma`, FLOAT, [norm.gamma.length], norm.gamma),
      this.graph.constant(`${norm.name}.beta`, FLOAT, [norm.beta.length], norm.beta),
    ];
  }

  #quantize(x: string, afterRelu: boolean): QuantizedRows {
    const known = this.#quantized.get(x);
    if (known !== undefined) return known;
    const g = this.graph;
    const magnitude = afterRelu ? x : g.op('Abs', [x]);
    const largest = g.op('ReduceMax', [magnitude], { axes: [-1], keepdims: 1 });
    const steps = afterRelu ? POSITIVE_STEPS : STEPS;
    // A row of zeros has scale zero: whatever its quantized values are, they are multiplied by zero afterwards.
    const scale = g.op('Mul', [largest, g.scalar(1 / steps)]);
    const zeroPoint = this.#zeroPoint(afterRelu ? 0 : ZERO_POINT);
    const rows = { values: this.#integers(x, scale, afterRelu), scale, zeroPoint };
    this.#quantized.set(x, rows);
    return rows;
  }

  #integers(x: string, scale: string, afterRelu: boolean): string {
    const g = this.graph;
    const flat = g.reshape(scale, -1);
    const inputs = afterRelu ? [x, flat] : [x, flat, this.#rowZeroPoints(flat)];
    return g.op('QuantizeLinear', inputs, { axis: 0 });
  }

  #matrix({ name, inputs, outputs, data, scale }: Linear): [weight: string, scale: string] {
    const g = this.graph;
    return [
      g.constant(`${name}.weight`, INT8, [inputs, outputs], data),
      g.constant(`${name}.scale`, FLOAT, [outputs], scale),
    ];
  }

  #bias({ name, bias }: Linear): string {
    return this.graph.constant(`${name}.bias`, FLOAT, [bias.length], bias);
  }

  #zeroPoint(value: number): string {
    return this.graph.constant(`zero/${value}`, UINT8, [], Uint8Array.of(value));
  }

  #rowZeroPoints(scale: string): string {
    this.#zeroPoints ??= this.graph.op('Expand', [
      this.#zeroPoint(ZERO_POINT),
      this.graph.op('Shape', [scale]),
    ]);
    return this.#zeroPoints;
  }
}
