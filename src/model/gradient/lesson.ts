import { FLOAT, GraphBuilder, INT8, INT32, INT64 } from '../export/graph.js';
import { Layers } from '../export/layers.js';
import type { Architecture, Norm, Weights } from '../export/weights.js';
import { type DecoderShape, decoderLayers, HEAD, layerName, type MatrixPlace } from './places.js';
import { Tape } from './tape.js';

export interface LessonShape {
  readonly rank: number;
  /** The tokens that a lesson can be about, in ascending order; all others are left out of the output layer. */
  readonly tokens: Int32Array;
  /** Without them the graph only reads lessons. Default true. */
  readonly slopes?: boolean;
}

/**
 * The decoder walking through whole translations at once, with the slopes of the loss at everything that is trained:
 * beside each frozen 8-bit matrix W a product A·B of low rank (LoRA, Hu et al. 2022), the biases, and the norms.
 *
 *     y = x·W + (x·A)·B + b
 *
 * and a small layer behind the last norm, `HEAD`.
 *
 * Sentences are [S, T], padded at the end; `share` is zero there. What the encoder says comes in as it is and is not trained.
 */
export function lessonGraph(weights: Weights, { rank, tokens, slopes = true }: LessonShape): GraphBuilder {
  const { architecture } = weights;
  const width = architecture.d_model;
  const heads = architecture.decoder_attention_heads;
  const g = new GraphBuilder('lesson');
  const tape = new Tape(g, weights);
  const ids = g.input('ids', INT32, ['S', 'T']);
  const positions = g.input('positions', INT32, ['S', 'T']);
  const memory = g.input('memory', FLOAT, ['S', 'L', width]);
  const ahead = g.input('ahead', FLOAT, [1, 1, 'T', 'T']);
  const crossMask = g.input('cross_mask', FLOAT, ['S', 1, 1, 'L']);
  const next = g.input('next', INT64, ['R', 1]);
  const share = g.input('share', FLOAT, ['R', 1]);
  const sizes = g.shape(heads, width / heads);
  const grid = g.op('Concat', [g.op('Shape', [ids]), sizes], { axis: 0 });
  const crossGrid = g.op('Concat', [g.op('Shape', [memory], { start: 0, end: 2 }), sizes], { axis: 0 });
  const sourceRows = g.reshape(memory, -1, width);

  const shape = decoderShape(architecture);
  const linear = ({ names, afterRelu = false }: MatrixPlace, x: string): string => {
    const frozen = weights.linear(names);
    const down = tape.parameter(`${frozen.name}.down`, [frozen.inputs, rank]);
    const up = tape.parameter(`${frozen.name}.up`, [rank, frozen.outputs]);
    const bias = tape.parameter(`${frozen.name}.bias`, [frozen.outputs]);
    const moved = tape.add(tape.frozen(x, frozen, afterRelu), tape.product(tape.product(x, down), up));
    return tape.addToRows(moved, bias);
  };
  const norm = (x: string, { name, gamma }: Norm): string =>
    tape.norm(
      x,
      tape.parameter(`${name}.gamma`, [gamma.length]),
      tape.parameter(`${name}.beta`, [gamma.length]),
    );
  // The source has rows of its own: what is known about those of the translation does not hold for them.
  const source = new Layers(g, weights);

  let x = new Layers(g, weights).embed(
    g.reshape(ids, -1),
    g.reshape(positions, -1),
    architecture.max_position_embeddings,
  );
  for (const [index, places] of decoderLayers(shape).entries()) {
    const layer = layerName(index);
    const { selfIn, selfOut, crossIn, crossOut, inner, outer } = places;
    const qkv = linear(selfIn, norm(x, weights.norm(`${layer}.self_attn_layer_norm`)));
    const [q = '', k = '', v = ''] = tape.thirds(qkv, width).map((part) => tape.heads(part, grid));
    x = tape.add(x, linear(selfOut, tape.attention(q, k, v, ahead, x)));
    const asked = tape.heads(
      linear(crossIn, norm(x, weights.norm(`${layer}.encoder_attn_layer_norm`))),
      grid,
    );
    const [key = '', value = ''] = ['k', 'v'].map((part) =>
      tape.heads(
        source.linear(sourceRows, weights.linear([`${layer}.encoder_attn.${part}_proj`])),
        crossGrid,
      ),
    );
    x = tape.add(x, linear(crossOut, tape.attention(asked, key, value, crossMask, x)));
    const open = tape.relu(linear(inner, norm(x, weights.norm(`${layer}.final_layer_norm`))));
    x = tape.add(x, linear(outer, open));
  }
  const plain = norm(x, weights.norm('decoder.layer_norm'));
  const [down, bias, up] = [
    tape.parameter(`${HEAD.name}.down`, [width, HEAD.rank]),
    tape.parameter(`${HEAD.name}.bias`, [HEAD.rank]),
    tape.parameter(`${HEAD.name}.up`, [HEAD.rank, width]),
  ];
  const open = tape.relu(tape.addToRows(tape.product(plain, down), bias));
  const hidden = tape.add(plain, tape.product(open, up));
  const { embedding } = weights;
  const all = g.constant('embedding', INT8, [embedding.rows, width], embedding.data);
  const scales = g.constant('embedding.scale', FLOAT, [embedding.rows], embedding.scale);
  const list = g.inner('tokens', tokens);
  const table = {
    rows: g.op('Gather', [all, list]),
    scale: g.op('Gather', [scales, list]),
  };
  g.output(tape.logProbabilities(hidden, table, next, share), 'log_probabilities', FLOAT, ['R', 1]);
  g.output(hidden, 'hidden', FLOAT, ['R', width]);
  if (slopes) tape.close();
  return g;
}

export function decoderShape(architecture: Architecture): DecoderShape {
  return {
    layers: architecture.decoder_layers,
    width: architecture.d_model,
    inner: architecture.decoder_ffn_dim,
  };
}
