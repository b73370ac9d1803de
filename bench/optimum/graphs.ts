import {
  BOOL,
  type Dimension,
  FLOAT,
  GraphBuilder,
  INT8,
  INT64,
} from '../../trainer/graphs/graph-builder.js';
import type { Weights } from '../../trainer/graphs/weights.js';
import { OptimumLayers } from './layers.js';

/** `encoder_model.onnx` */
export function optimumEncoder(weights: Weights): GraphBuilder {
  const { architecture } = weights;
  const g = new GraphBuilder('encoder');
  const layers = new OptimumLayers(g, weights);
  const ids = g.input('input_ids', INT64, ['B', 'L']);
  const mask = g.input('attention_mask', INT64, ['B', 'L']);
  const seen = layers.additiveMask(mask);
  let x = layers.embed(ids, layers.counting(ids));
  for (let i = 0; i < architecture.encoder_layers; i++) {
    const prefix = `encoder.layers.${i}`;
    const normed = layers.norm(x, weights.norm(`${prefix}.self_attn_layer_norm`));
    const [q, k, v] = layers.selfAttention(normed, prefix);
    const out = layers.linear(layers.attend(q, k, v, seen), weights.linear([`${prefix}.self_attn.out_proj`]));
    x = layers.feedForward(g.op('Add', [x, out]), prefix);
  }
  const state = layers.norm(x, weights.norm('encoder.layer_norm'));
  g.output(state, 'last_hidden_state', FLOAT, ['B', 'L', architecture.d_model]);
  return g;
}

/** `decoder_model_merged.onnx`: one graph with a branch for the first step and one that reads a cache. */
export function optimumDecoder(weights: Weights): GraphBuilder {
  const { architecture } = weights;
  const g = new GraphBuilder('decoder');
  stepInputs(g, weights);
  const { past, present } = cacheOf(weights);
  for (const { name, dims } of past) g.input(name, FLOAT, dims);
  g.input('use_cache_branch', BOOL, [1]);
  const outputs = g.ops('If', ['use_cache_branch'], present.length + 1, {
    then_branch: { graph: decoderBranch(g, weights, true) },
    else_branch: { graph: decoderBranch(g, weights, false) },
  });
  g.output(outputs[0] ?? '', 'logits', FLOAT, ['B', 'T', architecture.vocab_size]);
  for (const [i, { name, dims }] of present.entries()) g.output(outputs[i + 1] ?? '', name, FLOAT, dims);
  return g;
}

/** `decoder_model.onnx`: the first step, which has no cache yet. */
export function optimumFirstDecoder(weights: Weights): GraphBuilder {
  const g = new GraphBuilder('decoder');
  stepInputs(g, weights);
  const { logits, cache } = decoderStep(g, weights, false);
  g.output(logits, 'logits', FLOAT, ['B', 'T', weights.architecture.vocab_size]);
  for (const [i, { name, dims }] of cacheOf(weights).present.entries()) {
    g.output(cache[i] ?? '', name, FLOAT, dims);
  }
  return g;
}

/** `decoder_with_past_model.onnx`: every later step. It returns its own keys and values; the source's stay as they are. */
export function optimumNextDecoder(weights: Weights): GraphBuilder {
  const g = new GraphBuilder('decoder');
  g.input('encoder_attention_mask', INT64, ['B', 'L']);
  g.input('input_ids', INT64, ['B', 'T']);
  const { past, present } = cacheOf(weights);
  for (const { name, dims } of past) g.input(name, FLOAT, dims);
  const { logits, cache } = decoderStep(g, weights, true);
  g.output(logits, 'logits', FLOAT, ['B', 'T', weights.architecture.vocab_size]);
  for (const [i, { name, dims }] of present.entries()) {
    if (name.includes('.decoder.')) g.output(cache[i] ?? '', name, FLOAT, dims);
  }
  return g;
}

function stepInputs(g: GraphBuilder, { architecture }: Weights): void {
  g.input('encoder_attention_mask', INT64, ['B', 'L']);
  g.input('input_ids', INT64, ['B', 'T']);
  g.input('encoder_hidden_states', FLOAT, ['B', 'L', architecture.d_model]);
}

interface CacheTensor {
  readonly name: string;
  readonly dims: readonly Dimension[];
}

/** Names and shapes of the cache, as a step takes it and as it gives it back. */
function cacheOf({ architecture }: Weights): {
  past: readonly CacheTensor[];
  present: readonly CacheTensor[];
} {
  const heads = architecture.decoder_attention_heads;
  const head = architecture.d_model / heads;
  const parts = Array.from({ length: architecture.decoder_layers }, (_, i) => [
    { part: `${i}.decoder.key`, time: 'P' },
    { part: `${i}.decoder.value`, time: 'P' },
    { part: `${i}.encoder.key`, time: 'E' },
    { part: `${i}.encoder.value`, time: 'E' },
  ]).flat();
  return {
    past: parts.map(({ part, time }) => ({
      name: `past_key_values.${part}`,
      dims: ['B', heads, time, head],
    })),
    present: parts.map(({ part, time }) => ({
      name: `present.${part}`,
      dims: ['B', heads, `${time}2`, head],
    })),
  };
}

