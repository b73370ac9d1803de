import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { mulberry32 } from '../../base/random.js';
import { shared } from '../../model/shared-memory.js';
import type { ForcedOutputs } from './forced-outputs.js';

/** States that the directions are computed from; more change nothing that can be measured. */
const SAMPLE_ROWS = 8_000;
const ROUNDS = 12;
/** Rows that are added at a time. */
const TOGETHER = 4;

/**
 * The directions in which the states differ most (principal components, without taking off the mean: distances do not
 * care), found by orthogonal iteration. Distances along them stand in for distances in full at an eighth of the cost.
 *
 * @returns `width` orthonormal rows of the states' width, in shared memory.
 */
export async function principalDirections(forced: ForcedOutputs, width: number): Promise<Float32Array> {
  const full = forced.width;
  const covariance = await covarianceOf(forced);
  let basis = Float64Array.from({ length: full * width }, randomSign());
  orthonormalise(basis, full, width);
  for (let round = 0; round < ROUNDS; round++) {
    const turned = new Float64Array(basis.length);
    for (let column = 0; column < width; column++) {
      const own = column * full;
      addRows(turned.subarray(own, own + full), covariance, basis.subarray(own, own + full));
    }
    orthonormalise(turned, full, width);
    basis = turned;
    await yieldToEventLoop();
  }
  return shared(Float32Array, basis);
}

async function covarianceOf(forced: ForcedOutputs): Promise<Float64Array> {
  const full = forced.width;
  const rows = Math.min(SAMPLE_ROWS, forced.rows);
  const stride = Math.max(1, forced.rows / Math.max(1, rows));
  const state = new Float32Array(full);
  const states = new Float64Array(TOGETHER * full);
  const weights = new Float64Array(TOGETHER);
  const mean = new Float64Array(full);
  const sums = new Float64Array(full * full);
  for (let n = 0; n < rows; n += TOGETHER) {
    states.fill(0);
    for (let one = 0; one < TOGETHER && n + one < rows; one++) {
      forced.state(Math.floor((n + one) * stride), state);
      states.set(state, one * full);
      for (let i = 0; i < full; i++) mean[i] = (mean[i] ?? 0) + (state[i] ?? 0) / rows;
    }
    for (let i = 0; i < full; i++) {
      for (let one = 0; one < TOGETHER; one++) weights[one] = states[one * full + i] ?? 0;
      addRows(sums.subarray(i * full, (i + 1) * full), states, weights, i);
    }
    if (n % 200 === 0) await yieldToEventLoop();
  }
  for (let i = 0; i < full; i++) {
    for (let j = i; j < full; j++) {
      const value = (sums[i * full + j] ?? 0) / rows - (mean[i] ?? 0) * (mean[j] ?? 0);
      sums[i * full + j] = value;
      sums[j * full + i] = value;
    }
  }
  return sums;
}

/**
 * Adds rows of a matrix, each times its weight, from a column on. Four at a time, which takes half the time of one by one; sums
 * are added up in the same order, so that they are the same to the last bit.
 */
function addRows(to: Float64Array, rows: Float64Array, weights: Float64Array, start = 0): void {
  const width = to.length;
  for (let row = 0; row < weights.length; row += TOGETHER) {
    const a = weights[row] ?? 0;
    const b = weights[row + 1] ?? 0;
    const c = weights[row + 2] ?? 0;
    const d = weights[row + 3] ?? 0;
    const first = row * width;
    const second = first + width;
    const third = second + width;
    const fourth = third + width;
    for (let j = start; j < width; j++) {
      const sum = (to[j] ?? 0) + a * (rows[first + j] ?? 0) + b * (rows[second + j] ?? 0);
      to[j] = sum + c * (rows[third + j] ?? 0) + d * (rows[fourth + j] ?? 0);
    }
  }
}

/** Gram-Schmidt over columns that lie one behind the other. */
function orthonormalise(columns: Float64Array, length: number, count: number): void {
  for (let column = 0; column < count; column++) {
    const own = columns.subarray(column * length, (column + 1) * length);
    for (let before = 0; before < column; before++) {
      const other = columns.subarray(before * length, (before + 1) * length);
      let shadow = 0;
      for (let i = 0; i < length; i++) shadow += (own[i] ?? 0) * (other[i] ?? 0);
      for (let i = 0; i < length; i++) own[i] = (own[i] ?? 0) - shadow * (other[i] ?? 0);
    }
    const norm = Math.hypot(...own) || 1;
    for (let i = 0; i < length; i++) own[i] = (own[i] ?? 0) / norm;
  }
}

function randomSign(): () => number {
  const next = mulberry32(7);
  return () => next() - 0.5;
}
