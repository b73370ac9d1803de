import { FLOAT, GraphBuilder, INT32, type TensorStore } from '../onnx/graph-builder.js';
import { Layers } from './layers.js';
import type { Weights } from './weights.js';

/** How a decoder layer looks at what was written before it, and at the source; both give [rows, width]. */
export interface Attention {
  own(layer: number, query: string, key: string, value: string): string;
  cross(layer: number, query: string): string;
}

/**
 * The layers of the decoder from the embedded tokens to the state that the output layer turns into scores. The keys and
 * values of the new tokens become outputs of the graph.
 */
export function decoderLayers(layers: Layers, embedded: string, attention: Attention): string {
  const { graph: g, weights } = layers;
  const { architecture } = weights;
  const width = architecture.d_model;
  const scale = 1 / Math.sqrt(width / architecture.decoder_attention_heads);
  let stream = layers.norm(embedded, weights.norm('decoder.layers.0.self_attn_layer_norm'));
  for (let i = 0; i < architecture.decoder_layers; i++) {
    const prefix = `decoder.layers.${i}`;
    const own = `${prefix}.self_attn`;
    const qkv = layers.linear(
      stream.normed,
      weights.linear([`${own}.q_proj`, `${own}.k_proj`, `${own}.v_proj`], scale),
    );
    const [q = '', k = '', v = ''] = g.ops('Split', [qkv, g.shape(width, width, width)], 3, { axis: -1 });
    g.output(k, `k_${i}`, FLOAT, ['R', width]);
    g.output(v, `v_${i}`, FLOAT, ['R', width]);
    stream = layers.addAndNorm(
      attention.own(i, q, k, v),
      weights.linear([`${own}.out_proj`]),
      stream.sum,
      weights.norm(`${prefix}.encoder_attn_layer_norm`),
    );

    const cross = `${prefix}.encoder_attn`;
    stream = layers.addAndNorm(
      attention.cross(i, layers.linear(stream.normed, weights.linear([`${cross}.q_proj`], scale))),
      weights.linear([`${cross}.out_proj`]),
      stream.sum,
      weights.norm(`${prefix}.final_layer_norm`),
    );
    const last = i + 1 === architecture.decoder_layers;
    const next = last ? 'decoder.layer_norm' : `decoder.layers.${i + 1}.self_attn_layer_norm`;
    stream = layers.feedForward(stream, prefix, weights.norm(next));
  }
  return stream.normed;
}

/**
 * One decoder step for S sentences with K beams each, up to the state that the output layer turns into scores.
 *
 * Caches are time-major, [time × beams, sentences, width], and belong to the caller: a step reads what is there
 * and returns only the keys and values of the new tokens, which the caller puts behind the rest. The beams of a
 * sentence share its cache; `mask` says which entries are a beam's own ancestors, so that a beam that changes
 * its parent needs no reordering. New tokens see themselves through a separate score, hence the cache is never
 * concatenated either.
 */
export function decoderGraph(weights: Weights, store: TensorStore): GraphBuilder {
  const { architecture } = weights;
  const width = architecture.d_model;
  const heads = architecture.decoder_attention_heads;
  const head = width / heads;
  const g = new GraphBuilder('decoder', store);
  const layers = new Layers(g, weights, 'many');
  const ids = g.input('ids', INT32, ['K', 'S']);
  const positions = g.input('positions', INT32, ['K', 'S']);
  const mask = g.input('mask', FLOAT, ['S', 1, 'K', 'T']);
  const crossMask = g.input('cross_mask', FLOAT, ['S', 1, 1, 'L']);
  const grid = g.op('Concat', [g.op('Shape', [ids]), g.shape(heads, head)], { axis: 0 });
  const split = (x: string) => g.op('Reshape', [x, grid]);
  const cache = (name: string, time: string) => g.input(name, FLOAT, [time, 'S', heads, head]);
  const embedded = layers.embed(
    g.reshape(ids, -1),
    g.reshape(positions, -1),
    architecture.max_position_embeddings,
  );
  const state = decoderLayers(layers, embedded, {
    own(i, q, k, v) {
      const query = split(q);
      const past = g.op('Add', [layers.scores(query, cache(`past_k_${i}`, 'T')), mask]);
      const self = g.op('ReduceSum', [g.op('Mul', [query, split(k)]), g.shape(3)], { keepdims: 1 });
      const both = g.op('Concat', [past, g.op('Transpose', [self], { perm: [1, 2, 0, 3] })], { axis: -1 });
      const shares = g.op('Softmax', [both], { axis: -1 });
      const pastShare = g.op('Slice', [shares, g.shape(0), g.shape(-1), g.shape(3)]);
      const selfShare = g.op('Slice', [shares, g.shape(-1), g.shape(2 ** 31 - 1), g.shape(3)]);
      const mixed = g.op('Add', [
        layers.mix(pastShare, cache(`past_v_${i}`, 'T')),
        g.op('Mul', [g.op('Transpose', [selfShare], { perm: [2, 0, 1, 3] }), split(v)]),
      ]);
      return g.reshape(mixed, -1, width);
    },
    cross(i, q) {
      const scores = g.op('Add', [layers.scores(split(q), cache(`cross_k_${i}`, 'L')), crossMask]);
      const mixed = layers.mix(g.op('Softmax', [scores], { axis: -1 }), cache(`cross_v_${i}`, 'L'));
      return g.reshape(mixed, -1, width);
    },
  });
  g.output(state, 'hidden', FLOAT, ['R', width]);
  return g;
}
