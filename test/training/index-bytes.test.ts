import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readIndex, writeIndex } from '#src/training/index-bytes.js';
import type { LearnedParts, StoredVoters } from '#src/training/learned-model.js';

const float = fc.float({ noNaN: true, noDefaultInfinity: true });
const floats = (length: number) =>
  fc.array(float, { minLength: length, maxLength: length }).map((numbers) => Float32Array.from(numbers));
const bytes = (length: number) => fc.int8Array({ minLength: length, maxLength: length });
const integers = (length: number) => fc.int32Array({ minLength: length, maxLength: length });

const WIDTH = 5;
const HIDDEN = 7;

const cells = fc.integer({ min: 1, max: 4 }).chain((count) =>
  fc.record({
    width: fc.constant(2),
    centres: floats(count * 2),
    starts: integers(count + 1),
    rows: integers(6),
    keys: bytes(6 * WIDTH),
    scales: floats(6),
    squares: floats(6),
  }),
);
const decoder = fc.record({
  key: fc.uuid(),
  shape: fc.record({ layers: fc.nat(9), width: fc.nat(9), inner: fc.nat(9) }),
  rank: fc.nat(9),
  values: fc.nat(9).chain(floats),
});
const voters: fc.Arbitrary<StoredVoters> = fc
  .record({
    rows: fc.integer({ min: 0, max: 8 }),
    pairs: fc.integer({ min: 1, max: 5 }),
    cells: fc.option(cells, { nil: undefined }),
    projected: fc.boolean(),
    trust: fc.option(fc.array(fc.double({ noNaN: true, noDefaultInfinity: true })), { nil: undefined }),
  })
  .chain(({ rows, pairs, cells, projected, trust }) =>
    fc
      .record({
        keys: bytes(rows * WIDTH),
        scales: floats(rows),
        squares: floats(rows),
        values: integers(rows),
        projection: floats(WIDTH * HIDDEN),
        offsets: integers(pairs + 1),
      })
      .map(({ keys, scales, squares, values, projection, offsets }) => ({
        states: {
          keys,
          scales,
          squares,
          values,
          width: WIDTH,
          ...(projected && { projection }),
          ...(cells && { cells }),
        },
        offsets,
        parameters: { neighbours: 8, temperature: 0.5, radius: 3, weight: 1, ...(trust && { trust }) },
      })),
  );
const parts: fc.Arbitrary<LearnedParts> = fc.record({ decoder, voters }, { requiredKeys: [] });

/** What JSON makes of a negative zero. */
const plain = (value: StoredVoters) => ({
  ...value,
  parameters: JSON.parse(JSON.stringify(value.parameters)),
});

describe('the stored form of a model', () => {
  it('gives back every number that went in', () => {
    fc.assert(
      fc.property(parts, (written) => {
        const read = readIndex(writeIndex(written));
        expect(read).toEqual({ ...written, ...(written.voters && { voters: plain(written.voters) }) });
      }),
    );
  });

  it('comes back in memory that worker threads read where it lies', () => {
    fc.assert(
      fc.property(parts, (written) => {
        const { decoder, voters } = readIndex(writeIndex(written));
        for (const numbers of [decoder?.values, voters?.states.keys, voters?.offsets]) {
          if (numbers !== undefined) expect(numbers.buffer).toBeInstanceOf(SharedArrayBuffer);
        }
      }),
      { numRuns: 10 },
    );
  });

  it.each([1, 9])('of format %i is refused with what to do', (format) => {
    const bytes = writeIndex(fc.sample(parts, { numRuns: 1, seed: 1 })[0] ?? fail());
    const other = Buffer.from(bytes.toString('latin1').replace('"format":2', `"format":${format}`), 'latin1');
    expect(() => readIndex(other)).toThrow(`format ${format} cannot be read; train it again`);
  });
});

function fail(): never {
  throw new Error('There is always a sample.');
}
