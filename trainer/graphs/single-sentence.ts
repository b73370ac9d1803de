import { decoderLayers } from './decoder.js';
import { type DraftHead, draft, type Look } from './draft-head.js';
import { FLOAT, GraphBuilder, type TensorStore } from './graph-builder.js';
import { Layers } from './layers.js';
import { shortlistOutput } from './output-layer.js';
import type { Weights } from './weights.js';

/**
 * A whole step of single-sentence decoding, from tokens to the best next ones: what the decoder and the output layer do for
 * a batch, in one graph. Its rows are the token that was chosen last and, behind it, a draft of those that follow: each row
 * sees the ones before it and scores what comes next. That takes hardly longer than one row, because the weights are read
 * once. Then the draft head proposes the next draft.
 *
 * @param frequent tokens that any sentence of the target language may use
 */
export function singleSentenceGraph(
  weights: Weights,
  store: TensorStore,
  frequent: Int32Array,
  draftHead: DraftHead | undefined,
): GraphBuilder {
  const { architecture } = weights;
  const width = architecture.d_model;
  const heads = architecture.decoder_attention_heads;
  const head = width / heads;
  const g = new GraphBuilder('single_sentence', store);
  const layers = new Layers(g, weights);
  const embedded = g.input('embedded', FLOAT, ['R', width]);
  const mask = g.input('mask', FLOAT, [1, 1, 'R', 1, 'A']);
  const keys = (name: string, columns: string) => g.input(name, FLOAT, [1, heads, 1, head, columns]);
  const values = (name: string, columns: string) => g.input(name, FLOAT, [1, heads, 1, columns, head]);
  const split = (x: string, graph = g) => graph.reshape(x, 1, -1, heads, 1, head);
  const join = (x: string, graph = g) => graph.reshape(x, -1, width);
  /** Through the keys and values of one layer. */
  const look =
    (layer: number): Look =>
    (some, query) => {
      const { graph } = some;
      const scores = graph.op('MatMul', [some.byHead(split(query, graph)), `cross_k_${layer}`]);
      const shares = graph.op('Softmax', [scores], { axis: -1 });
      return join(some.byHead(graph.op('MatMul', [shares, `cross_v_${layer}`])), graph);
    };
  const state = decoderLayers(layers, embedded, {
    own(i, q, k, v) {
      /** The rows of this step as columns behind those of the past, in the layout of the cache. */
      const all = (past: string, fresh: string, perm: readonly number[], axis: number) =>
        g.op('Concat', [past, g.op('Transpose', [split(fresh)], { perm })], { axis });
      const allKeys = all(keys(`past_k_${i}`, 'T'), k, [0, 2, 3, 4, 1], 4);
      const allValues = all(values(`past_v_${i}`, 'T'), v, [0, 2, 3, 1, 4], 3);
      const scores = g.op('Add', [g.op('MatMul', [layers.byHead(split(q)), allKeys]), mask]);
      return join(layers.byHead(g.op('MatMul', [g.op('Softmax', [scores], { axis: -1 }), allValues])));
    },
    cross(i, q) {
      keys(`cross_k_${i}`, 'L');
      values(`cross_v_${i}`, 'L');
      return look(i)(layers, q);
    },
  });
  const output = shortlistOutput(layers, state, frequent);
  if (draftHead !== undefined) draft(layers, draftHead, state, output, look(architecture.decoder_layers - 1));
  return g;
}
