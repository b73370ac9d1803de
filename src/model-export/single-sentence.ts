import { FLOAT, GraphBuilder, INT32, type TensorStore } from '../onnx/graph-builder.js';
import { decoderLayers } from './decoder.js';
import { type DraftHead, draft, type Look } from './draft-head.js';
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
  const ids = g.input('ids', INT32, ['R']);
  const positions = g.input('positions', INT32, ['R']);
  const mask = g.input('mask', FLOAT, [1, 1, 'R', 'A']);
  const cache = (name: string, time: string) => g.input(name, FLOAT, [time, 1, heads, head]);
  const split = (x: string, graph = g) => graph.reshape(x, -1, 1, heads, head);
  const join = (x: string, graph = g) => graph.reshape(x, -1, width);
  /** Through the keys and values of one layer. */
  const look =
    (layer: number): Look =>
    (some, query) => {
      const scores = some.scores(split(query, some.graph), `cross_k_${layer}`);
      const shares = some.graph.op('Softmax', [scores], { axis: -1 });
      return join(some.mix(shares, `cross_v_${layer}`), some.graph);
    };
  const embedded = layers.embed(ids, positions, architecture.max_position_embeddings);
  const state = decoderLayers(layers, embedded, {
    own(i, q, k, v) {
      const all = (past: string, fresh: string) =>
        g.op('Concat', [cache(past, 'T'), split(fresh)], { axis: 0 });
      const scores = g.op('Add', [layers.scores(split(q), all(`past_k_${i}`, k)), mask]);
      return join(layers.mix(g.op('Softmax', [scores], { axis: -1 }), all(`past_v_${i}`, v)));
    },
    cross(i, q) {
      cache(`cross_k_${i}`, 'L');
      cache(`cross_v_${i}`, 'L');
      return look(i)(layers, q);
    },
  });
  const output = shortlistOutput(layers, state, frequent);
  if (draftHead !== undefined) draft(layers, draftHead, state, output, look(architecture.decoder_layers - 1));
  return g;
}
