import { HEAD } from '../gradient/places.js';
import { FLOAT, type GraphBuilder } from './graph.js';
import { Layers } from './layers.js';
import type { Linear, Weights } from './weights.js';

/**
 * Layers with something learnt beside them: each frozen matrix W has a product A·B of low rank next to it (LoRA, Hu et al.
 * 2022), and A, B, the biases and the norms are inputs of the graph. One graph thus serves everybody who has trained.
 */
export class LowRankLayers extends Layers {
  readonly #inputs = new Set<string>();

  constructor(
    graph: GraphBuilder,
    weights: Weights,
    private readonly rank: number,
  ) {
    super(graph, weights);
  }

  override project(x: string, linear: Linear, afterRelu = false): string {
    const g = this.graph;
    const down = this.#input(`${linear.name}.down`, [linear.inputs, this.rank]);
    const up = this.#input(`${linear.name}.up`, [this.rank, linear.outputs]);
    const learnt = g.op('MatMul', [g.op('MatMul', [x, down]), up]);
    return g.op('Add', [super.project(x, linear, afterRelu), learnt]);
  }

  override finish(hidden: string): string {
    const g = this.graph;
    const width = this.weights.architecture.d_model;
    const down = this.#input(`${HEAD.name}.down`, [width, HEAD.rank]);
    const bias = this.#input(`${HEAD.name}.bias`, [HEAD.rank]);
    const up = this.#input(`${HEAD.name}.up`, [HEAD.rank, width]);
    return g.op('Gemm', [g.op('Relu', [g.op('Gemm', [hidden, down, bias])]), up, hidden]);
  }

  protected override vector(name: string, values: Float32Array): string {
    return this.#input(name, [values.length]);
  }

  #input(name: string, dims: readonly number[]): string {
    if (this.#inputs.has(name)) return name;
    this.#inputs.add(name);
    return this.graph.input(name, FLOAT, dims);
  }
}
