import { FLOAT, GraphBuilder, INT32, type TensorStore } from './graph-builder.js';
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
 * One decoder step for S sentences with up to K beams each, up to the state that the output layer turns into scores. A
 * row is a beam that is alive: matrices are multiplied by R rows. Attention alone takes places for all beams of all
 * sentences, because the beams of a sentence read one cache: `rows_at` says which row stands in each place (any, where
 * none does), `places` where each row stands.
 *
 * Caches hold the keys of a sentence as [heads, head, columns] and its values as [heads, columns, head], and belong to the
 * caller: a step reads what is there and returns only the keys and values of the new tokens, which the caller puts into
 * columns that are free. The beams of a sentence share its cache; `mask` says which columns are a beam's own ancestors, so
 * that a beam that changes its parent needs no reordering. New tokens see themselves through a separate score, hence the
 * cache is never concatenated either.
 */
export function decoderGraph(weights: Weights, store: TensorStore): GraphBuilder {
  const { architecture } = weights;
  const width = architecture.d_model;
  const heads = architecture.decoder_attention_heads;
  const head = width / heads;
  const g = new GraphBuilder('decoder', store);
  const layers = new Layers(g, weights, 'many');
  const embedded = g.input('embedded', FLOAT, ['R', width]);
  const rowsAt = g.input('rows_at', INT32, ['S', 'K']);
  const places = g.input('places', INT32, ['R']);
  const mask = g.input('mask', FLOAT, ['S', 1, 'K', 1, 'T']);
  const crossMask = g.input('cross_mask', FLOAT, ['S', 1, 1, 1, 'L']);
  const grid = g.op('Concat', [g.op('Shape', [rowsAt]), g.shape(heads, 1, head)], { axis: 0 });
  const split = (x: string) => g.op('Reshape', [g.op('Gather', [x, rowsAt]), grid]);
  const join = (x: string) => g.op('Gather', [g.reshape(x, -1, width), places]);
  const keys = (name: string, columns: string) => g.input(name, FLOAT, ['S', heads, 1, head, columns]);
  const values = (name: string, columns: string) => g.input(name, FLOAT, ['S', heads, 1, columns, head]);
  const state = decoderLayers(layers, embedded, {
    own(i, q, k, v) {
      const query = split(q);
      const past = g.op('MatMul', [layers.byHead(query), keys(`past_k_${i}`, 'T')]);
      const self = g.op('ReduceSum', [g.op('Mul', [query, split(k)]), g.shape(4)], { keepdims: 1 });
      const both = g.op('Concat', [g.op('Add', [past, mask]), layers.byHead(self)], { axis: -1 });
      const shares = g.op('Softmax', [both], { axis: -1 });
      const pastShare = g.op('Slice', [shares, g.shape(0), g.shape(-1), g.shape(4)]);
      const selfShare = g.op('Slice', [shares, g.shape(-1), g.shape(2 ** 31 - 1), g.shape(4)]);
      const mixed = g.op('Add', [
        layers.byHead(g.op('MatMul', [pastShare, values(`past_v_${i}`, 'T')])),
        g.op('Mul', [layers.byHead(selfShare), split(v)]),
      ]);
      return join(mixed);
    },
    cross(i, q) {
      const scores = g.op('MatMul', [layers.byHead(split(q)), keys(`cross_k_${i}`, 'L')]);
      const shares = g.op('Softmax', [g.op('Add', [scores, crossMask])], { axis: -1 });
      return join(layers.byHead(g.op('MatMul', [shares, values(`cross_v_${i}`, 'L')])));
    },
  });
  g.output(state, 'hidden', FLOAT, ['R', width]);
  return g;
}
