import { decoderLayers, sharesOf } from './decoder.js';
import { FLOAT, GraphBuilder, INT32, type TensorStore } from './graph.js';
import { Layers } from './layers.js';
import { coreOutput } from './output.js';
import type { Weights } from './weights.js';

/**
 * A whole step, from a token to the best next ones, for a sentence that is alone and has one beam. What the decoder and the
 * output layer do for many, in one graph and with a third fewer nodes: with one row, they take as long as what they compute.
 *
 * @param core tokens that any sentence of the target language may use
 */
export function loneGraph(weights: Weights, store: TensorStore, core: Int32Array): GraphBuilder {
  const { architecture } = weights;
  const width = architecture.d_model;
  const heads = architecture.decoder_attention_heads;
  const head = width / heads;
  const g = new GraphBuilder('lone', store);
  const layers = new Layers(g, weights, 'one');
  const id = g.input('ids', INT32, [1]);
  const position = g.input('positions', INT32, [1]);
  const mask = g.input('mask', FLOAT, [1, 1, 1, 'T']);
  const cache = (name: string, time: string) => g.input(name, FLOAT, [time, 1, heads, head]);
  const split = (x: string) => g.reshape(x, 1, 1, heads, head);
  const embedded = layers.embed(id, position, architecture.max_position_embeddings);
  const state = decoderLayers(layers, embedded, {
    own(i, q, k, v) {
      const query = split(q);
      const past = g.op('Add', [layers.scores(query, cache(`past_k_${i}`, 'T')), mask]);
      const [pastShare, selfShare] = sharesOf(g, past, layers.scores(query, split(k)));
      const mixed = g.op('Add', [
        layers.mixOne(pastShare, cache(`past_v_${i}`, 'T')),
        g.op('Mul', [selfShare, g.reshape(v, 1, heads, 1, head)]),
      ]);
      return g.reshape(mixed, 1, width);
    },
    cross(i, q) {
      const shares = g.op('Softmax', [layers.scores(split(q), cache(`cross_k_${i}`, 'L'))], { axis: -1 });
      return g.reshape(layers.mixOne(shares, cache(`cross_v_${i}`, 'L')), 1, width);
    },
  });
  coreOutput(layers, state, core);
  return g;
}
