import { describe, expect, it } from 'vitest';
import { withFinalMark } from '#src/marks/final-mark.js';
import { localPunctuation, markStyle } from '#src/marks/punctuation.js';
import type { SegmentResult } from '#src/translate/pipeline-types.js';
import { checkQuantities } from '#src/translate/quantities/checks/compare.js';
import { findQuantities } from '#src/translate/quantities/find.js';
import { cacheKey, SegmentCache } from '#src/translate/solve/cache.js';
import { findProblem } from '#src/translate/solve/problem.js';
import { commonDates } from '#src/translate/wording/eras.js';

describe('a translation', () => {
  it.each([
    ['empty', '今日は天気がいいです。', ' ', 'ja', 'en'],
    ['empty', 'Hello there', '...', 'en', 'ja'],
    ['looped', '猫が好きです。', 'I like cats cats cats cats cats cats cats', 'ja', 'en'],
    ['looped', 'Wonderful', 'すすすすすすすすすすすすすす', 'en', 'ja'],
    ['copied', '今日は天気がいいです。', '今日は天気がいいです。', 'ja', 'en'],
    ['copied', 'please open the file now', 'please open the file now', 'en', 'zh-CN'],
    ['copied', '私たちはそれをもっとゆっくりします。', '私たちはそれをもっとゆっくりします。', 'ja', 'zh-CN'],
    ['too-short', 'この文書はとても長いので、訳文も長くなければなりません。', 'Yes.', 'ja', 'en'],
    [
      'too-long',
      'はい、そうです。',
      'Yes, and '.concat('a very different story went on. '.repeat(12)),
      'ja',
      'en',
    ],
  ] as const)('is refused as %s: %s', (problem, source, target, from, to) => {
    expect(findProblem(source, target, from, to, 'end')).toBe(problem);
  });

  it.each([
    ['今日は天気がいいです。', 'The weather is nice today.', 'ja', 'en'],
    ['はい。', 'Yes, it is.', 'ja', 'en'],
    ['Microsoft Azure', 'Microsoft Azure', 'en', 'ja'],
    ['大学', '大学', 'zh-CN', 'ja'],
    ['哈哈哈哈哈哈哈哈哈哈哈哈', 'hahahahahahahahaha', 'zh-CN', 'en'],
    ['东京大学', '東京大学', 'zh-CN', 'ja'],
  ] as const)('passes: %s → %s', (source, target, from, to) => {
    expect(findProblem(source, target, from, to, 'end')).toBeUndefined();
  });
});

/** Quantities of the source, as written, whose value the translation does not hold. */
function lost(source: string, target: string): string[] {
  const [from, to] = /[A-Za-z]{3}/.test(target) || /^[\d:]+$/.test(target) ? ['ja', 'en'] : ['en', 'ja'];
  const quantities = findQuantities(source, from);
  return checkQuantities(quantities, target, to).lost.map(({ start, end }) => source.slice(start, end));
}

describe('quantities', () => {
  it.each([
    ['価格は1,000円です。', 'The price is 1000 yen.'],
    ['人口は1400万人です。', 'The population is 14 million.'],
    ['About 2.5 million people', '約250万人'],
    ['104,500 barrels', '10万4500バレル'],
    ['3億4000万人', '340 million people'],
    ['3人が来た。', 'Three people came.'],
    ['5月3日', 'May 3'],
    ['平成20年', '2008'],
    ['午後3時30分', '15:30'],
    ['２０２４年', '2024'],
    ['12 eggs', '十二個の卵'],
  ])('count as kept: %s → %s', (source, target) => {
    expect(lost(source, target)).toEqual([]);
  });

  it.each([
    ['会議は14日です。', 'The meeting is on the 15th.', ['14']],
    ['Version 365 costs 42 dollars', 'バージョン365の費用', ['42 dollars']],
    ['人口は1400万人です。', 'The population is 1400 million.', ['1400万']],
  ])('count as lost: %s → %s', (source, target, expected) => {
    expect(lost(source, target)).toEqual(expected);
  });
});

describe('years of Japanese eras', () => {
  it.each([
    ['令和6年11月15日', '2024年11月15日'],
    ['昭和23年法律第6号', '1948年法律第6号'],
    ['平成元年と明治４２年', '1989年と1909年'],
    ['昭和の日、大正時代', '昭和の日、大正時代'],
  ])('%s', (text, expected) => {
    expect(commonDates(text, 'ja')).toBe(expected);
  });
});

