import { describe, expect, it } from 'vitest';
import { checkQuantities } from '#src/translate/quantities/checks/compare.js';
import { turnedSides } from '#src/translate/quantities/checks/sides.js';
import { withUnitSign } from '#src/translate/quantities/checks/unit-signs.js';
import { changedUnits, gainedUnits, isCountedWith } from '#src/translate/quantities/checks/units.js';
import { findQuantities } from '#src/translate/quantities/find.js';
import { formatQuantity } from '#src/translate/quantities/notation/format.js';

type Check = typeof turnedSides;

/** What a check finds wrong, as the source writes it. */
function wrong(check: Check, [from, to, source, translation]: readonly string[]): string[] {
  const quantities = findQuantities(source ?? '', from ?? '');
  const found = check(source ?? '', quantities, translation ?? '', from ?? '', to ?? '');
  return found.map(({ start, end }) => source?.slice(start, end) ?? '');
}

describe('a unit that is said once for both ends of a change', () => {
  it.each([
    ['en', 'The price fell from 320 to 300 dollars.', '320ドル', '300ドル'],
    ['en', 'It was cut from $320 to $300 million.', '3億2000万ドル', '3億ドル'],
    ['en', 'Sales rose from three to five million yen.', '300万円', '500万円'],
    ['en', 'It rose from 500 to 3 million dollars.', '500ドル', '300万ドル'],
    ['en', 'The share rose from about 12 to 15 percent.', '12%', '15%'],
    ['en', 'The rent rose from 900 dollars to 950.', '900ドル', '950ドル'],
    ['ja', '価格は320から300ドルに下がった。', '320ドル', '300ドル'],
    ['ja', '売上は3から5億円に伸びた。', '3億円', '5億円'],
    ['zh-CN', '价格从320下跌到300美元。', '320ドル', '300ドル'],
    ['zh-CN', '租金从900美元上涨到950。', '900ドル', '950ドル'],
    ['zh-CN', '份额从12上升到15%。', '12%', '15%'],
  ])('%s: %s', (lang, text, ...expected) => {
    expect(findQuantities(text, lang).map((quantity) => formatQuantity(quantity, 'ja'))).toEqual(expected);
  });

  it.each([
    ['en', 'He moved from 3 rooms to 5.', 'number', 'number'],
    ['en', 'It lasted from March 3 to 5 percent.', 'date', 'percent'],
    ['ja', '第3から5%を引く。', 'number', 'percent'],
  ])('is no other: %s: %s', (lang, text, ...kinds) => {
    expect(findQuantities(text, lang).map(({ kind }) => kind)).toEqual(kinds);
  });

  it.each([
    ['The price fell from 320 to 300 dollars.', '价格从320元跌至300美元。', ['320']],
    ['The price fell from 320 to 300 dollars.', '价格从320元跌至300元。', ['320', '300 dollars']],
    ['The price fell from 320 to 300 dollars.', '价格从320美元跌至300美元。', []],
    ['The price fell from 320 to 300 dollars.', '价格从320降到300美元。', []],
  ])('has to keep its currency: %s → %s', (source, translation, expected) => {
    const lost = checkQuantities(findQuantities(source, 'en'), translation, 'zh-CN').lost;
    expect(lost.map(({ start, end }) => source.slice(start, end))).toEqual(expected);
  });
});

describe('the unit of a number', () => {
  it.each([
    ['en', 'ja', 'The lake is 5 kilometers long.', '湖の長さは5マイルです。', '5'],
    ['en', 'zh-CN', 'It takes 18 months.', '需要18年。', '18'],
    ['ja', 'en', '30分かかります。', 'It takes 30 hours.', '30'],
    ['zh-CN', 'en', '他重80公斤。', 'He weighs 80 pounds.', '80'],
    ['zh-CN', 'ja', '等了3个小时。', '3分待った。', '3'],
    ['zh-CN', 'en', '气温降到40度。', 'The temperature fell to 40.', '40'],
  ])('is not another one, %s to %s: %s → %s', (from, to, source, translation, expected) => {
    expect(wrong(changedUnits, [from, to, source, translation])).toEqual([expected]);
  });

  it.each([
    ['en', 'ja', 'It weighs 75 kilograms.', '重さは75キロです。'],
    ['en', 'ja', 'It is 75 kilometers away.', '75キロ離れています。'],
    ['ja', 'zh-CN', '2か月と10日', '2个月零10天'],
    ['en', 'zh-CN', 'a 30-minute walk', '步行30分钟'],
    ['ja', 'zh-CN', '第3日曜日', '第三个星期天'],
    ['zh-CN', 'en', '气温从80度降到40度。', 'The temperature fell from 80 to 40 degrees.'],
  ])('is the same in other words, %s to %s: %s → %s', (...row) => {
    expect(wrong(changedUnits, row)).toEqual([]);
  });

  it('is not made up, but may be that of what the number is set against, or the clock', () => {
    expect(wrong(gainedUnits, ['en', 'ja', 'There were 4, down from 7.', '4件で、7時から減った。'])).toEqual([
      '7',
    ]);
    const source = 'There were 41, increased from 18 in April to 41.';
    expect(wrong(gainedUnits, ['en', 'zh-CN', source, '从4月18日增加到41起。'])).toEqual(['18']);
    for (const row of [
      ['en', 'ja', 'It lasted from 3 to 5 May.', '5月3日から5日まで続いた。'],
      ['en', 'ja', 'It takes 14 seconds instead of 9.', '9秒ではなく14秒かかる。'],
      ['en', 'ja', 'Visiting hours are from two to seven.', '面会時間は2時から7時までです。'],
      ['en', 'zh-CN', 'It is eight in the morning in Chicago.', '芝加哥是早上八点。'],
    ])
      expect(wrong(gainedUnits, row)).toEqual([]);
  });
});

