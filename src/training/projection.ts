import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { mulberry32 } from '../base/random.js';
import { shared } from '../model/shared-memory.js';
import type { ForcedOutputs } from './forced-outputs.js';

/** States that the directions are computed from; more change nothing that can be measured. */
const SAMPLE_ROWS = 8_000;
const ROUNDS = 12;

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
      const from = column * full;
      for (let i = 0; i < full; i++) {
        const weight = basis[from + i] ?? 0;
        const row = i * full;
        for (let j = 0; j < full; j++)
          turned[from + j] = (turned[from + j] ?? 0) + weight * (covariance[row + j] ?? 0);
      }
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
  const mean = new Float64Array(full);
  const sums = new Float64Array(full * full);
  for (let n = 0; n < rows; n++) {
    forced.state(Math.floor(n * stride), state);
    for (let i = 0; i < full; i++) {
      const value = state[i] ?? 0;
      mean[i] = (mean[i] ?? 0) + value / rows;
      for (let j = i; j < full; j++) sums[i * full + j] = (sums[i * full + j] ?? 0) + value * (state[j] ?? 0);
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
