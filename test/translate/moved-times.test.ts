import { describe, expect, it } from 'vitest';
import { withFinalMark } from '#src/marks/final-mark.js';
import { standardWording } from '#src/translate/plan/reading.js';
import { withAfternoon } from '#src/translate/quantities/checks/afternoon.js';
import { withCounts } from '#src/translate/quantities/checks/counted-things.js';
import { withInclusiveLimits } from '#src/translate/quantities/checks/limits.js';
import { withMovedTime } from '#src/translate/wording/moved-times.js';
import { withWholeHours } from '#src/translate/wording/whole-hours.js';

const words = (text: string, from: string): string =>
  standardWording({ from, text, protectedSpans: [], element: 0, isWholeElement: true }).text;

describe('a time to which something is moved', () => {
  it.each([
    ['会議は午後2時に変更になりました。', '会議は午後2時へ変更になりました。'],
    ['打ち合わせは金曜日の15時に延期されました。', '打ち合わせは金曜日の15時へ延期されました。'],
    ['納品日は12月3日に変更されました。', '納品日は12月3日へ変更されました。'],
    ['会議は来月に延期します。', '会議は来月へ延期します。'],
    ['契約は12月3日に変更された。', '契約は12月3日に変更された。'],
    ['名義に変更があった。', '名義に変更があった。'],
  ])('is told as the new one in Japanese: %s', (text, expected) => {
    expect(words(text, 'ja')).toBe(expected);
  });

  it.each([
    ['ja', '会议提前到上午9点。', '会議は午前9時まで繰り上げます。', '会議は午前9時に繰り上げます。'],
    ['ja', '营业到上午9点。', '営業は午前9時までです。', '営業は午前9時までです。'],
    [
      'en',
      '会议提前到上午9点。',
      'The meeting will be brought forward until 9 a.m.',
      'The meeting will be brought forward to 9 a.m.',
    ],
    [
      'en',
      '会议改到下午两点举行。',
      'The meeting has been held until two.',
      'The meeting has been moved to two.',
    ],
    [
      'en',
      '会议推迟到周三。',
      'The meeting was put off until Wednesday.',
      'The meeting was put off until Wednesday.',
    ],
    [
      'ja',
      '在另行通知之前，请勿使用电梯。',
      '通知がない限り、エレベーターは使用しないでください。',
      '追って通知があるまで、エレベーターは使用しないでください。',
    ],
    [
      'ja',
      '若无另行通知，照常营业。',
      '通知がない限り、通常どおり営業します。',
      '通知がない限り、通常どおり営業します。',
    ],
  ])('stays no "until" from Chinese into %s: %s', (to, source, translation, mended) => {
    expect(withMovedTime(translation, source, 'zh-CN', to)).toBe(mended);
  });
});

describe('what models misread of times', () => {
  it.each([
    ['別途お知らせするまで、受付を停止します。', '追って通知があるまで、受付を停止します。', 'ja'],
    [
      '申込書は金曜日の17時必着でお送りください。',
      '申込書は金曜日の17時までに届くようにお送りください。',
      'ja',
    ],
    ['ふた付きの飲み物は差し支えありません。', 'ふた付きの飲み物は問題ありません。', 'ja'],
    ['差し支えなければ、お知らせください。', 'よろしければ、お知らせください。', 'ja'],
    ['平日は20時まで、土日祝は17時までです。', '平日は20時まで、土曜・日曜・祝日は17時までです。', 'ja'],
    [
      '価格は税別です。税込価格は1,100円です。',
      '価格は消費税抜きです。消費税込みの価格は1,100円です。',
      'ja',
    ],
    ['Mon–Fri 8 a.m.–5 p.m., Sat closed.', 'Monday–Friday 8 a.m.–5 p.m., Saturday closed.', 'en'],
    ['Closed Mon and Tue.', 'Closed Monday and Tuesday.', 'en'],
    ['He sat there. Sat all day in the Sun.', 'He sat there. Sat all day in the Sun.', 'en'],
    [
      'Goods may be returned no later than 14 days after delivery.',
      'Goods may be returned within 14 days after delivery.',
      'en',
    ],
    ['Please reply no later than Friday.', 'Please reply no later than Friday.', 'en'],
  ])('is told in full: %s', (text, expected, from) => {
    expect(words(text, from)).toBe(expected);
  });
});

