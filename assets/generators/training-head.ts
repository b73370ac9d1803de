/**
 * The graph with which the service trains the head of a custom model:
 *
 *     npx tsx --tsconfig bench/tsconfig.json assets/generators/training-head.ts
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { FLOAT, GraphBuilder, INT64 } from '../../trainer/graphs/graph-builder.js';

const BOOL_TO_FLOAT = { to: FLOAT };

/**
 * One training step of an output head as a graph, so that the heavy products run on the inference library's kernels.
 * With h the states, E the frozen output layer of the pairs' tokens, y the token that followed, and k which units are kept:
 *
 *     a = relu(h·U + c)·k      h' = h + a·V      scores = h'·Eᵀ + b      loss = −mean log softmax(scores)[y]
 *
 * and backwards, the gradient of the loss being (softmax(scores) − onehot(y)) × the row's part of the mean at the scores:
 *
 *     db = Σ dscores   dh' = dscores·E   dV = aᵀ·dh'   da = dh'·Vᵀ·k, zero where the relu is   dU = hᵀ·da   dc = Σ da
 *
 * V works on the state rather than on the scores, hence what it learns from one token helps tokens with a similar
 * meaning. For serving, V·Eᵀ is multiplied out once. All lengths are left open: one graph serves every model.
 */
export function headGraph(): Uint8Array {
  const g = new GraphBuilder('head');
  const [width, rank, tokens] = ['W', 'R', 'T'];
  const states = g.input('states', FLOAT, ['B', width]);
  const next = g.input('next', INT64, ['B', 1]);
  const perRow = g.input('per_row', FLOAT, ['B', 1]);
  const inputs = g.input('inputs', FLOAT, [width, rank]);
  const inputBias = g.input('input_bias', FLOAT, [rank]);
  const kept = g.input('kept', FLOAT, ['K', rank]);
  const outputs = g.input('outputs', FLOAT, [rank, width]);
  const bias = g.input('bias', FLOAT, [tokens]);
  const table = g.input('table', FLOAT, [tokens, width]);

  const units = g.op('Relu', [g.op('Gemm', [states, inputs, inputBias])]);
  const activation = g.op('Mul', [units, kept]);
  const moved = g.op('Gemm', [activation, outputs, states]);
  const scores = g.op('LogSoftmax', [g.op('Gemm', [moved, table, bias], { transB: 1 })], { axis: -1 });
  g.output(g.op('GatherElements', [scores, next], { axis: 1 }), 'log_probabilities', FLOAT, ['B', 1]);

  const minusOne = g.op('Sub', [
    g.op('Mul', [g.op('Cast', [next], BOOL_TO_FLOAT), g.scalar(0)]),
    g.scalar(1),
  ]);
  const error = g.op('ScatterElements', [g.op('Exp', [scores]), next, minusOne], {
    axis: 1,
    reduction: 'add',
  });
  const atScores = g.op('Mul', [error, perRow]);
  const sum = (x: string) => g.op('ReduceSum', [x, g.shape(0)], { keepdims: 0 });
  g.output(sum(atScores), 'bias_gradient', FLOAT, [tokens]);
  const atState = g.op('MatMul', [atScores, table]);
  g.output(g.op('Gemm', [activation, atState], { transA: 1 }), 'outputs_gradient', FLOAT, [rank, width]);
  const open = g.op('Cast', [g.op('Greater', [units, g.scalar(0)])], BOOL_TO_FLOAT);
  const atUnits = g.op('Mul', [g.op('Gemm', [atState, outputs], { transB: 1 }), kept]);
  const atActivation = g.op('Mul', [atUnits, open]);
  g.output(sum(atActivation), 'input_bias_gradient', FLOAT, [rank]);
  g.output(g.op('Gemm', [states, atActivation], { transA: 1 }), 'inputs_gradient', FLOAT, [width, rank]);
  return g.encode();
}

const FILE = fileURLToPath(new URL('../training/head.onnx', import.meta.url));
if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(FILE, headGraph());
