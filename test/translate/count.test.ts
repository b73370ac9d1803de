import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalForm } from '#src/base/normal-form.js';
import { countCharacters, countWords } from '#src/translate/segmentation/count.js';

describe('counting', () => {
  it.each([
    ['こんにちは、世界！', 7],
    ['コーヒー', 4],
    ['你好，世界。', 4],
    ['軟體更新', 4],
    ['Hello, world!', 2],
    ['Hello, 世界！', 3],
    ['It is 10 o’clock - now', 5],
    ['API を set する', 5],
    ['   \n\t', 0],
    ['。、！？', 0],
    ['か\u3099き\u3099', 2],
    ['สวัสดี', 6],
    ['안녕하세요 세계', 2],
  ])('counts %s as %i words', (text, words) => {
    expect(countWords(text)).toBe(words);
  });

  it('counts every character of an unspaced script and every other word with more than punctuation', () => {
    const unspaced =
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Bopomofo}ー々〆゛゜]/gu;
    const part = fc.constantFrom(
      'a',
      'é',
      '字',
      'カ',
      'ー',
      '々',
      '、',
      '…',
      ' ',
      '\u3000',
      '\n',
      "'",
      '-',
      'ก',
      '𠮷',
      '😀',
      '\ud800',
    );
    const text = fc
      .array(fc.oneof(part, fc.string({ unit: 'binary', minLength: 1, maxLength: 2 })))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (sample) => {
        const composed = sample.normalize('NFC');
        const spaced = composed.replace(unspaced, ' ').split(/\s+/u);
        const words = spaced.filter((word) => /[^\p{P}\s]/u.test(word)).length;
        expect(countWords(sample)).toBe((composed.match(unspaced)?.length ?? 0) + words);
      }),
      { numRuns: 500 },
    );
  });

  it('composes as Unicode says wherever no letter has more marks than any language writes', () => {
    const text = fc
      .array(fc.constantFrom('e\u0301', 'か\u3099', 'ｶﾞ', '字', 'Å', '\u0323\u0307', '각', ' '))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (sample) => {
        for (const form of ['NFC', 'NFKC'] as const)
          expect(normalForm(sample, form)).toBe(sample.normalize(form));
      }),
    );
  });

  it('counts code points after composition', () => {
    expect(countCharacters('か\u3099')).toBe(1);
    expect(countCharacters('😀字')).toBe(2);
  });
});
