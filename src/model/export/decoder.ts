import { FLOAT, GraphBuilder, INT32, type TensorStore } from './graph.js';
import { Layers } from './layers.js';
import type { Weights } from './weights.js';

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
  const layers = new Layers(g, weights);
  const ids = g.input('ids', INT32, ['K', 'S']);
  const positions = g.input('positions', INT32, ['K', 'S']);
  const mask = g.input('mask', FLOAT, ['S', 1, 'K', 'T']);
  const crossMask = g.input('cross_mask', FLOAT, ['S', 1, 1, 'L']);
  const beams = g.op('Shape', [ids]);
  const grid = g.op('Concat', [beams, g.shape(heads, head)], { axis: 0 });
  const split = (x: string) => g.op('Reshape', [x, grid]);
  const cache = (name: string, time: string) => g.input(name, FLOAT, [time, 'S', heads, head]);

  const embedded = layers.embed(
    g.reshape(ids, -1),
    g.reshape(positions, -1),
    architecture.max_position_embeddings,
  );
  let stream = layers.norm(embedded, weights.norm('decoder.layers.0.self_attn_layer_norm'));
  for (let i = 0; i < architecture.decoder_layers; i++) {
    const prefix = `decoder.layers.${i}`;
    const own = `${prefix}.self_attn`;
    const qkv = layers.linear(
      stream.normed,
      weights.linear([`${own}.q_proj`, `${own}.k_proj`, `${own}.v_proj`], 1 / Math.sqrt(head)),
    );
    const [q = '', k = '', v = ''] = g.ops('Split', [qkv, g.shape(width, width, width)], 3, { axis: -1 });
    g.output(k, `k_${i}`, FLOAT, ['R', width]);
    g.output(v, `v_${i}`, FLOAT, ['R', width]);
    const query = split(q);
    const past = g.op('Add', [layers.scores(query, cache(`past_k_${i}`, 'T')), mask]);
    const self = g.op('ReduceSum', [g.op('Mul', [query, split(k)]), g.shape(3)], { keepdims: 1 });
    const selfScore = g.op('Transpose', [self], { perm: [1, 2, 0, 3] });
    const shares = g.op('Softmax', [g.op('Concat', [past, selfScore], { axis: -1 })], { axis: -1 });
    const pastShare = g.op('Slice', [shares, g.shape(0), g.shape(-1), g.shape(3)]);
    const selfShare = g.op('Slice', [shares, g.shape(-1), g.shape(2 ** 31 - 1), g.shape(3)]);
    const mixed = g.op('Add', [
      layers.mix(pastShare, cache(`past_v_${i}`, 'T')),
      g.op('Mul', [g.op('Transpose', [selfShare], { perm: [2, 0, 1, 3] }), split(v)]),
    ]);
    const out = weights.linear([`${own}.out_proj`]);
    stream = layers.addAndNorm(
      layers.project(g.reshape(mixed, -1, width), out),
      out.bias,
      out.name,
      stream.sum,
      weights.norm(`${prefix}.encoder_attn_layer_norm`),
    );

    const cross = `${prefix}.encoder_attn`;
    const crossQuery = split(
      layers.linear(stream.normed, weights.linear([`${cross}.q_proj`], 1 / Math.sqrt(head))),
    );
    const crossScores = g.op('Add', [layers.scores(crossQuery, cache(`cross_k_${i}`, 'L')), crossMask]);
    const crossMixed = layers.mix(g.op('Softmax', [crossScores], { axis: -1 }), cache(`cross_v_${i}`, 'L'));
    const crossOut = weights.linear([`${cross}.out_proj`]);
    stream = layers.addAndNorm(
      layers.project(g.reshape(crossMixed, -1, width), crossOut),
      crossOut.bias,
      crossOut.name,
      stream.sum,
      weights.norm(`${prefix}.final_layer_norm`),
    );
    const last = i + 1 === architecture.decoder_layers;
    const next = last ? 'decoder.layer_norm' : `decoder.layers.${i + 1}.self_attn_layer_norm`;
    stream = layers.feedForward(stream, prefix, weights.norm(next));
  }

  g.output(stream.normed, 'hidden', FLOAT, ['R', width]);
  return g;
}
