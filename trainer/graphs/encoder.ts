import { FLOAT, GraphBuilder, type TensorStore } from './graph-builder.js';
import { Layers } from './layers.js';
import type { Weights } from './weights.js';

/**
 * The encoder, together with the decoder's cross-attention keys and values, which depend on the source alone
 * and are computed once per sentence.
 *
 * Everything is time-major, [length, sentences, width], but for these keys and values, which are laid out the way decoder steps
 * read them.
 */
export function encoderGraph(weights: Weights, store: TensorStore): GraphBuilder {
  const { architecture } = weights;
  const width = architecture.d_model;
  const heads = architecture.encoder_attention_heads;
  const head = width / heads;
  const g = new GraphBuilder('encoder', store);
  const layers = new Layers(g, weights, 'many');
  const embedded = g.input('embedded', FLOAT, ['L', 'S', width]);
  const mask = g.input('mask', FLOAT, ['S', 1, 1, 'L']);
  const size = g.op('Slice', [g.op('Shape', [embedded]), g.shape(0), g.shape(2)]);
  const grid = g.op('Concat', [size, g.shape(heads, head)], { axis: 0 });
  const split = (x: string) => g.op('Reshape', [x, grid]);

  let stream = layers.norm(
    g.reshape(embedded, -1, width),
    weights.norm('encoder.layers.0.self_attn_layer_norm'),
  );
  for (let i = 0; i < architecture.encoder_layers; i++) {
    const prefix = `encoder.layers.${i}`;
    const attention = `${prefix}.self_attn`;
    const qkv = layers.linear(
      stream.normed,
      weights.linear(
        [`${attention}.q_proj`, `${attention}.k_proj`, `${attention}.v_proj`],
        1 / Math.sqrt(head),
      ),
    );
    const [q = '', k = '', v = ''] = g.ops('Split', [qkv, g.shape(width, width, width)], 3, { axis: -1 });
    const scores = g.op('Add', [layers.scores(split(q), split(k)), mask]);
    const mixed = layers.mix(g.op('Softmax', [scores], { axis: -1 }), split(v));
    const out = weights.linear([`${attention}.out_proj`]);
    stream = layers.addAndNorm(
      g.reshape(mixed, -1, width),
      out,
      stream.sum,
      weights.norm(`${prefix}.final_layer_norm`),
    );
    const last = i + 1 === architecture.encoder_layers;
    const next = last ? 'encoder.layer_norm' : `encoder.layers.${i + 1}.self_attn_layer_norm`;
    stream = layers.feedForward(stream, prefix, weights.norm(next));
  }
  for (let i = 0; i < architecture.decoder_layers; i++) {
    const attention = `decoder.layers.${i}.encoder_attn`;
    const project = (part: string, perm: readonly number[]) =>
      g.op(
        'Transpose',
        [split(layers.linear(stream.normed, weights.linear([`${attention}.${part}_proj`])))],
        {
          perm,
        },
      );
    g.output(project('k', [1, 2, 3, 0]), `cross_k_${i}`, FLOAT, ['S', heads, head, 'L']);
    g.output(project('v', [1, 2, 0, 3]), `cross_v_${i}`, FLOAT, ['S', heads, 'L', head]);
  }
  return g;
}