describe('punctuation of the target language', () => {
  it.each([
    ['今天很好,我们走吧!', 'zh-CN', '今天很好，我们走吧！'],
    ['例えば(東京)です.', 'ja', '例えば（東京）です。'],
    ['リソース グループ (既定) を選択します。', 'ja', 'リソース グループ (既定) を選択します。'],
    ['会議は金曜日 (3月3日)に移された。', 'ja', '会議は金曜日（3月3日）に移された。'],
    ['既定の値 (推奨)。', 'ja', '既定の値 (推奨)。'],
    ['注意: 保存されません。', 'ja', '注意: 保存されません。'],
    ['題名:風の歌', 'ja', '題名：風の歌'],
    ['注意: 不会保存。', 'zh-CN', '注意：不会保存。'],
    ['选择资源组 (默认)。', 'zh-CN', '选择资源组（默认）。'],
    ['价格是 1,000 元', 'zh-CN', '价格是 1,000 元'],
    ['用 f(x) 表示', 'zh-CN', '用 f(x) 表示'],
    ['Hello。', 'en', 'Hello.'],
    ["It isn 't so", 'en', "It isn't so"],
    ["by ten o 'clock", 'en', "by ten o'clock"],
  ])('%s in %s', (text, to, expected) => {
    expect(localPunctuation(text, to)).toBe(expected);
  });

  it('is written as somebody’s texts write it, once enough of them say so', () => {
    const games = Array.from({ length: 12 }, (_, i) => `生命力(${i})が増える！ 注意： 遅い`);
    expect(markStyle(games)).toEqual({ '(': 'half', ' (': 'half', '!': 'full', ':': 'full', ': ': 'full' });
    expect(markStyle(games.slice(0, 5))).toEqual({});
    expect(markStyle([...games, ...games.map((text) => text.replace('(', '（'))])['(']).toBeUndefined();
    const said = '攻撃力(3)が上がる! 題名: 剣';
    expect(localPunctuation(said, 'ja', markStyle(games))).toBe('攻撃力(3)が上がる！題名： 剣');
    expect(localPunctuation(said, 'ja')).toBe('攻撃力（3）が上がる！題名: 剣');
  });

  it.each([
    ['私は行く', 'I go.', 'ja', '私は行く。'],
    ['Is it so', '是这样吗？', 'en', 'Is it so?'],
    ['「はい」', '"Yes".', 'ja', '「はい」'],
    ['続く…', 'To be continued...', 'ja', '続く…'],
    ['見出し', 'Heading', 'ja', '見出し'],
  ])('ends as the source does: %s', (text, source, to, expected) => {
    expect(withFinalMark([{ kind: 'text', text }], source, to)).toEqual(
      expected === text
        ? [{ kind: 'text', text }]
        : [
            { kind: 'text', text },
            { kind: 'text', text: expected.slice(text.length) },
          ],
    );
  });
});

describe('the segment cache', () => {
  const result = (text: string): SegmentResult => ({
    text,
    by: 'model',
    cached: false,
    tries: 1,
    terms: [],
    checks: [],
  });

  it('drops what was not used for longest when it is full', () => {
    const cache = new SegmentCache({ entries: 2, bytes: 10_000 });
    cache.set('a', result('1'));
    cache.set('b', result('2'));
    cache.get('a');
    cache.set('c', result('3'));
    expect([cache.get('a')?.text, cache.get('b'), cache.get('c')?.text]).toEqual(['1', undefined, '3']);
  });

  it('never holds more bytes than allowed, and counts down what it drops', () => {
    const cache = new SegmentCache({ entries: 1000, bytes: 4_000 });
    for (let index = 0; index < 500; index += 1) cache.set(`key ${index}`, result('x'.repeat(index % 700)));
    expect(cache.bytes).toBeLessThanOrEqual(4_000);
    expect(cache.size).toBeGreaterThan(0);
    cache.clear();
    expect([cache.bytes, cache.size]).toEqual([0, 0]);
  });

  it('is off with no entries', () => {
    const cache = new SegmentCache({ entries: 0, bytes: 4_000 });
    cache.set('a', result('1'));
    expect(cache.get('a')).toBeUndefined();
  });

  it('has keys in which no two lists of fields read the same', () => {
    expect(cacheKey(['ab', 'c'])).not.toBe(cacheKey(['a', 'bc']));
    expect(cacheKey(['', '1:a'])).not.toBe(cacheKey(['1:', 'a']));
  });
});
