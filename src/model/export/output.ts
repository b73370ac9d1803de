import { FLOAT, GraphBuilder, INT8, INT32, INT64, type TensorStore } from './graph.js';
import { GUESS_TABLE, type Guesser } from './guesser.js';
import { EMBEDDING, Layers } from './layers.js';
import type { QuantizedMatrix } from './safetensors.js';
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
  const { table, scale } = tablesOf(g, EMBEDDING, weights.embedding);
  const hidden = g.input('hidden', FLOAT, ['R', weights.architecture.d_model]);
  const tokens = list === undefined ? undefined : g.inner(LIST, list);
  const some = (x: string) => (tokens === undefined ? x : g.op('Gather', [x, tokens]));
  const logits = layers.multiply(hidden, g.op('Transpose', [some(table)], { perm: [1, 0] }), some(scale));
  const allowed = masked ? g.op('Add', [logits, g.input('mask', FLOAT, ['M', 'C'])]) : logits;
  best(g, allowed, tokens, list?.length ?? weights.embedding.rows);
  return g;
}

/** Picks the rows of some tokens out of the table, and out of the guesser's, laid out for the products of a lone step. */
export function rowsGraph(weights: Weights, store: TensorStore, guesser: Guesser | undefined): GraphBuilder {
  const g = new GraphBuilder('rows', store);
  const tokens = g.input('tokens', INT32, ['N']);
  const pick = (prefix: string, name: string, table: QuantizedMatrix) => {
    const { matrix, scale } = columnsOf(g, tablesOf(g, name, table), tokens);
    g.output(matrix, `${prefix}rows`, INT8, [table.columns, 'N']);
    g.output(scale, `${prefix}scales`, FLOAT, ['N']);
  };
  pick('', EMBEDDING, weights.embedding);
  if (guesser !== undefined) pick('guess_', GUESS_TABLE, guesser.table);
  return g;
}

/** Some tokens of an output layer: their rows, laid out [width, tokens], and the scales of these. */
export interface Columns {
  readonly matrix: string;
  readonly scale: string;
}

interface Tables {
  readonly table: string;
  readonly scale: string;
}

export function columnsOf(g: GraphBuilder, { table, scale }: Tables, tokens: string): Columns {
  return {
    matrix: g.op('Transpose', [g.op('Gather', [table, tokens])], { perm: [1, 0] }),
    scale: g.op('Gather', [scale, tokens]),
  };
}

/** The output layer of a lone sentence: the tokens of the graph, all tokens, and the best of them in every row. */
export interface CoreOutput {
  readonly common: string;
  readonly tokens: string;
  readonly topIds: string;
}

/**
 * The output layer of a lone sentence: the tokens that any sentence of the language may use, which are part of the graph, and
 * behind them those of the sentence, whose rows are an input.
 */
export function coreOutput(layers: Layers, hidden: string, core: Int32Array): CoreOutput {
  const { graph: g, weights } = layers;
  const common = g.inner(LIST, core);
  const own = g.input('tokens', INT32, ['N']);
  const columns = [
    columnsOf(g, tablesOf(g, EMBEDDING, weights.embedding), common),
    {
      matrix: g.input('rows', INT8, [weights.architecture.d_model, 'N']),
      scale: g.input('scales', FLOAT, ['N']),
    },
  ];
  const logits = columns.map(({ matrix, scale }) => layers.multiply(hidden, matrix, scale));
  const tokens = g.op('Concat', [common, own], { axis: 0 });
  return { common, tokens, topIds: best(g, g.op('Concat', logits, { axis: 1 }), tokens, 'A') };
}

export function tablesOf(
  g: GraphBuilder,
  name: string,
  { rows, columns, data, scale }: QuantizedMatrix,
): Tables {
  return {
    table: g.constant(name, INT8, [rows, columns], data),
    scale: g.constant(`${name}.scale`, FLOAT, [rows], scale),
  };
}

/** Log-probabilities of logits and the best few tokens; `tokens` names the columns where they are not all of them. */
function best(g: GraphBuilder, logits: string, tokens: string | undefined, columns: number | string): string {
  const top = g.input('top', INT64, [1]);
  const scores = g.op('LogSoftmax', [logits], { axis: -1 });
  const [topScores = '', places = ''] = g.ops('TopK', [scores, top], 2, { axis: -1, sorted: 1 });
  const topIds =
    tokens === undefined ? places : g.op('Cast', [g.op('Gather', [tokens, places])], { to: INT64 });
  g.output(scores, 'scores', FLOAT, ['R', columns]);
  g.output(topScores, 'top_scores', FLOAT, ['R', 'N']);
  g.output(topIds, 'top_ids', INT64, ['R', 'N']);
  return topIds;
}
