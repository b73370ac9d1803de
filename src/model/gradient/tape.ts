import { FLOAT, type GraphBuilder, INT8 } from '../export/graph.js';
import { Layers } from '../export/layers.js';
import type { Linear, Weights } from '../export/weights.js';

/**
 * Writes a computation together with its gradient into one graph. Every operation puts down its formula at once and
 * remembers what it will do on the way back: given the slope of the loss at its result, add the slopes at its inputs.
 * Values that no parameter has touched get no slopes. Activations are [rows, width].
 */
export class Tape {
  readonly #layers: Layers;
  readonly #wayBack: (() => void)[] = [];
  readonly #slopes = new Map<string, string>();
  readonly #live = new Set<string>();
  readonly #parameters = new Map<string, readonly number[]>();

  constructor(
    readonly graph: GraphBuilder,
    weights: Weights,
  ) {
    this.#layers = new Layers(graph, weights);
  }

  /** Numbers under training: an input of the graph, whose slope becomes the output `NAME/slope`. */
  parameter(name: string, dims: readonly number[]): string {
    this.#parameters.set(name, dims);
    this.#live.add(name);
    return this.graph.input(name, FLOAT, dims);
  }

  add(a: string, b: string): string {
    return this.#op(this.graph.op('Add', [a, b]), [a, b], (slope) => {
      this.#give(a, () => slope);
      this.#give(b, () => slope);
    });
  }

  /** The same vector to every row. */
  addToRows(x: string, vector: string): string {
    return this.#op(this.graph.op('Add', [x, vector]), [x, vector], (slope) => {
      this.#give(x, () => slope);
      this.#give(vector, () => this.#sumOfRows(slope));
    });
  }

  product(x: string, matrix: string): string {
    const g = this.graph;
    return this.#op(g.op('MatMul', [x, matrix]), [x, matrix], (slope) => {
      this.#give(x, () => g.op('Gemm', [slope, matrix], { transB: 1 }));
      this.#give(matrix, () => g.op('Gemm', [x, slope], { transA: 1 }));
    });
  }

  /**
   * x · W with the frozen 8-bit matrix of the model, on the same kernels as in serving. On the way back the column scales go
   * to the slope, so that the transposed matrix is exact and only the slope is rounded.
   */
  frozen(x: string, linear: Linear, afterRelu = false): string {
    const g = this.graph;
    const out = this.#layers.project(x, linear, afterRelu);
    return this.#op(out, [x], (slope) => {
      const scale = g.constant(`${linear.name}.scale`, FLOAT, [linear.outputs], linear.scale);
      const weight = g.constant(`${linear.name}.weight`, INT8, [linear.inputs, linear.outputs], linear.data);
      this.#give(x, () =>
        this.#back(g.op('Mul', [slope, scale]), g.op('Transpose', [weight], { perm: [1, 0] })),
      );
    });
  }

  relu(x: string): string {
    const g = this.graph;
    const out = g.op('Relu', [x]);
    return this.#op(out, [x], (slope) => {
      this.#give(x, () =>
        g.op('Mul', [slope, g.op('Cast', [g.op('Greater', [out, g.scalar(0)])], { to: FLOAT })]),
      );
    });
  }

  /** (x − mean) / deviation · gamma + beta, row by row. */
  norm(x: string, gamma: string, beta: string): string {
    const g = this.graph;
    const centred = g.op('Sub', [x, this.#mean(x)]);
    const variance = this.#mean(g.op('Mul', [centred, centred]));
    const deviation = g.op('Sqrt', [g.op('Add', [variance, g.scalar(1e-5)])]);
    const plain = g.op('Div', [centred, deviation]);
    const scaled = this.#op(g.op('Mul', [plain, gamma]), [x, gamma], (slope) => {
      this.#give(gamma, () => this.#sumOfRows(g.op('Mul', [slope, plain])));
      this.#give(x, () => {
        const at = g.op('Mul', [slope, gamma]);
        const along = g.op('Mul', [plain, this.#mean(g.op('Mul', [at, plain]))]);
        return g.op('Div', [g.op('Sub', [g.op('Sub', [at, this.#mean(at)]), along]), deviation]);
      });
    });
    return this.addToRows(scaled, beta);
  }

  /** Rows of [sentences × time, width] as [sentences, heads, time, head]; `grid` holds the four sizes before turning. */
  heads(x: string, grid: string): string {
    const g = this.graph;
    const turned = g.op('Transpose', [g.op('Reshape', [x, grid])], { perm: [0, 2, 1, 3] });
    return this.#op(turned, [x], (slope) => this.#give(x, () => this.#rows(slope, x)));
  }

  /** Three equal parts of every row, each `width` wide. */
  thirds(x: string, width: number): readonly string[] {
    const g = this.graph;
    const parts = g.ops('Split', [x, g.shape(width, width, width)], 3, { axis: -1 });
    this.#record(parts, [x], (slopes) => this.#give(x, () => g.op('Concat', slopes, { axis: -1 })));
    return parts;
  }

  /** softmax(q · kᵀ + mask) · v for each head, laid back to rows like those of `like`. The queries are scaled already. */
  attention(q: string, k: string, v: string, mask: string, like: string): string {
    const g = this.graph;
    const turn = (x: string) => g.op('Transpose', [x], { perm: [0, 1, 3, 2] });
    const scores = g.op('Add', [g.op('MatMul', [q, turn(k)]), mask]);
    const shares = g.op('Softmax', [scores], { axis: -1 });
    const mixed = g.op('MatMul', [shares, v]);
    const out = this.#rows(mixed, like);
    return this.#op(out, [q, k, v], (slope) => {
      const turned = g.op('Transpose', [g.op('Reshape', [slope, this.#gridOf(mixed)])], {
        perm: [0, 2, 1, 3],
      });
      this.#give(v, () => g.op('MatMul', [turn(shares), turned]));
      const atShares = g.op('MatMul', [turned, turn(v)]);
      const weighted = g.op('Mul', [atShares, shares]);
      const total = g.op('ReduceSum', [weighted, g.shape(3)], { keepdims: 1 });
      const atScores = g.op('Sub', [weighted, g.op('Mul', [shares, total])]);
      this.#give(q, () => g.op('MatMul', [atScores, k]));
      this.#give(k, () => g.op('MatMul', [turn(atScores), q]));
    });
  }

  /**
   * Log-probability of each row's token among the tokens of a frozen 8-bit table, [rows, 1]. The loss is minus their
   * sum, each times its row's `share`.
   */
  logProbabilities(
    x: string,
    table: { readonly rows: string; readonly scale: string },
    next: string,
    share: string,
  ): string {
    const g = this.graph;
    const turned = g.op('Transpose', [table.rows], { perm: [1, 0] });
    const logs = g.op('LogSoftmax', [this.#layers.multiply(x, turned, table.scale)], { axis: -1 });
    const minusOne = g.op('Sub', [
      g.op('Mul', [g.op('Cast', [next], { to: FLOAT }), g.scalar(0)]),
      g.scalar(1),
    ]);
    const error = g.op('ScatterElements', [g.op('Exp', [logs]), next, minusOne], {
      axis: 1,
      reduction: 'add',
    });
    const slope = g.op('Mul', [g.op('Mul', [error, share]), table.scale]);
    this.#give(x, () => this.#back(slope, table.rows));
    return g.op('GatherElements', [logs, next], { axis: 1 });
  }

  /** Walks back to the parameters and makes their slopes outputs. Nothing can be added afterwards. */
  close(): void {
    for (const step of this.#wayBack.toReversed()) step();
    for (const [name, dims] of this.#parameters) {
      const slope = this.#slopes.get(name);
      if (slope === undefined) throw new Error(`The loss does not depend on ${name}.`);
      this.graph.output(slope, `${name}/slope`, FLOAT, dims);
    }
  }

  #op(out: string, inputs: readonly string[], back: (slope: string) => void): string {
    this.#record([out], inputs, ([slope = '']) => back(slope));
    return out;
  }

  #record(
    outs: readonly string[],
    inputs: readonly string[],
    back: (slopes: readonly string[]) => void,
  ): void {
    if (!inputs.some((input) => this.#live.has(input))) return;
    for (const out of outs) this.#live.add(out);
    this.#wayBack.push(() => {
      const slopes = outs.map((out) => this.#slopes.get(out)).filter((slope) => slope !== undefined);
      if (slopes.length < outs.length)
        throw new Error('The loss does not depend on everything that is computed.');
      back(slopes);
    });
  }

  #give(to: string, slope: () => string): void {
    if (!this.#live.has(to)) return;
    const before = this.#slopes.get(to);
    const more = slope();
    this.#slopes.set(to, before === undefined ? more : this.graph.op('Add', [before, more]));
  }

  /**
   * A slope through a transposed 8-bit matrix whose scales it already carries. Slopes span many powers of ten, of which 8
   * bits hold two: what they lose is multiplied as well.
   */
  #back(slope: string, matrix: string): string {
    const one = this.graph.scalar(1);
    const fine = this.#layers.multiply(this.#layers.remainder(slope), matrix, one);
    return this.graph.op('Add', [this.#layers.multiply(slope, matrix, one), fine]);
  }

  #mean(x: string): string {
    return this.graph.op('ReduceMean', [x], { axes: [-1], keepdims: 1 });
  }

  #sumOfRows(x: string): string {
    return this.graph.op('ReduceSum', [x, this.graph.shape(0)], { keepdims: 0 });
  }

  #rows(headed: string, like: string): string {
    const g = this.graph;
    return g.op('Reshape', [g.op('Transpose', [headed], { perm: [0, 2, 1, 3] }), g.op('Shape', [like])]);
  }

  /** [sentences, time, heads, head] of something that is [sentences, heads, time, head]. */
  #gridOf(headed: string): string {
    return this.graph.op('Shape', [this.graph.op('Transpose', [headed], { perm: [0, 2, 1, 3] })]);
  }
}
