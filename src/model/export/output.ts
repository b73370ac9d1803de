import { FLOAT, GraphBuilder, INT8, INT32, INT64, type TensorStore } from './graph.js';
import { Layers } from './layers.js';
import type { Weights } from './weights.js';

/** Name of the tensor that holds a short list's tokens. */
export const LIST = 'list';

/**
 * The output layer: from decoder states to log-probabilities and the best few tokens. It is a graph of its own, because
 * it is the widest matrix of a step and rows need different parts of it: with `list` only the rows of those tokens are
 * there, and everything else is impossible. With `masked` each row says itself which tokens of the list it cannot use.
 *
 * The table is stored once, as rows for the lookup; the form that is multiplied is made when the graph is loaded.
 */
export function outputGraph(
  weights: Weights,
  store: TensorStore,
  list?: Int32Array,
  masked = false,
): GraphBuilder {
  const g = new GraphBuilder('output', store);
  const layers = new Layers(g, weights);
  const { table, scale } = tables(g, weights);
  const hidden = g.input('hidden', FLOAT, ['R', weights.architecture.d_model]);
  const tokens = list === undefined ? undefined : g.inner(LIST, list);
  const some = (x: string) => (tokens === undefined ? x : g.op('Gather', [x, tokens]));
  const logits = layers.multiply(hidden, g.op('Transpose', [some(table)], { perm: [1, 0] }), some(scale));
  const allowed = masked ? g.op('Add', [logits, g.input('mask', FLOAT, ['M', 'C'])]) : logits;
  best(g, allowed, tokens, list?.length ?? weights.embedding.rows);
  return g;
}

/** Picks the rows of some tokens out of the table, laid out for the product of `coreOutput`. */
export function rowsGraph(weights: Weights, store: TensorStore): GraphBuilder {
  const g = new GraphBuilder('rows', store);
  const { table, scale } = tables(g, weights);
  const tokens = g.input('tokens', INT32, ['N']);
  const rows = g.op('Transpose', [g.op('Gather', [table, tokens])], { perm: [1, 0] });
  g.output(rows, 'rows', INT8, [weights.architecture.d_model, 'N']);
  g.output(g.op('Gather', [scale, tokens]), 'scales', FLOAT, ['N']);
  return g;
}

/**
 * The output layer for one row: the tokens that any sentence of the language may use, which are part of the graph, and
 * behind them those of the sentence, whose rows are an input.
 */
export function coreOutput(layers: Layers, hidden: string, core: Int32Array): void {
  const { graph: g, weights } = layers;
  const { table, scale } = tables(g, weights);
  const tokens = g.inner(LIST, core);
  const own = g.input('tokens', INT32, ['N']);
  const common = layers.multiply(
    hidden,
    g.op('Transpose', [g.op('Gather', [table, tokens])], { perm: [1, 0] }),
    g.op('Gather', [scale, tokens]),
  );
  const special = layers.multiply(
    hidden,
    g.input('rows', INT8, [weights.architecture.d_model, 'N']),
    g.input('scales', FLOAT, ['N']),
  );
  const all = g.op('Concat', [tokens, own], { axis: 0 });
  best(g, g.op('Concat', [common, special], { axis: 1 }), all, 'A');
}

function tables(g: GraphBuilder, { embedding }: Weights): { readonly table: string; readonly scale: string } {
  return {
    table: g.constant('embedding', INT8, [embedding.rows, embedding.columns], embedding.data),
    scale: g.constant('embedding.scale', FLOAT, [embedding.rows], embedding.scale),
  };
}

/** Log-probabilities of logits and the best few tokens; `tokens` names the columns where they are not all of them. */
function best(g: GraphBuilder, logits: string, tokens: string | undefined, columns: number | string): void {
  const top = g.input('top', INT64, [1]);
  const scores = g.op('LogSoftmax', [logits], { axis: -1 });
  const [topScores = '', places = ''] = g.ops('TopK', [scores, top], 2, { axis: -1, sorted: 1 });
  const topIds =
    tokens === undefined ? places : g.op('Cast', [g.op('Gather', [tokens, places])], { to: INT64 });
  g.output(scores, 'scores', FLOAT, ['R', columns]);
  g.output(topScores, 'top_scores', FLOAT, ['R', 'N']);
  g.output(topIds, 'top_ids', INT64, ['R', 'N']);
}
