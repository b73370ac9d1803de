import { FLOAT, GraphBuilder, INT8, INT64, type TensorStore } from './graph.js';
import { Layers } from './layers.js';
import type { Weights } from './weights.js';

/** Name of the tensor that holds a short list's tokens. */
export const LIST = 'list';

/**
 * The output layer: from decoder states to log-probabilities and the best few tokens. It is a graph of its own, because
 * it is the widest matrix of a step and rows need different parts of it: with `list` only the rows of those tokens are
 * there, and everything else is impossible.
 *
 * The table is stored once, as rows for the lookup; the form that is multiplied is made when the graph is loaded.
 */
export function outputGraph(weights: Weights, store: TensorStore, list?: Int32Array): GraphBuilder {
  const { embedding, architecture } = weights;
  const width = architecture.d_model;
  const g = new GraphBuilder('output', store);
  const layers = new Layers(g, weights);
  const hidden = g.input('hidden', FLOAT, ['R', width]);
  const top = g.input('top', INT64, [1]);
  const table = g.constant('embedding', INT8, [embedding.rows, width], embedding.data);
  const scale = g.constant('embedding.scale', FLOAT, [embedding.rows], embedding.scale);
  const tokens = list === undefined ? undefined : g.inner(LIST, list);
  const some = (x: string) => (tokens === undefined ? x : g.op('Gather', [x, tokens]));
  const scores = g.op(
    'LogSoftmax',
    [layers.multiply(hidden, g.op('Transpose', [some(table)], { perm: [1, 0] }), some(scale))],
    { axis: -1 },
  );
  const [topScores = '', best = ''] = g.ops('TopK', [scores, top], 2, { axis: -1, sorted: 1 });
  const topIds = tokens === undefined ? best : g.op('Gather', [g.op('Cast', [tokens], { to: INT64 }), best]);
  g.output(scores, 'scores', FLOAT, ['R', list?.length ?? embedding.rows]);
  g.output(topScores, 'top_scores', FLOAT, ['R', 'N']);
  g.output(topIds, 'top_ids', INT64, ['R', 'N']);
  return g;
}
