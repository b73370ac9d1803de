import { setImmediate as breathe } from 'node:timers/promises';
import type { StateCells, StoredStates } from '../model/adaptation.js';
import { shared } from '../model/shared-memory.js';

/** The first of a row's numbers tell most about where it lies. */
const WIDTH = 32;
const MOST_CELLS = 600;
/** Rows that the centres are computed from, per cell. */
const SAMPLE_PER_CELL = 30;
const ROUNDS = 5;
const ROWS_PER_TURN = 2_000;

/** Groups stored states by nearness (k-means), as many groups as the root of their number. */
export async function groupIntoCells(states: StoredStates): Promise<StateCells> {
  const count = states.values.length;
  const width = Math.min(WIDTH, states.width);
  const cells = Math.max(1, Math.min(MOST_CELLS, Math.round(Math.sqrt(count))));
  const sample = evenly(count, Math.min(count, cells * SAMPLE_PER_CELL));
  const centres = shared(Float32Array, cells * width);
  const row = new Float32Array(width);
  for (const [cell, index] of evenly(count, cells).entries()) {
    leadingNumbers(states, index, row);
    centres.set(row, cell * width);
  }
  for (let round = 0; round < ROUNDS; round++) {
    const sums = new Float64Array(cells * width);
    const members = new Int32Array(cells);
    for (const index of sample) {
      leadingNumbers(states, index, row);
      const cell = nearestCentre(centres, width, row);
      members[cell] = (members[cell] ?? 0) + 1;
      for (let i = 0; i < width; i++) sums[cell * width + i] = (sums[cell * width + i] ?? 0) + (row[i] ?? 0);
    }
    for (let at = 0; at < sums.length; at++) {
      const size = members[Math.floor(at / width)] ?? 0;
      if (size > 0) centres[at] = (sums[at] ?? 0) / size;
    }
    await breathe();
  }
  const { starts, rows } = await assign(states, centres, width, cells);
  return { width, centres, starts, rows, ...inOrder(states, rows) };
}

async function assign(states: StoredStates, centres: Float32Array, width: number, cells: number) {
  const count = states.values.length;
  const cellOf = new Int32Array(count);
  const starts = shared(Int32Array, cells + 1);
  const row = new Float32Array(width);
  for (let index = 0; index < count; index++) {
    leadingNumbers(states, index, row);
    const cell = nearestCentre(centres, width, row);
    cellOf[index] = cell;
    starts[cell + 1] = (starts[cell + 1] ?? 0) + 1;
    if (index % ROWS_PER_TURN === 0) await breathe();
  }
  for (let cell = 0; cell < cells; cell++) starts[cell + 1] = (starts[cell + 1] ?? 0) + (starts[cell] ?? 0);
  const next = Int32Array.from(starts);
  const rows = shared(Int32Array, count);
  for (let index = 0; index < count; index++) {
    const cell = cellOf[index] ?? 0;
    rows[next[cell] ?? 0] = index;
    next[cell] = (next[cell] ?? 0) + 1;
  }
  return { starts, rows };
}

/** The rows once more, in the order of the cells. */
function inOrder({ keys, scales, squares, width }: StoredStates, rows: Int32Array) {
  const ordered = shared(Int8Array, rows.length * width);
  for (const [at, row] of rows.entries()) {
    ordered.set(keys.subarray(row * width, (row + 1) * width), at * width);
  }
  return {
    keys: ordered,
    scales: shared(
      Float32Array,
      Float32Array.from(rows, (row) => scales[row] ?? 0),
    ),
    squares: shared(
      Float32Array,
      Float32Array.from(rows, (row) => squares[row] ?? 0),
    ),
  };
}

function leadingNumbers({ keys, scales, width }: StoredStates, index: number, into: Float32Array): void {
  const scale = scales[index] ?? 0;
  for (let i = 0; i < into.length; i++) into[i] = (keys[index * width + i] ?? 0) * scale;
}

/** Sums that are already larger than the best are given up. */
function nearestCentre(centres: Float32Array, width: number, row: Float32Array): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let start = 0, cell = 0; start < centres.length; start += width, cell++) {
    let sum = 0;
    for (let i = 0; i < width && sum < least; i++) sum += ((centres[start + i] ?? 0) - (row[i] ?? 0)) ** 2;
    if (sum >= least) continue;
    least = sum;
    best = cell;
  }
  return best;
}

function evenly(count: number, wanted: number): Int32Array {
  return Int32Array.from({ length: wanted }, (_, index) => Math.floor((index * count) / wanted));
}
