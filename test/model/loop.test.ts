import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLooping, longestRepetition } from '#src/model/worker/loop.js';

const token = fc.integer({ min: 4, max: 400 });

describe('a target that repeats itself', () => {
  test('is noticed whatever the repeated stretch and whatever stands before it', () => {
    fc.assert(
      fc.property(
        fc.array(token, { maxLength: 30 }),
        fc.array(token, { minLength: 1, maxLength: 10 }),
        (start, stretch) => {
          const repeated = Array.from(
            { length: Math.max(4, Math.ceil(12 / stretch.length)) },
            () => stretch,
          ).flat();
          expect(isLooping([...start, ...repeated], 0)).toBe(true);
        },
      ),
    );
  });

  test('is let be when its source repeats itself as well', () => {
    const laughing = Array.from({ length: 24 }, () => 77);
    expect(isLooping(laughing, longestRepetition(laughing))).toBe(false);
    expect(isLooping(laughing, 0)).toBe(true);
  });

  test('is not suspected while all tokens differ, or when a word comes three times', () => {
    fc.assert(
      fc.property(fc.uniqueArray(token, { maxLength: 60 }), (tokens) => {
        expect(isLooping(tokens, 0)).toBe(false);
      }),
    );
    expect(isLooping([5, 6, 5, 6, 5, 6, 7], 0)).toBe(false);
  });
});
