import { describe, expect, it } from 'vitest';
import { standardWording } from '#src/translate/plan/reading.js';
import { oddityIn, withRightLimits } from '#src/translate/solve/oddity.js';
import { plainQuantities } from '#src/translate/wording/plain-quantities.js';

describe('the least of something that came out as the most', () => {
  it.each([
    [
      'en',
      'ja',
      'Applicants must be at least 18 years old.',
      '応募者は18歳未満でなければなりません。',
      '応募者は18歳以上でなければなりません。',
    ],
    [
      'en',
      'zh-CN',
      'Applicants must be at least 18 years old.',
      '应聘者年龄不得超过18岁。',
      '应聘者年龄不得低于18岁。',
    ],
    [
      'en',
      'zh-CN',
      'Children no younger than 12 may use the sauna.',
      '未满12岁的儿童可使用桑拿房。',
      '年满12岁的儿童可使用桑拿房。',
    ],
    ['zh-CN', 'ja', '集装箱不得超过20吨。', 'コンテナは20トン以上とする。', 'コンテナは20トン以下とする。'],
    [
      'zh-CN',
      'en',
      '损失不下200万元。',
      'The loss is no more than 2 million yuan.',
      'The loss is at least 2 million yuan.',
    ],
  ])('%s to %s is mended: %s', (from, to, source, translation, mended) => {
    expect(oddityIn(source, translation, from, to)).toBe('quantity');
    expect(withRightLimits(translation, source, from, to)).toBe(mended);
    expect(oddityIn(source, mended, from, to)).toBeUndefined();
  });

  it('is told where no word beside the value says it', () => {
    const [source, translation] = ['売上高は200万円を下回らない。', 'Sales fell below 2 million yen.'];
    expect(oddityIn(source, translation, 'ja', 'en')).toBe('quantity');
    expect(withRightLimits(translation, source, 'ja', 'en')).toBeUndefined();
  });

  it.each([
    ['en', 'ja', 'Nobody under 18 may enter.', '18歳以上の方のみ入場できます。'],
    ['ja', 'en', '18歳未満の方は入場できません。', 'You have to be at least 18 to enter.'],
    ['en', 'zh-CN', 'You may cancel up to five days beforehand.', '提前五天以上通知的，可以取消。'],
    ['zh-CN', 'ja', '不满10人则停开。', '10人以上の申し込みがなければ開講しない。'],
    ['en', 'ja', 'Loads must not exceed 20 tonnes.', '積荷は20トンを超えてはならない。'],
    [
      'ja',
      'en',
      '3万円以上は無料、3万円未満は880円です。',
      'It is free from 30,000 yen; 880 yen under 30,000.',
    ],
    ['en', 'ja', 'Keep it at not less than 12 degrees.', '12度以上に保つ。'],
  ])('%s to %s is not seen where the same is said in other words: %s', (from, to, source, translation) => {
    expect(oddityIn(source, translation, from, to)).toBeUndefined();
  });
});

describe('a limit that models turn round', () => {
  const words = (text: string): string =>
    standardWording({ from: 'en', text, protectedSpans: [], element: 0, isWholeElement: true }, 'ja').text;

  it.each([
    ['Applicants must be no younger than 18.', 'Applicants must be at least 18 years old.'],
    ['The pipe must be no thinner than 3 mm.', 'The pipe must be at least 3 mm.'],
    ['The deposit is not lower than 2 million yen.', 'The deposit is at least 2 million yen.'],
    ['He is no younger than my brother.', 'He is no younger than my brother.'],
  ])('is told as the least from English into Japanese: %s', (text, expected) => {
    expect(words(text)).toBe(expected);
  });

  it.each([
    ['ja', '損害額は200万円を下らないと見込まれる。', '損害額は200万円以上であると見込まれる。'],
    ['ja', '参加者は50人を下らなかった。', '参加者は50人以上だった。'],
    ['ja', '彼は坂を下らない。', '彼は坂を下らない。'],
    ['zh-CN', '损失不下200万元。', '损失至少200万元。'],
    ['zh-CN', '申请人年龄不得小于18岁。', '申请人年龄必须至少为18岁。'],
    ['zh-CN', '这里坐不下50人。', '这里坐不下50人。'],
  ])('is told as the least in %s: %s', (from, text, expected) => {
    expect(plainQuantities(text, from)).toBe(expected);
  });
});
