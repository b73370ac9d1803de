import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Stretch, wordDiff } from '../../console/src/word-diff.js';

const textOf = (stretches: readonly Stretch[]) => stretches.map(({ text }) => text).join('');
const keptOf = (stretches: readonly Stretch[]) => textOf(stretches.filter(({ changed }) => !changed));
const markedOf = (stretches: readonly Stretch[]) =>
  stretches.filter(({ changed }) => changed).map(({ text }) => text);

it('loses and adds nothing, and what is not marked is the same on both sides', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(fc.constantFrom('流束', '多岐管', 'を', 'bolt', ' ', '。', '\n')).map((words) => words.join('')),
  );
  fc.assert(
    fc.property(text, text, (before, after) => {
      const diff = wordDiff(before, after, 'ja');
      expect(textOf(diff.before)).toBe(before);
      expect(textOf(diff.after)).toBe(after);
      expect(keptOf(diff.before)).toBe(keptOf(diff.after));
    }),
  );
});

it('marks whole words, in a language without blanks too', () => {
  const english = wordDiff('Clean the old filter.', 'Clean the new filter.', 'en');
  expect([markedOf(english.before), markedOf(english.after)]).toEqual([['old'], ['new']]);
  const japanese = wordDiff('弁を交換します。', '弁を点検します。', 'ja');
  expect([markedOf(japanese.before), markedOf(japanese.after)]).toEqual([['交換'], ['点検']]);
});

it('marks nothing in equal texts, nor in documents too long to compare', () => {
  const same = wordDiff('One sentence.', 'One sentence.', 'en');
  expect(markedOf(same.after)).toEqual([]);
  const long = wordDiff('a '.repeat(2_500), 'b '.repeat(2_500), 'en');
  expect(markedOf(long.after)).toEqual([]);
  expect(textOf(long.after)).toBe('b '.repeat(2_500));
});