it.each([
  ['It is open from 9 to 20 p.m. on weekdays.', 'It is open from 9:00 to 20:00 on weekdays.'],
  ['It closes at 17:30 p.m.', 'It closes at 17:30.'],
  ['It closes at 4:15 p.m.', 'It closes at 4:15 p.m.'],
  ['It closes at 5 p.m.', 'It closes at 5 p.m.'],
  ['Of 20 pm2 motors', 'Of 20 pm2 motors'],
])('an hour of 24 has no half of the day: %s', (translation, mended) => {
  expect(withWholeHours(translation)).toBe(mended);
});

describe('what belongs to an age or a day', () => {
  it.each([
    ['70歳以上の方は無料です。', 'People over seventy are free.', 'People seventy or over are free.'],
    [
      '12歳以下のお子様は半額です。',
      'Children under 12 years old pay half.',
      'Children 12 years old or under pay half.',
    ],
    [
      '4月1日以降の契約に適用します。',
      'It applies to contracts after April 1.',
      'It applies to contracts on or after April 1.',
    ],
    [
      '翌営業日以降に発送します。',
      'It will be sent after the next working day.',
      'It will be sent on or after the next working day.',
    ],
    [
      '70歳を超える方は対象外です。',
      'Those over seventy are not covered.',
      'Those over seventy are not covered.',
    ],
    ['18歳以下の方です。', 'You must be not older than 18.', 'You must be not older than 18.'],
  ])('is said in English: %s', (source, translation, mended) => {
    expect(withInclusiveLimits(translation, source, 'ja', 'en')).toBe(mended);
  });
});

describe('a count of things', () => {
  it.each([
    ['Contents: 12 gauges and 2 adapters.', '内容：12号仪和2个适配器。', '内容：12个仪和2个适配器。'],
    ['Exit 2 comes first.', '先改造2号口。', '先改造2号口。'],
    ['Use 12-gauge wire.', '请使用12号线。', '请使用12号线。'],
    ['It arrives on 5 May with 12 boxes.', '5月12号送到。', '5月12号送到。'],
  ])('is no number of a type in Chinese: %s', (source, translation, mended) => {
    expect(withCounts(translation, source, 'en', 'zh-CN')).toBe(mended);
  });
});

describe('the label of a cell that ends in an abbreviation', () => {
  it.each([
    ['Item no.', '品目番号。', '品目番号'],
    ['no fewer than 6 pcs.', '少なくとも6個', '少なくとも6個'],
    ['I said no.', 'いいえと言いました', 'いいえと言いました。'],
  ])('has no stop in Japanese: %s', (source, translation, expected) => {
    const target = withFinalMark([{ kind: 'text', text: translation }], source, 'ja');
    expect(target.map((part) => (part.kind === 'text' ? part.text : '')).join('')).toBe(expected);
  });
});

describe('an afternoon that a model leaves out', () => {
  it.each([
    ['日時：11月18日2時', '时间：11月18日下午2点', 'zh-CN', 'ja', '日時：11月18日午後2時'],
    ['4番で、3時から5時。', '四号场，下午三点到五点。', 'zh-CN', 'ja', '4番で、午後3時から5時。'],
    ['7点45分开始。', 'It begins at 7:45 p.m.', 'en', 'zh-CN', '晚上7点45分开始。'],
    ['夕方6時まで', '至傍晚六点', 'zh-CN', 'ja', '夕方6時まで'],
    ['受付は8時から20時まで', 'from 8 a.m. to 8 p.m.', 'en', 'ja', '受付は8時から20時まで'],
    ['9時に集合', '上午9点集合', 'zh-CN', 'ja', '9時に集合'],
  ])('stands before the hour: %s', (translation, source, from, to, expected) => {
    expect(withAfternoon(translation, source, from, to)).toBe(expected);
  });
});
