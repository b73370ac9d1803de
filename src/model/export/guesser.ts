import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BOOL, FLOAT, GraphBuilder, INT8, INT32, INT64 } from './graph.js';
import { Layers } from './layers.js';
import { type Columns, type CoreOutput, columnsOf, tablesOf } from './output.js';
import { type QuantizedMatrix, Safetensors } from './safetensors.js';
import { type Linear, linearOf } from './weights.js';

/** The network of `trainer/nmt/guesser.py`. */
export interface Guesser {
  readonly mix: Linear;
  readonly query: Linear;
  readonly out: Linear;
  /** To the width of its own output layer, which is a quarter of the model's. */
  readonly narrow: Linear;
  readonly table: QuantizedMatrix;
}

/** What the trainer left in `guesser.int8.safetensors`, if it did. */
export function readGuesser(weightsFolder: string, head: number): Guesser | undefined {
  const path = join(weightsFolder, 'guesser.int8.safetensors');
  if (!existsSync(path)) return undefined;
  const tensors = new Safetensors(path);
  return {
    mix: linearOf(tensors, ['guesser.mix']),
    query: linearOf(tensors, ['guesser.query'], 1 / Math.sqrt(head)),
    out: linearOf(tensors, ['guesser.out']),
    narrow: linearOf(tensors, ['guesser.narrow']),
    table: tensors.matrix('model.guesser.table'),
  };
}

/** Name of the guesser's own output layer. */
export const GUESS_TABLE = 'guesser.table';

/** What a query finds in the source, in the graph of the layers given. */
export type Look = (layers: Layers, query: string) => string;

/**
 * Adds `guesses`: tokens that could follow the best one of the last row that counts. That is the first one whose best token is
 * not what was expected there, which the row behind it stands for. There are at most as many as `ahead` says, and a further one
 * only if those before it are all right with the probability `sure`.
 */
export function guesses(
  layers: Layers,
  guesser: Guesser,
  state: string,
  output: CoreOutput,
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
    columnsOf(g, tablesOf(g, GUESS_TABLE, guesser.table), output.common),
    {
      matrix: g.input('guess_rows', INT8, [guesser.table.columns, 'N']),
      scale: g.input('guess_scales', FLOAT, ['N']),
    },
  ];
  g.input('sure', FLOAT, []);
  const start = [g.op('Gather', [state, last], { axis: 0 }), g.reshape(token, 1), g.scalar(1)];
  const [, , , found = ''] = g.ops('Loop', [g.input('ahead', INT64, []), '', ...start], 4, {
    body: { graph: oneGuess(g, layers, guesser, columns, output, look) },
  });
  g.output(found, 'guesses', INT32, ['G', 1]);
}

/** From a state and the token chosen there to the next state and its best token. A loop, because its weights should be there once for all rounds. */
function oneGuess(
  outer: GraphBuilder,
  { weights }: Layers,
  { mix, query, out, narrow }: Guesser,
  columns: readonly Columns[],
  { tokens }: CoreOutput,
  look: Look,
): GraphBuilder {
  const width = weights.architecture.d_model;
  const g = new GraphBuilder('guess', undefined, outer);
  const layers = new Layers(g, weights);
  g.input('guess/round', INT64, []);
  g.input('guess/goes_on', BOOL, []);
  const state = g.input('guess/state', FLOAT, [1, width]);
  const token = g.input('guess/token', INT32, [1]);
  const before = g.input('guess/before', FLOAT, []);
  const mixed = g.op('Relu', [
    layers.roughly(g.op('Concat', [state, layers.embedPlain(token)], { axis: 1 }), mix),
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
  g.output(g.op('Greater', [right, 'sure']), 'guess/goes_further', BOOL, []);
  g.output(foreseen, 'guess/foreseen', FLOAT, [1, width]);
  g.output(next, 'guess/next', INT32, [1]);
  g.output(right, 'guess/right', FLOAT, []);
  g.output(g.op('Identity', [next]), 'guess/said', INT32, [1]);
  return g;
}
