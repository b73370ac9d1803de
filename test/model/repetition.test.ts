import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Repetition } from '#src/model/thread/search/repetition.js';

const token = fc.integer({ min: 4, max: 400 });
/** Each token is a letter and its number; those below 100 are marks. */
const textOf = (tokens: readonly number[]) => tokens.map((id) => (id < 100 ? '.' : `w${id}`)).join('');
const nothing = new Repetition([], textOf);

/** Whether the last of the tokens comes with a repetition. */
function loops(tokens: readonly number[], repetition = nothing): boolean {
  return repetition.comesWith(tokens.at(-1) ?? 0, tokens.slice(0, -1));
}

describe('a target that repeats itself', () => {
  test('is noticed whatever the repeated stretch and whatever stands before it', () => {
    fc.assert(
      fc.property(
        fc.array(token, { maxLength: 30 }),
        fc.array(token, { minLength: 1, maxLength: 10 }),
        (start, stretch) => {
          const repeated = Array.from({ length: stretch.length === 1 ? 8 : 4 }, () => stretch).flat();
          expect(loops([...start, ...repeated])).toBe(true);
        },
      ),
    );
  });

  test('is let be when its source repeats itself as well', () => {
    const laughing = Array.from({ length: 24 }, () => 177);
    expect(loops(laughing, new Repetition(laughing, textOf))).toBe(false);
    expect(loops(laughing)).toBe(true);
  });

  test('is not suspected while all tokens differ, or when something comes three times', () => {
    fc.assert(
      fc.property(fc.uniqueArray(token, { maxLength: 60 }), (tokens) => {
        expect(loops(tokens)).toBe(false);
      }),
    );
    expect(loops([5, 6, 5, 6, 5, 6, 7])).toBe(false);
    expect(loops([105, 106, 105, 106, 105, 106])).toBe(false);
    expect(loops([9, 9, 9, 9, 9])).toBe(false);
  });

  test('is noticed when it is the words that repeat, not their pieces', () => {
    const pieces = ['旅行を', 'み', 'て', 'みて', 'みて', 'みて', 'ください', 'て'];
    const japanese = new Repetition([], (tokens) => tokens.map((id) => pieces[id] ?? '').join(''));
    expect(japanese.comesWith(3, [0, 1, 2, 3])).toBe(false);
    expect(japanese.comesWith(7, [0, 1, 2, 1, 7, 1, 7, 1])).toBe(true);
    expect(japanese.comesWith(6, [0, 1, 2, 3, 4, 5])).toBe(false);
  });
});
