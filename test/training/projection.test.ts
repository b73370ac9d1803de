import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mulberry32 } from '#src/base/random.js';
import { ForcedOutputs } from '#src/training/learning/forced-outputs.js';
import { principalDirections } from '#src/training/learning/projection.js';
import { runs } from '../setup/sample.js';

/** Rows of states that differ along each of their numbers by so much. */
function statesOf(rows: number, spread: readonly number[], seed: number): ForcedOutputs {
  const next = mulberry32(seed);
  const width = spread.length;
  return new ForcedOutputs({
    width,
    offsets: Int32Array.of(0, rows),
    tokens: new Int32Array(rows),
    logProbabilities: new Float32Array(rows),
    scales: new Float32Array(rows).fill(1),
    states: Int8Array.from({ length: rows * width }, (_, at) => (next() - 0.5) * (spread[at % width] ?? 0)),
  });
}

it('directions are orthonormal, however many rows and numbers there are', async () => {
  const sizes = fc.record({
    rows: fc.integer({ min: 30, max: 60 }),
    width: fc.integer({ min: 3, max: 14 }),
    seed: fc.nat(),
  });
  await fc.assert(
    fc.asyncProperty(sizes, async ({ rows, width, seed }) => {
      const spread = Array.from({ length: width }, () => 200);
      const directions = await principalDirections(statesOf(rows, spread, seed), 2);
      const [one, other] = [directions.subarray(0, width), directions.subarray(width)];
      const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, x, at) => sum + x * (b[at] ?? 0), 0);
      expect(dot(one, one)).toBeCloseTo(1, 4);
      expect(dot(other, other)).toBeCloseTo(1, 4);
      expect(dot(one, other)).toBeCloseTo(0, 4);
    }),
    runs(100),
  );
});

it('directions are those in which states differ most', async () => {
  const spread = [2, 3, 250, 2, 3, 2, 60, 2, 3];
  const directions = await principalDirections(statesOf(501, spread, 1), 2);
  const width = spread.length;
  expect(Math.abs(directions[2] ?? 0)).toBeGreaterThan(0.99);
  expect(Math.abs(directions[width + 6] ?? 0)).toBeGreaterThan(0.99);
});
