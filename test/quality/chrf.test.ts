import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chrf, sentenceChrf } from '#src/quality/chrf.js';

/** The three sentences and two references of sacreBLEU's own guide, whose scores are published there. */
const GUIDE = {
  system: ['The dog bit the man.', "It wasn't surprising.", 'The man had just bitten him.'],
  references: [
    ['The dog bit the man.', 'It was not unexpected.', 'The man bit him first.'],
    ['The dog had bit the man.', 'No one was surprised.', 'The man had bitten the dog.'],
  ],
} as const;

describe('chrF', () => {
  it.each([
    { hypotheses: ['a'], references: ['a'], published: 100 },
    { hypotheses: [''], references: ['reference'], published: 0 },
    { hypotheses: ['a b c'], references: ['a b c'], published: 100 },
    { hypotheses: ['a b c'], references: ['abc'], published: 100 },
    { hypotheses: [''], references: ['c'], published: 0 },
    { hypotheses: ['a', 'b'], references: ['a', 'c'], published: 50 },
    { hypotheses: ['aa'], references: ['ab'], published: 25 },
  ])('gives $published for $hypotheses against $references, as sacreBLEU does with beta 3', (given) => {
    expect(chrf(given.hypotheses, given.references, { beta: 3 })).toBeCloseTo(given.published, 4);
  });

  it('gives the published chrF2 of the sacreBLEU guide, the best reference taken per sentence', () => {
    const best = GUIDE.system.map((sentence, line) => {
      const candidates = GUIDE.references.map((stream) => stream[line] ?? '');
      return candidates.reduce((kept, next) =>
        sentenceChrf(sentence, next) > sentenceChrf(sentence, kept) ? next : kept,
      );
    });
    expect(chrf(GUIDE.system, best)).toBeCloseTo(59.73, 2);
  });

  it('weighs recall twice, counted by hand', () => {
    // Reference abcd, hypothesis abc: precision 1 in orders 1 to 3; recall 3/4, 2/3, 1/2; order 4 has no hypothesis n-gram.
    const recall = (3 / 4 + 2 / 3 + 1 / 2) / 3;
    expect(sentenceChrf('abc', 'abcd')).toBeCloseTo((100 * 5 * recall) / (4 + recall), 10);
  });

  it('counts an n-gram no more often than the reference has it', () => {
    // Order 1: one of three matches (recall 1); orders 2 and 3 have no reference n-gram and are left out on both sides.
    expect(sentenceChrf('aaa', 'a')).toBeCloseTo((100 * 5 * (1 / 3)) / (4 / 3 + 1), 10);
  });

  it('counts a character outside the basic plane once', () => {
    // 𠮷 is one code point in two UTF-16 units, which it shares half of with 𠮟.
    expect(sentenceChrf('𠮷', '𠮟')).toBe(0);
    expect(sentenceChrf('𠮷野家', '吉野家')).toBeCloseTo(sentenceChrf('x野家', '吉野家'), 10);
  });

  it('drops full-width and line white space', () => {
    expect(sentenceChrf('東京\u3000都\n', '東京都')).toBeCloseTo(100, 10);
  });

  it('sums counts over the corpus instead of averaging sentences', () => {
    const corpus = chrf(['a', 'the long sentence'], ['b', 'the long sentence']);
    expect(corpus).toBeGreaterThan((sentenceChrf('a', 'b') + 100) / 2);
  });

  it('refuses a different number of references', () => {
    expect(() => chrf(['a', 'b'], ['a'])).toThrow(/one reference for each of the 2/);
  });

  it('agrees with a plain count of substrings on any text', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'は', '猫', '𠮷', ' '), maxLength: 24 });
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 4 }), (pairs) => {
        const hypotheses = pairs.map(([hypothesis]) => hypothesis);
        const references = pairs.map(([, reference]) => reference);
        expect(chrf(hypotheses, references)).toBeCloseTo(plainChrf(pairs), 9);
      }),
    );
  });
});

/** The definition, written down without any thought of speed. */
function plainChrf(pairs: readonly (readonly [string, string])[]): number {
  const precisions: number[] = [];
  const recalls: number[] = [];
  for (let order = 1; order <= 6; order++) {
    let ours = 0;
    let theirs = 0;
    let common = 0;
    for (const [hypothesis, reference] of pairs) {
      const expected = grams(reference, order);
      if (expected.length === 0) continue;
      const given = grams(hypothesis, order);
      ours += given.length;
      theirs += expected.length;
      for (const gram of given) {
        const found = expected.indexOf(gram);
        if (found < 0) continue;
        expected.splice(found, 1);
        common++;
      }
    }
    if (ours === 0 || theirs === 0) continue;
    precisions.push(common / ours);
    recalls.push(common / theirs);
  }
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const precision = mean(precisions);
  const recall = mean(recalls);
  return precision > 0 ? (500 * precision * recall) / (4 * precision + recall) : 0;
}

function grams(text: string, order: number): string[] {
  const points = [...text.replaceAll(' ', '')];
  return points
    .slice(0, Math.max(0, points.length - order + 1))
    .map((_, start) => points.slice(start, start + order).join(''));
}
