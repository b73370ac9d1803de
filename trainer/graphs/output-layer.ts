import { SHORTLIST_TENSOR } from '#src/model/folder/manifest.js';
import { FLOAT, GraphBuilder, INT8, INT32, INT64, type TensorStore } from './graph-builder.js';
import { EMBEDDING, Layers } from './layers.js';
import type { QuantizedMatrix } from './safetensors.js';
import type { Weights } from './weights.js';

/**
 * The output layer: from decoder states to log-probabilities and the best few tokens. It is a graph of its own, because
 * it is the widest matrix of a step and rows need different parts of it: with `shortlist` it holds only the rows of those
 * tokens, and nothing else can come out.
 *
 * The table is stored once, as rows for the lookup; the form that is multiplied is made when the graph is loaded.
 */
export function outputGraph(weights: Weights, store: TensorStore, shortlist?: Int32Array): GraphBuilder {
  const g = new GraphBuilder('output', store);
  const layers = new Layers(g, weights);
  const { table, scale } = tablesOf(g, EMBEDDING, weights.embedding);
  const hidden = g.input('hidden', FLOAT, ['R', weights.architecture.d_model]);
  const tokens = shortlist === undefined ? undefined : g.inner(SHORTLIST_TENSOR, shortlist);
  const some = (x: string) => (tokens === undefined ? x : g.op('Gather', [x, tokens]));
  const logits = layers.multiply(hidden, g.op('Transpose', [some(table)], { perm: [1, 0] }), some(scale));
  best(g, logits, tokens, shortlist?.length ?? weights.embedding.rows);
  return g;
}

/**
 * The output layer of a batch whose sentences have shortlists of their own: the frequent tokens of the language for all rows,
 * and behind them, for the rows of each sentence, the tokens of its own shortlist. The table's rows of these are an input, as many
 * for each sentence as the longest has; `mask` hides what others have less. A sentence has up to K rows: `rows_at` says which they
 * are (any, where it has fewer), `places` where each row stands among them. The best come out as places among both lists: which token
 * such a place means differs from sentence to sentence.
 */
export function batchOutputGraph(
  weights: Weights,
  store: TensorStore,
  frequentTokens: Int32Array,
): GraphBuilder {
  const width = weights.architecture.d_model;
  const g = new GraphBuilder('batch_output', store);
  const layers = new Layers(g, weights);
  const hidden = g.input('hidden', FLOAT, ['R', width]);
  const rows = g.input('rows', INT8, ['S', width, 'N']);
  const scales = g.input('scales', FLOAT, ['S', 1, 'N']);
  const mask = g.input('mask', FLOAT, ['S', 1, 'N']);
  const rowsAt = g.input('rows_at', INT32, ['S', 'K']);
  const places = g.input('places', INT32, ['R']);
  const frequent = g.inner(SHORTLIST_TENSOR, frequentTokens);
  const { matrix, scale } = columnsOf(g, tablesOf(g, EMBEDDING, weights.embedding), frequent);
  const own = g.op('Add', [layers.multiplyEach(hidden, rowsAt, rows, scales), mask]);
  const columns = g.op('Slice', [g.op('Shape', [mask]), g.shape(2), g.shape(3)]);
  const flat = g.op('Reshape', [own, g.op('Concat', [g.shape(-1), columns], { axis: 0 })]);
  const both = [layers.multiply(hidden, matrix, scale), g.op('Gather', [flat, places])];
  best(g, g.op('Concat', both, { axis: 1 }), undefined, 'A');
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

/** What an output layer with a shortlist has: frequent tokens, the whole shortlist, and the best of it in every row. */
export interface ShortlistOutput {
  readonly frequent: string;
  readonly tokens: string;
  readonly topIds: string;
}

/**
 * The output layer of single-sentence decoding: the frequent tokens of the language, which are part of the graph, and behind
 * them those of the sentence shortlist, whose rows are an input.
 */
export function shortlistOutput(layers: Layers, hidden: string, frequentTokens: Int32Array): ShortlistOutput {
  const { graph: g, weights } = layers;
  const frequent = g.inner(SHORTLIST_TENSOR, frequentTokens);
  const sentence = g.input('tokens', INT32, ['N']);
  const columns = [
    columnsOf(g, tablesOf(g, EMBEDDING, weights.embedding), frequent),
    {
      matrix: g.input('rows', INT8, [weights.architecture.d_model, 'N']),
      scale: g.input('scales', FLOAT, ['N']),
    },
  ];
  const logits = columns.map(({ matrix, scale }) => layers.multiply(hidden, matrix, scale));
  const tokens = g.op('Concat', [frequent, sentence], { axis: 0 });
  return { frequent, tokens, topIds: best(g, g.op('Concat', logits, { axis: 1 }), tokens, 'A') };
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
  g.output(topScores, 'top_scores', FLOAT, ['R', 'T']);
  g.output(topIds, 'top_ids', INT64, ['R', 'T']);
  return topIds;
}
