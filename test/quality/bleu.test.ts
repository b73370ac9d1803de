import { describe, expect, it } from 'vitest';
import { bleu } from '../../bench/eval/bleu.js';
import { splitChinese, splitEnglish, type WordSplitter } from '../../bench/eval/word-splitter.js';

/** A pair whose sacreBLEU scores are published with its tests, for several ways of splitting. */
const PUBLISHED = {
  system: 'Producția de zahăr primă va fi exprimată în ceea ce privește zahărul alb;',
  reference: 'producţia de zahăr brut se exprimă în zahăr alb;',
} as const;

const splitAtSpace: WordSplitter = (text) => text.split(' ').filter((word) => word !== '');
const splitCharacters: WordSplitter = (text) => [...text].filter((character) => character !== ' ');

describe('BLEU', () => {
  it.each([
    { way: '13a', split: splitEnglish, published: 8.493 },
    { way: 'none', split: splitAtSpace, published: 7.347 },
    { way: 'char', split: splitCharacters, published: 40.8759 },
  ])('gives the score that sacreBLEU publishes for the $way splitter', ({ split, published }) => {
    expect(bleu([PUBLISHED.system], [PUBLISHED.reference], split)).toBeCloseTo(published, 2);
  });

  it('gives 0 when nothing matches, as sacreBLEU does', () => {
    expect(bleu(['this is a cat'], ['okay thanks'], splitEnglish)).toBe(0);
  });

  it('gives 0 for empty hypotheses', () => {
    expect(bleu(['', ''], ['The dog bit the man.', 'No one was surprised.'], splitEnglish)).toBe(0);
  });

  it('gives 0 when the corpus is too short to have a 4-gram', () => {
    expect(bleu(['a test'], ['a test'], splitEnglish)).toBe(0);
  });

  it('gives 100 for equal text', () => {
    expect(bleu(['This is a test.'], ['This is a test.'], splitEnglish)).toBeCloseTo(100, 10);
  });

  it('clips repeated words and punishes short output, counted by hand', () => {
    // Words 3/4 (the second "the" has no partner), pairs 2/3, triples 1/2, quadruples 0/1 smoothed to 1/2; 4 words for 6.
    const precision = Math.exp((Math.log(3 / 4) + Math.log(2 / 3) + Math.log(1 / 2) + Math.log(1 / 2)) / 4);
    expect(bleu(['the cat sat the'], ['the cat sat on a mat'], splitAtSpace)).toBeCloseTo(
      100 * Math.exp(1 - 6 / 4) * precision,
      10,
    );
  });

  it('halves the credit again for each further order without a match', () => {
    // Only single words match: 4/4, then 1/2 of 3, 1/4 of 2, 1/8 of 1.
    const precision = Math.exp((Math.log(1 / 6) + Math.log(1 / 8) + Math.log(1 / 8)) / 4);
    expect(bleu(['d c b a'], ['a b c d'], splitAtSpace)).toBeCloseTo(100 * precision, 10);
  });

  it('sums over the corpus, so that long output in one line pays for short output in another', () => {
    expect(bleu(['a b c d e f', 'g h'], ['a b c d', 'g h i j'], splitAtSpace)).toBeCloseTo(
      100 * Math.exp((Math.log(6 / 8) + Math.log(4 / 6) + Math.log(2 / 4) + Math.log(1 / 3)) / 4),
      10,
    );
  });

  it('refuses a different number of references', () => {
    expect(() => bleu(['a', 'b'], ['a'], splitEnglish)).toThrow(/one reference for each of the 2/);
  });
});

describe('the English words of BLEU', () => {
  it.each([
    ['Hello, world!', 'Hello , world !'],
    ['It cost $1,234.56 (tax: 5%).', 'It cost $ 1,234.56 ( tax : 5 % ) .'],
    ['In 1990-95 the state-of-the-art U.S. plan', 'In 1990 - 95 the state-of-the-art U . S . plan'],
    ["don't 'quote' &quot;this&quot; &amp; that", `don't 'quote' " this " & that`],
    ['line one\nline two', 'line one line two'],
    ['a/b = c', 'a / b = c'],
    ['', ''],
  ])('cut %j into %j', (text, words) => {
    expect(splitEnglish(text).join(' ')).toBe(words);
  });
});

describe('the Chinese words of BLEU', () => {
  it.each([
    ['我喜欢猫。', '我 喜 欢 猫 。'],
    ['使用Node.js 20版本，', '使 用 Node . js 20 版 本 ，'],
    ['约3.5万人', '约 3.5 万 人'],
    ['他说“好”……', '他 说 “ 好 ” … …'],
    ['全角ＡＢ', '全 角 Ａ Ｂ'],
    ['ひらがなと漢字', 'ひらがなと 漢 字'],
  ])('cut %j into %j', (text, words) => {
    expect(splitChinese(text).join(' ')).toBe(words);
  });
});
