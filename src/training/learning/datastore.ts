import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Datastore } from '../../model/adaptation.js';
import { quantizeRow } from '../../model/quantize-row.js';
import { shared } from '../../model/shared-memory.js';
import { multiply } from '../../model/thread/adapt/neighbours.js';
import type { ForcedOutputs } from './forced-outputs.js';
import { clusterRows } from './ivf-clusters.js';

const ROWS_PER_TURN = 2_000;

/** The states of all pairs along a few directions, as the threads read them. */
export async function buildDatastore(
  forced: ForcedOutputs,
  projection: Float32Array,
  width: number,
): Promise<Datastore> {
  const keys = shared(Int8Array, forced.rows * width);
  const scales = shared(Float32Array, forced.rows);
  const squares = shared(Float32Array, forced.rows);
  const state = new Float32Array(forced.width);
  const long = new Float64Array(width);
  const short = new Float32Array(width);
  for (let row = 0; row < forced.rows; row++) {
    forced.state(row, state);
    multiply(projection, state, long);
    short.set(long);
    const scale = quantizeRow(short, 0, width, keys, row * width);
    scales[row] = scale;
    let square = 0;
    for (let i = 0; i < width; i++) square += ((keys[row * width + i] ?? 0) * scale) ** 2;
    squares[row] = square;
    if (row % ROWS_PER_TURN === 0) await yieldToEventLoop();
  }
  const values = shared(Int32Array, forced.tokens);
  const states = { keys, scales, squares, values, width, projection };
  return { ...states, clusters: await clusterRows(states) };
}