function decoderBranch(outer: GraphBuilder, weights: Weights, cached: boolean): GraphBuilder {
  const { architecture } = weights;
  const heads = architecture.decoder_attention_heads;
  const head = architecture.d_model / heads;
  const g = new GraphBuilder(cached ? 'cached' : 'first', undefined, outer);
  const { logits, cache } = decoderStep(g, weights, cached);
  g.output(logits, `${g.name}/logits`, FLOAT, ['B', 'T', architecture.vocab_size]);
  for (const [i, tensor] of cache.entries()) {
    // Readers keep the source's keys and values of the first step: later ones need not be copied.
    const given = tensor ?? g.op('ConstantOfShape', [g.shape(0, heads, 1, head)]);
    g.output(given, `${g.name}/present.${i}`, FLOAT, ['B', heads, `N${i}`, head]);
  }
  return g;
}

/** A step's logits and its cache, in the order of `cacheOf`; a cached step leaves the source's part out. */
function decoderStep(
  g: GraphBuilder,
  weights: Weights,
  cached: boolean,
): { readonly logits: string; readonly cache: readonly (string | undefined)[] } {
  const { architecture } = weights;
  const layers = new OptimumLayers(g, weights);
  const before = cached
    ? g.op('Gather', [
        g.op('Shape', ['past_key_values.0.decoder.key']),
        g.constant('int64/2', INT64, [], BigInt64Array.of(2n)),
      ])
    : g.constant('int64/0', INT64, [], BigInt64Array.of(0n));
  const positions = g.op('Add', [layers.counting('input_ids'), before]);
  let x = layers.embed('input_ids', positions);
  const crossMask = layers.additiveMask('encoder_attention_mask');
  const causal = causalMask(g, positions);
  const cache: (string | undefined)[] = [];
  for (let i = 0; i < architecture.decoder_layers; i++) {
    const prefix = `decoder.layers.${i}`;
    const past = (side: string, part: string) => `past_key_values.${i}.${side}.${part}`;
    const normed = layers.norm(x, weights.norm(`${prefix}.self_attn_layer_norm`));
    const [q, newK, newV] = layers.selfAttention(normed, prefix);
    const k = cached ? g.op('Concat', [past('decoder', 'key'), newK], { axis: 2 }) : newK;
    const v = cached ? g.op('Concat', [past('decoder', 'value'), newV], { axis: 2 }) : newV;
    const own = layers.linear(
      layers.attend(q, k, v, causal),
      weights.linear([`${prefix}.self_attn.out_proj`]),
    );
    x = g.op('Add', [x, own]);
    const cross = `${prefix}.encoder_attn`;
    const query = layers.norm(x, weights.norm(`${prefix}.encoder_attn_layer_norm`));
    const crossQ = layers.split(
      layers.linear(query, weights.linear([`${cross}.q_proj`], layers.queryFactor)),
    );
    const side = (part: string, name: string) =>
      cached
        ? past('encoder', name)
        : layers.split(layers.linear('encoder_hidden_states', weights.linear([`${cross}.${part}_proj`])));
    const [crossK, crossV] = [side('k', 'key'), side('v', 'value')];
    const out = layers.linear(
      layers.attend(crossQ, crossK, crossV, crossMask),
      weights.linear([`${cross}.out_proj`]),
    );
    x = layers.feedForward(g.op('Add', [x, out]), prefix);
    cache.push(k, v, cached ? undefined : crossK, cached ? undefined : crossV);
  }
  const state = layers.norm(x, weights.norm('decoder.layer_norm'));
  const { rows, columns, data } = weights.embedding;
  const table = g.constant('output.weight', INT8, [columns, rows], transposed(data, rows, columns));
  const scale = g.constant('output.scale', FLOAT, [rows], weights.embedding.scale);
  return { logits: layers.multiply(state, table, scale), cache };
}

/** A position sees itself and those before it: [B, 1, T, P + T]. */
function causalMask(g: GraphBuilder, positions: string): string {
  const one = g.constant('int64/1', INT64, [], BigInt64Array.of(1n));
  const last = g.op('ReduceMax', [positions], { keepdims: 0 });
  const keys = g.op('Range', [one, g.op('Add', [last, one]), one]);
  const later = g.op('Greater', [keys, g.op('Unsqueeze', [positions, g.shape(1, 3)])]);
  return g.op('Where', [later, g.scalar(-1e9), g.scalar(0)]);
}

function transposed(data: Int8Array, rows: number, columns: number): Int8Array {
  const turned = new Int8Array(data.length);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++)
      turned[column * rows + row] = data[row * columns + column] ?? 0;
  }
  return turned;
}
