import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BOOL, FLOAT, GraphBuilder, INT8, INT32, INT64 } from './graph-builder.js';
import { Layers } from './layers.js';
import { type Columns, columnsOf, type ShortlistOutput, tablesOf } from './output-layer.js';
import { type QuantizedMatrix, Safetensors } from './safetensors.js';
import { type Linear, linearOf } from './weights.js';

/**
 * A small network that proposes the next tokens (speculative decoding, Leviathan et al. 2023; a head on the decoder's states:
 * Cai et al. 2024). The trainer's side is `trainer/nmt/draft_head.py`.
 */
export interface DraftHead {
  readonly mix: Linear;
  readonly query: Linear;
  readonly out: Linear;
  /** To the width of its own output layer, which is a quarter of the model's. */
  readonly narrow: Linear;
  readonly table: QuantizedMatrix;
}

/** What the trainer left in `draft-head.int8.safetensors`, if it did. */
export function readDraftHead(weightsFolder: string, head: number): DraftHead | undefined {
  const path = join(weightsFolder, 'draft-head.int8.safetensors');
  if (!existsSync(path)) return undefined;
  const tensors = new Safetensors(path);
  const linear = (part: string, multiply = 1): Linear => ({
    ...linearOf(tensors, [`draft_head.${part}`], multiply),
    name: `draft_head.${part}`,
  });
  return {
    mix: linear('mix'),
    query: linear('query', 1 / Math.sqrt(head)),
    out: linear('out'),
    narrow: linear('narrow'),
    table: tensors.matrix('model.draft_head.table'),
  };
}

/** Name of the draft head's own output layer. */
export const DRAFT_TABLE = 'draft_head.table';

/** What a query finds in the source, in the graph of the layers given. */
export type Look = (layers: Layers, query: string) => string;

/**
 * Adds `draft_tokens`: a proposal of what follows the best token of the last accepted row. That is the first row whose best
 * token is not what the draft `expected` there. The draft has at most `draft_length` tokens and ends where the probability
 * that all of it is right falls below `acceptance_threshold`.
 */
export function draft(
  layers: Layers,
  draftHead: DraftHead,
  state: string,
  output: ShortlistOutput,
  look: Look,
): void {
  const { graph: g } = layers;
  const expected = g.input('expected', INT64, ['R', 1]);
  const best = g.op('Slice', [output.topIds, g.shape(0), g.shape(1), g.shape(1)]);
  const right = g.op('Cast', [g.op('Equal', [best, expected])], { to: INT32 });
  const last = g.op('ArgMin', [right], { axis: 0, keepdims: 0 });
  const token = g.op('Cast', [g.op('GatherElements', [best, g.reshape(last, 1, 1)], { axis: 0 })], {
    to: INT32,
  });
  const columns = [
    columnsOf(g, tablesOf(g, DRAFT_TABLE, draftHead.table), output.frequent),
    {
      matrix: g.input('draft_rows', INT8, [draftHead.table.columns, 'N']),
      scale: g.input('draft_scales', FLOAT, ['N']),
    },
  ];
  g.input('acceptance_threshold', FLOAT, []);
  const start = [g.op('Gather', [state, last], { axis: 0 }), g.reshape(token, 1), g.scalar(1)];
  const [, , , found = ''] = g.ops('Loop', [g.input('draft_length', INT64, []), '', ...start], 4, {
    body: { graph: oneToken(g, layers, draftHead, columns, output, look) },
  });
  g.output(found, 'draft_tokens', INT32, ['G', 1]);
}

/** From a state and the token chosen there to the next state and its best token. A loop, because its weights should be there once for all rounds. */
function oneToken(
  outer: GraphBuilder,
  { weights }: Layers,
  { mix, query, out, narrow }: DraftHead,
  columns: readonly Columns[],
  { tokens }: ShortlistOutput,
  look: Look,
): GraphBuilder {
  const width = weights.architecture.d_model;
  const g = new GraphBuilder('draft', undefined, outer);
  const layers = new Layers(g, weights);
  g.input('draft/round', INT64, []);
  g.input('draft/continues', BOOL, []);
  const state = g.input('draft/state', FLOAT, [1, width]);
  const token = g.input('draft/token', INT32, [1]);
  const before = g.input('draft/probability_before', FLOAT, []);
  const mixed = g.op('Relu', [
    layers.roughly(g.op('Concat', [state, layers.embed(token)], { axis: 1 }), mix),
  ]);
  const looked = look(layers, layers.roughly(mixed, query));
  const foreseen = g.op('Add', [state, layers.roughly(g.op('Concat', [mixed, looked], { axis: 1 }), out)]);
  const narrowed = layers.roughly(foreseen, narrow);
  const logits = columns.map(({ matrix, scale }) =>
    g.contrib('DynamicQuantizeMatMul', [narrowed, matrix, scale]),
  );
  const shares = g.op('Softmax', [g.op('Concat', logits, { axis: 1 })], { axis: 1 });
  const next = g.op('Gather', [tokens, g.op('ArgMax', [shares], { axis: 1, keepdims: 0 })]);
  const right = g.op('Mul', [before, g.op('ReduceMax', [shares], { keepdims: 0 })]);
  g.output(g.op('Greater', [right, 'acceptance_threshold']), 'draft/continues_next', BOOL, []);
  g.output(foreseen, 'draft/next_state', FLOAT, [1, width]);
  g.output(next, 'draft/next_token', INT32, [1]);
  g.output(right, 'draft/probability', FLOAT, []);
  g.output(g.op('Identity', [next]), 'draft/token_out', INT32, [1]);
  return g;
}
