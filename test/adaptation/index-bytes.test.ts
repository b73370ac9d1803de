import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readIndex, writeIndex } from '#src/adaptation/index-bytes.js';
import type { LearnedParts } from '#src/adaptation/learned-model.js';

const float = fc.float({ noNaN: true, noDefaultInfinity: true });
const floats = (length: number) =>
  fc.array(float, { minLength: length, maxLength: length }).map((numbers) => Float32Array.from(numbers));
const bytes = (length: number) => fc.int8Array({ minLength: length, maxLength: length });
const integers = (length: number) => fc.int32Array({ minLength: length, maxLength: length });

const WIDTH = 5;
const HIDDEN = 7;
const RANK = 3;

const clusters = fc.integer({ min: 1, max: 4 }).chain((count) =>
  fc.record({
    width: fc.constant(2),
    centroids: floats(count * 2),
    starts: integers(count + 1),
    rows: integers(6),
    keys: bytes(6 * WIDTH),
    scales: floats(6),
    squares: floats(6),
  }),
);
const head = fc.integer({ min: 1, max: 9 }).chain((tokens) =>
  fc.record({
    rank: fc.constant(RANK),
    inputs: floats(RANK * HIDDEN),
    inputBias: floats(RANK),
    tokens: integers(tokens),
    outputs: bytes(tokens * RANK),
    scales: floats(tokens),
    bias: floats(tokens),
  }),
);
const parts: fc.Arbitrary<LearnedParts> = fc
  .record({
    rows: fc.integer({ min: 0, max: 8 }),
    pairs: fc.integer({ min: 1, max: 5 }),
    head: fc.option(head, { nil: undefined }),
    headShare: fc.double({ min: 0, max: 1, noNaN: true }),
    clusters: fc.option(clusters, { nil: undefined }),
    projected: fc.boolean(),
    weightCoefficients: fc.option(fc.array(fc.double({ noNaN: true, noDefaultInfinity: true })), {
      nil: undefined,
    }),
  })
  .chain(({ rows, pairs, head, headShare, clusters, projected, weightCoefficients }) =>
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
          ...(clusters && { clusters }),
        },
        offsets,
        parameters: {
          neighbours: 8,
          temperature: 0.5,
          radius: 3,
          weight: 1,
          ...(weightCoefficients && { weightCoefficients }),
        },
        ...(head && { head, headShare }),
      })),
  );

/** What JSON makes of a negative zero. */
const plain = (value: LearnedParts['parameters']) => JSON.parse(JSON.stringify(value));

describe('the stored form of a model', () => {
  it('gives back every number that went in', () => {
    fc.assert(
      fc.property(parts, (written) => {
        const read = readIndex(writeIndex(written));
        expect(read).toEqual({ ...written, parameters: plain(written.parameters) });
      }),
    );
  });

  it('comes back in memory that threads read where it lies', () => {
    fc.assert(
      fc.property(parts, (written) => {
        const { states, head } = readIndex(writeIndex(written));
        for (const numbers of [states.keys, states.values, ...(head === undefined ? [] : [head.inputs])]) {
          expect(numbers.buffer).toBeInstanceOf(SharedArrayBuffer);
        }
      }),
      { numRuns: 10 },
    );
  });

  it('of a format to come is refused with what to do', () => {
    const bytes = writeIndex(fc.sample(parts, { numRuns: 1, seed: 1 })[0] ?? fail());
    const text = Buffer.from(bytes.buffer).toString('latin1');
    bytes.set(Buffer.from(text.replace('"format":2', '"format":9'), 'latin1'));
    expect(() => readIndex(bytes)).toThrow(/format 9 cannot be read; train it again/);
  });
});

function fail(): never {
  throw new Error('There is always a sample.');
}
