import { FLOAT, type GraphBuilder, INT8, UINT8 } from './graph.js';
import { type Linear, type Norm, sinusoids, type Weights } from './weights.js';

/** In the place of an optional input that is not given. */
const ABSENT = '';

interface QuantizedRows {
  readonly values: string;
  /** [rows, 1]; of one row alone [1] */
  readonly scale: string;
  readonly zeroPoint: string;
}

/**
 * How many rows a graph is made for. Where they come by the hundred, kernels that are quick with many of them are worth more
 * nodes; where there is one, nodes are a good part of the time, and its scale can be given to the product as a number.
 */
export type Rows = 'one' | 'several' | 'many';

/** Residual stream after a layer: its normalised form for the next one, and the sum itself. */
export interface Stream {
  readonly normed: string;
  readonly sum: string;
}

/**
 * The blocks of the transformer, on activations of shape [rows, width].
 *
 * Activations are quantized row by row, not tensor by tensor: a token's result then does not depend on which
 * other sentences share its batch, but for the last bits of sums that are added in another order.
 */
export class Layers {
  readonly #quantized = new Map<string, QuantizedRows>();
  #zeroPoints: string | undefined;
  #plain: readonly [ones: string, zeros: string] | undefined;

  constructor(
    readonly graph: GraphBuilder,
    readonly weights: Weights,
    private readonly rows: Rows = 'several',
  ) {}

  /** Scaled token embeddings plus positions, for flat lists of ids. */
  embed(ids: string, positions: string, positionRows: number): string {
    const g = this.graph;
    const { embedding, architecture } = this.weights;
    const width = architecture.d_model;
    const table = g.constant('embedding', INT8, [embedding.rows, width], embedding.data);
    const scale = g.constant('embedding.scale', FLOAT, [embedding.rows], embedding.scale);
    const tokens = g.op('Cast', [g.op('Gather', [table, ids])], { to: FLOAT });
    const factor = architecture.scale_embedding ? Math.sqrt(width) : 1;
    const rowScale = g.op('Mul', [g.op('Gather', [scale, ids]), g.scalar(factor)]);
    const sines = g.constant('sinusoids', FLOAT, [positionRows, width], sinusoids(positionRows, width));
    return g.op('Add', [
      g.op('Mul', [tokens, g.reshape(rowScale, -1, 1)]),
      g.op('Gather', [sines, positions]),
    ]);
  }

  norm(x: string, norm: Norm): Stream {
    const [gamma, beta] = this.#normConstants(norm);
    const epsilon = { float: 1e-5 };
    const g = this.graph;
    if (this.rows !== 'many') {
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
    if (this.rows === 'one') {
      return this.norm(g.op('Add', [this.project(x, linear, afterRelu, this.#bias(linear)), sum]), norm);
    }
    const branch = g.op('Add', [this.project(x, linear, afterRelu), sum]);
    return this.norm(g.op('Add', [branch, this.#bias(linear)]), norm);
  }

  /** x · W with int8 weights per column and activations per row; only one row alone takes a bias along. */
  project(x: string, linear: Linear, afterRelu = false, bias?: string): string {
    const g = this.graph;
    const weight = g.constant(`${linear.name}.weight`, INT8, [linear.inputs, linear.outputs], linear.data);
    const scale = g.constant(`${linear.name}.scale`, FLOAT, [linear.outputs], linear.scale);
    return this.multiply(x, weight, scale, afterRelu, bias);
  }

  multiply(x: string, weight: string, columnScale: string, afterRelu = false, bias?: string): string {
    const rows = this.#quantize(x, afterRelu);
    if (this.rows === 'one') {
      const inputs = [rows.values, weight, rows.scale, columnScale, rows.zeroPoint];
      return this.graph.contrib(
        'MatMulIntegerToFloat',
        bias === undefined ? inputs : [...inputs, ABSENT, bias],
      );
    }
    const product = this.graph.contrib('MatMulIntegerToFloat', [
      rows.values,
      weight,
      this.graph.scalar(1),
      columnScale,
      rows.zeroPoint,
    ]);
    return this.graph.op('Mul', [product, rows.scale]);
  }

  linear(x: string, linear: Linear): string {
    if (this.rows === 'one') return this.project(x, linear, false, this.#bias(linear));
    return this.graph.op('Add', [this.project(x, linear), this.#bias(linear)]);
  }

  feedForward(stream: Stream, prefix: string, next: Norm): Stream {
    const inner = this.graph.op('Relu', [this.linear(stream.normed, this.weights.linear([`${prefix}.fc1`]))]);
    const outer = this.weights.linear([`${prefix}.fc2`]);
    return this.addAndNorm(inner, outer, stream.sum, next, true);
  }

  /**
   * softmax(q·kᵀ + mask)·v with time-major operands: q is [m, S, heads, head], k and v are [n, S, heads, head].
   * FusedMatMul's batch transposition reads them where they lie, so that no cache is ever copied into shape.
   */
  scores(q: string, k: string): string {
    return this.graph.contrib('FusedMatMul', [q, k], { transB: 1, transBatchA: 1, transBatchB: 1 });
  }

  /** [S, heads, m, n] times [n, S, heads, head], laid back to [m, S, heads, head]. */
  mix(probabilities: string, v: string): string {
    return this.graph.op('Transpose', [this.mixOne(probabilities, v)], { perm: [2, 0, 1, 3] });
  }

  /** The same without laying back: [S, heads, m, head], which for one row is the same numbers in the same order. */
  mixOne(probabilities: string, v: string): string {
    return this.graph.contrib('FusedMatMul', [probabilities, v], { transBatchB: 1 });
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
    // After a ReLU nothing is negative: all 255 steps serve the positive side.
    const magnitude = afterRelu ? x : g.op('Abs', [x]);
    const keepdims = this.rows === 'one' ? 0 : 1;
    const largest = g.op('ReduceMax', [magnitude], { axes: [-1], keepdims });
    const steps = afterRelu ? 255 : 127;
    // A row of zeros has scale zero: whatever its quantized values are, they are multiplied by zero afterwards.
    const scale = g.op('Mul', [largest, g.scalar(1 / steps)]);
    const zeroPoint = this.#zeroPoint(afterRelu ? 0 : 128);
    const rows = { values: this.#integers(x, scale, zeroPoint, afterRelu), scale, zeroPoint };
    this.#quantized.set(x, rows);
    return rows;
  }

  #integers(x: string, scale: string, zeroPoint: string, afterRelu: boolean): string {
    const g = this.graph;
    if (this.rows === 'one') return g.op('QuantizeLinear', [x, scale, zeroPoint]);
    const flat = g.reshape(scale, -1);
    const inputs = afterRelu ? [x, flat] : [x, flat, this.#rowZeroPoints(flat)];
    return g.op('QuantizeLinear', inputs, { axis: 0 });
  }

  #bias({ name, bias }: Linear): string {
    return this.graph.constant(`${name}.bias`, FLOAT, [bias.length], bias);
  }

  #zeroPoint(value: number): string {
    return this.graph.constant(`zero/${value}`, UINT8, [], Uint8Array.of(value));
  }

  #rowZeroPoints(scale: string): string {
    this.#zeroPoints ??= this.graph.op('Expand', [this.#zeroPoint(128), this.graph.op('Shape', [scale])]);
    return this.#zeroPoints;
  }
}