describe('an amount of money', () => {
  it.each([
    ['$12,500', '請求書は$12,500件です。', true],
    ['$13,200', '売上高は$13,200年から下がった。', true],
    ['$13,200', '売上高は$13,200年から下がり、$13,200を割った。', false],
    ['$500', '費用は$500年間です。', false],
    ['12,500', '請求書は12,500件です。', false],
    ['$60', '价格从$60降到$45。', false],
  ])('counts nothing: %s in %s', (amount, translation, expected) => {
    expect(isCountedWith(amount, translation)).toBe(expected);
  });
});

describe('the sides of a change', () => {
  it.each([
    ['en', 'ja', 'It dropped from 12 to 7.', '7から12に減った。', '12'],
    ['en', 'zh-CN', 'It dropped from 12 to 7.', '从7减少到12。', '12'],
    ['en', 'ja', 'Prices rose by 12 percent.', '物価は12%に上昇した。', '12 percent'],
    ['ja', 'en', '物価は12%上がった。', 'Prices rose to 12 percent.', '12%'],
    ['zh-CN', 'en', '物价上涨了12%。', 'Prices rose to 12 percent.', '12%'],
    ['zh-CN', 'ja', '物价上涨到12%。', '物価は12%上がった。', '12%'],
  ])('are not turned, %s to %s: %s → %s', (from, to, source, translation, expected) => {
    expect(wrong(turnedSides, [from, to, source, translation]).join()).toBe(expected);
  });

  it.each([
    ['en', 'ja', 'It dropped from 12 to 7.', '12から7に減った。'],
    ['en', 'zh-CN', 'The book was written by two professors.', '这本书由两位教授撰写。'],
    ['ja', 'zh-CN', '気温は6度から8度下がり', '气温将下降6至8度'],
    ['en', 'ja', 'It was delayed by five minutes.', '5分遅れたからだ。'],
    ['ja', 'en', '12に増えた。', 'It came to 12.'],
  ])('are said in other words, %s to %s: %s → %s', (...row) => {
    expect(wrong(turnedSides, row)).toEqual([]);
  });
});

describe('values in other words', () => {
  it.each([
    ['ja', 'en', '7月に始まります。', 'It starts in July.'],
    ['ja', 'en', '3時に来てください。', "Please come at three o'clock."],
    ['ja', 'en', '30代の女性', 'women in their thirties'],
    ['ja', 'en', '2000ポンドの小切手', 'a cheque for 2,000 pounds'],
    ['ja', 'en', '1人100円です。', 'It is 100 yen each.'],
    ['en', 'ja', 'Remove 4 mm.', '4mm削る。'],
    ['en', 'ja', "Line 2 won't close.", '2号ラインが閉まらない。'],
  ])('are kept, %s to %s: %s → %s', (from, to, source, translation) => {
    expect(checkQuantities(findQuantities(source, from), translation, to).lost).toEqual([]);
  });

  it.each([
    ['ja', 'en', '7月に始まります。', 'It starts in June.'],
    ['ja', 'en', '3時に来てください。', "Please come at four o'clock."],
  ])('are lost, %s to %s: %s → %s', (from, to, source, translation) => {
    expect(checkQuantities(findQuantities(source, from), translation, to).lost).toHaveLength(1);
  });
});

describe('a unit that the source writes as a sign', () => {
  it.each([
    ['35%', 'en', 'It is 35 percent of the income.', 'It is 35% of the income.'],
    ['5%', 'en', 'It affects 3 to 5 percent of all children.', 'It affects 3 to 5% of all children.'],
    ['2%', 'zh-CN', '扣除百分之二的费用。', '扣除2%的费用。'],
    ['1,200kg', 'en', 'It carries 1,200 kilograms.', 'It carries 1,200kg.'],
    ['10 km', 'en', 'He runs 10 kilometres every day.', 'He runs 10 km every day.'],
  ])('is one where the model wrote words: %s in %s', (measure, to, written, expected) => {
    expect(withUnitSign(written, measure, to)).toBe(expected);
  });

  it.each([
    ['35%', 'en', 'It is 36 percent, or 35 percentage points.'],
    ['5%', 'en', 'It is 5% here and 5 percent there.'],
    ['2kg', 'en', 'It weighs 12 kilograms and costs 2 dollars.'],
    ['2GB', 'en', 'It has 2 gigabytes.'],
  ])('is no other quantity: %s in %s: %s', (measure, to, written) => {
    expect(withUnitSign(written, measure, to)).toBe(written);
  });
});
