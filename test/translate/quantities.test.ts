import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesIn, formatChange, withoutSecondPredicate } from '#src/translate/quantities/change.js';
import { checkQuantities } from '#src/translate/quantities/checks/compare.js';
import { findQuantities } from '#src/translate/quantities/find.js';
import { withOneCurrency } from '#src/translate/quantities/notation/currencies.js';
import {
  type Decimal,
  decimal,
  figures,
  isSame,
  timesTen,
} from '#src/translate/quantities/notation/decimal.js';
import { formatQuantity, formatWritten } from '#src/translate/quantities/notation/format.js';
import type { Quantity } from '#src/translate/quantities/quantity.js';
import { plainQuantities } from '#src/translate/wording/plain-quantities.js';
import { runs } from '../setup/sample.js';

/** What is found, each as "written → as the target writes it". */
function rendered(text: string, from: string, to: string): string[] {
  return findQuantities(text, from)
    .filter(({ required }) => required)
    .map((quantity) => `${text.slice(quantity.start, quantity.end)} → ${formatQuantity(quantity, to)}`);
}

describe('quantities are written as the target language writes them', () => {
  it.each([
    ['EUR 1,036.80', 'en', 'ja', '1,036.80ユーロ'],
    ['USD 99.5', 'en', 'ja', '99.5ドル'],
    ['1,036.80美元', 'zh-CN', 'en', '$1,036.80'],
  ])('with the cents that are written: %s', (text, from, to, expected) => {
    expect(findQuantities(text, from).map((quantity) => formatWritten(quantity, text, to))).toEqual([
      expected,
    ]);
  });

  it.each([
    ['The company paid $3.2 million for it.', 'ja', ['$3.2 million → 320万ドル']],
    ['The company paid $3.2 million for it.', 'zh-CN', ['$3.2 million → 320万美元']],
    [
      'The balance of 1,850 dollars and 12,500 yen',
      'zh-CN',
      ['1,850 dollars → 1850美元', '12,500 yen → 12,500日元'],
    ],
    ['rose 12 percent to 3.4 billion yen', 'ja', ['12 percent → 12%', '3.4 billion yen → 34億円']],
    [
      'fifty million dollars, half a million',
      'zh-TW',
      ['fifty million dollars → 5000萬美元', 'half a million → 50萬'],
    ],
    ['3 to 5 million people', 'ja', ['3 to 5 million → 300万～500万']],
    ['from 500 to 3 million bats', 'ja', ['500 → 500', '3 million → 300万']],
    ['185.4 thousands tons of oranges', 'ja', ['185.4 thousands → 18万5400']],
    [
      'a US$1.5bn deal; €20m; NT$3 million',
      'zh-CN',
      ['US$1.5bn → 15亿美元', '€20m → 2000万欧元', 'NT$3 million → 300万新台币'],
    ],
    ['On March 5, 2024 at 3:45 p.m.', 'ja', ['March 5, 2024 → 2024年3月5日', '3:45 p.m. → 午後3時45分']],
    ['one hundred and twenty-five thousand', 'ja', ['one hundred and twenty-five thousand → 12万5000']],
  ])('%s (%s)', (text, to, expected) => {
    expect(rendered(text, 'en', to)).toEqual(expected);
  });

  it.each([
    ['売上高は3億2000万円でした。', 'ja', ['3億2000万円 → 320 million yen']],
    ['体重は17ポンド1オンスだった。', 'ja', ['17 → 17', '1 → 1']],
    ['五千万円の補助金と一万二千人', 'ja', ['五千万円 → 50 million yen', '一万二千 → 12,000']],
    ['人口の3割5分、2割引', 'ja', ['3割5分 → 35%', '2割引 → 20% off']],
    ['令和6年11月3日午後3時30分', 'ja', ['令和6年11月3日 → November 3, 2024', '午後3時30分 → 3:30 p.m.']],
    ['3～5万円', 'ja', ['3～5万円 → 30,000 to 50,000 yen']],
    ['包含500至3万只蝙蝠', 'zh-CN', ['500 → 500', '3万 → 30,000']],
    ['投资五千万元，一万两千人', 'zh-CN', ['五千万元 → 50 million yuan', '一万两千 → 12,000']],
    [
      '三万五千六百，三百零五，三万五',
      'zh-CN',
      ['三万五千六百 → 35,600', '三百零五 → 305', '三万五 → 35,000'],
    ],
    [
      '百分之三十五点六，5个百分点，打七折',
      'zh-CN',
      ['百分之三十五点六 → 35.6%', '5个百分点 → 5 percentage points', '打七折 → 30% off'],
    ],
    [
      '每日万分之五，千分之零点五；每天千分之一；千分之三秒内，约万分之一',
      'zh-CN',
      ['万分之五 → 0.05%', '千分之零点五 → 0.05%', '千分之一 → 0.1%'],
    ],
    ['民國113年5月，三十多萬人', 'zh-TW', ['民國113年5月 → May 2024', '三十多萬 → more than 300,000']],
    ['1.5万亿元、3.2亿美元', 'zh-CN', ['1.5万亿元 → 1.5 trillion yuan', '3.2亿美元 → $320 million']],
  ])('%s (%s)', (text, from, expected) => {
    expect(rendered(text, from, 'en')).toEqual(expected);
  });

  it.each([
    ['一般的に五十嵐さんは三千院と千葉に行った。万一のため。', 'ja'],
    ['数万人、十数人、数百万円', 'ja'],
    ['几千人，十几万，二三十个', 'zh-CN'],
    ['EIP-4844, v1.2.3, 4K and GPT-4 are names', 'en'],
    ['Thanks a million, you are one in a million.', 'en'],
  ])('what is no exact amount is left alone: %s', (text, lang) => {
    expect(rendered(text, lang, 'en')).toEqual([]);
  });
});

describe('quantities of running text that people wrote', () => {
  it.each([
    [
      '全球有 17 亿人，约有 9.7 万人，2016 年收入为 36 亿欧元',
      'zh-CN',
      ['17 亿', '9.7 万', '2016 年', '36 亿欧元'],
    ],
    ['约有 20-30% 的患者，每只售价8至15美元', 'zh-CN', ['20-30%', '8至15美元']],
    ['在20世纪70年代及80年代初', 'zh-CN', ['20世纪70年代']],
    ['在 19 世纪 30 年代的革命后', 'zh-CN', ['19 世纪 30 年代']],
    ['我的城市离首都五十千米，修理花了我5000円。', 'zh-CN', ['五十', '5000円']],
    ['吃一块蛋糕，百分比值，二元运算符，返回一个 6 元组，风行一时，惊恐万分', 'zh-CN', ['6']],
    ['リソースコストは 88 GBP です。夜の一時まで待った。', 'ja', ['88 GBP', '夜の一時']],
    ['一時停止、一元化、万年筆、女王万歳、表千家、百人一首', 'ja', []],
    ['the sixty-second Emperor, in his ninety-third year', 'en', ['sixty-second', 'ninety-third']],
    [
      'a 33–43% drop, $8 to $15 each, a thousand dollars',
      'en',
      ['33–43%', '$8 to $15', 'a thousand dollars'],
    ],
    ['ranging from 13.04% to .08%, a $300+ billion impact', 'en', ['13.04%', '.08%', '$300+ billion']],
    ['six to nine percent of 100K users', 'en', ['six to nine percent']],
    ['含 2.6 至 3.2 万个碱基，30-65 岁，3兆焦耳，千年', 'zh-CN', ['2.6 至 3.2 万', '30', '65', '3']],
    ["24 won over Grey's Anatomy in a hundred ways", 'en', ['24']],
    ['12块压力表中有3块的误差，一共五块，两块表三百块', 'zh-CN', ['12', '3', '五块', '三百块']],
    ['他买了五块蛋糕，吃了两块', 'zh-CN', []],
  ])('%s (%s)', (text, lang, expected) => {
    const found = findQuantities(text, lang).filter(({ required }) => required);
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(expected);
  });
});

const LANGS = ['en', 'ja', 'zh-CN', 'zh-TW'] as const;
const amounts: fc.Arbitrary<Decimal> = fc
  .tuple(fc.integer({ min: 1, max: 9_999_999 }), fc.integer({ min: 0, max: 9 }))
  .map(([digits, power]) => timesTen(decimal(digits), power));
const quantities: fc.Arbitrary<Quantity> = fc
  .tuple(
    amounts,
    fc.constantFrom('number', 'money', 'percent'),
    fc.constantFrom('USD', 'JPY', 'CNY', 'EUR', 'HKD', 'TWD', 'KRW'),
  )
  .map(([value, kind, currency]) => ({
    start: 0,
    end: 0,
    kind,
    values: [value],
    writing: 'scaled',
    required: true,
    ...(kind === 'money' && { currency }),
  }));

describe('reading what was written', () => {
  it('gives the same value back, in every language', () => {
    fc.assert(
      fc.property(quantities, fc.constantFrom(...LANGS), (quantity, lang) => {
        const written = formatQuantity(quantity, lang);
        const [found, more] = findQuantities(written, lang);
        expect(more, written).toBeUndefined();
        expect(found?.kind, written).toBe(quantity.kind);
        expect(found?.currency, written).toBe(quantity.currency);
        const [wanted] = quantity.values;
        const [value] = found?.values ?? [];
        if (wanted === undefined || value === undefined) throw new Error(`nothing was read in ${written}`);
        expect(isSame(value, wanted), `${written} is ${figures(wanted)}`).toBe(true);
      }),
      runs(2_000),
    );
  });

  it('ends soon on rows of twenty thousand', () => {
    for (const unit of [
      '一',
      '9',
      '9,',
      '一万',
      '万',
      'one ',
      '$',
      'hundred and ',
      '3-',
      '午後',
      '百分之',
      'million ',
      '3 to 5 million million ',
      '999,',
      '万多',
      '三点一',
    ]) {
      expect(() => {
        for (const lang of ['en', 'ja', 'zh-CN']) findQuantities(unit.repeat(20_000), lang);
      }).not.toThrow();
    }
  });
});

describe('a change and what it came to', () => {
  it.each([
    ['840万ドルとなったドルに増加した。', '840万ドルとなった。'],
    ['187ドルとなったされた。', '187ドルとなった。'],
    ['3,450ユーロとなるで、4年ぶりだ。', '3,450ユーロとなり、4年ぶりだ。'],
    ['2億円となったした。', '2億円となった。'],
    ['1280万ユーロとなったとなり、費用は', '1280万ユーロとなり、費用は'],
    ['6.5ユーロとなるです。', '6.5ユーロとなります。'],
    ['6.5ユーロとなったに上昇しました。', '6.5ユーロとなりました。'],
    ['45円となったことを', '45円となったことを'],
  ])('have one predicate: %s', (text, expected) => {
    expect(withoutSecondPredicate(text)).toBe(expected);
  });

  const written = (text: string, to: string): string[] =>
    changesIn(text, findQuantities(text, 'en')).map(
      (change) => `${text.slice(change.start, change.end)} → ${formatChange(change, to)}`,
    );

  it('are written as one, so that neither is taken for the other', () => {
    const text = 'Revenue was up 7 percent to $4.5 billion, while costs fell by 0.2 points to 4.1 percent.';
    expect(written(text, 'ja')).toEqual([
      'was up 7 percent to $4.5 billion → 7%増の45億ドルとなった',
      'fell by 0.2 points to 4.1 percent → 0.2ポイント減の4.1%となった',
    ]);
    expect(written('It rises by €1.20 to €6.50 a day.', 'ja')).toEqual([
      'rises by €1.20 to €6.50 → 1.2ユーロ増の6.5ユーロとなる',
    ]);
    expect(written('It will rise by €3 to €5.', 'ja')).toEqual([]);
    expect(written(text, 'zh-CN')).toEqual([
      'was up 7 percent to $4.5 billion → 增长7%至45亿美元',
      'fell by 0.2 points to 4.1 percent → 下降0.2个百分点至4.1%',
    ]);
  });

  it.each([
    'rose from 12 percent to 15 percent',
    'between 3 and 5 million',
    'from 9 to 5',
    'It takes 3 to 5 days.',
  ])('are not seen in: %s', (text) => {
    expect(written(text, 'ja')).toEqual([]);
  });
});

describe('a translation keeps a value', () => {
  const lost = (source: string, from: string, target: string, to: string): string[] =>
    checkQuantities(findQuantities(source, from), target, to).lost.map(({ start, end }) =>
      source.slice(start, end),
    );

  it.each([
    ['$3.2 million', 'en', '320万ドル', 'ja'],
    ['3億2000万円', 'ja', 'three hundred and twenty million yen', 'en'],
    ['12 percent', 'en', '百分之十二', 'zh-CN'],
    ['5月3日', 'ja', 'May 3', 'en'],
    ['1,234 files in 2024', 'en', '2024年に1234個のファイル', 'ja'],
    ['in the 1970s', 'en', '在20世纪70年代', 'zh-CN'],
    ['直至十九世纪', 'zh-CN', 'well into the nineteenth century', 'en'],
    ['1000美元是个大数目。', 'zh-CN', 'A thousand dollars is a large sum.', 'en'],
    ['五成以上', 'zh-CN', 'over half', 'en'],
    ['完成目标的七成六', 'zh-CN', '76% of the target', 'en'],
    ['八成半的客户', 'zh-CN', '85% of the customers', 'en'],
    ['七成六十岁以上的人', 'zh-CN', '70% of those over 60', 'en'],
    ['三十分で', 'ja', 'in half an hour', 'en'],
    ['at 3:30 p.m.', 'en', '15:30に', 'ja'],
    ['昨晩は夜の一時まで', 'ja', 'until 1 a.m. last night', 'en'],
    ['过去二十年', 'zh-CN', 'in the past two decades', 'en'],
    ['13:00', 'zh-CN', '11時30分から13時まで、13時15分から', 'ja'],
    ['教皇利奥十三世', 'zh-CN', 'Pope Leo XIII', 'en'],
  ])('%s (%s) in: %s (%s)', (source, from, target, to) => {
    expect(lost(source, from, target, to)).toEqual([]);
  });

  it.each([
    ['$3.2 million', 'en', '3200万ドル', 'ja'],
    ['3億2000万円', 'ja', '$320 million', 'en'],
    ['五千万元', 'zh-CN', '5 million yuan', 'en'],
    ['12 percent', 'en', '12人', 'ja'],
    ['March 14', 'en', '3月15日', 'ja'],
    ['3:30 p.m.', 'en', '上午 3:30', 'zh-CN'],
    ['13:00', 'zh-CN', '12月1日から11時30分～13時15分', 'ja'],
    ['36 亿欧元', 'zh-CN', '36 million euros', 'en'],
    ['3776', 'ja', '3,3776 metres', 'en'],
  ])('or lost it: %s (%s) in: %s (%s)', (source, from, target, to) => {
    expect(lost(source, from, target, to)).toEqual([source]);
  });
});

it.each([
  ['付了$12,500美元。', 'zh-CN', '付了12,500美元。'],
  ['US$3.5萬美元', 'zh-TW', '3.5萬美元'],
  ['$40ドルを払った。', 'ja', '40ドルを払った。'],
  ['$12,500を払った。', 'ja', '$12,500を払った。'],
  ['10日以内に $3,280.50 ドルの残高', 'ja', '10日以内に3,280.50ドルの残高'],
  ['10日以内に $3,280.50 の残高', 'ja', '10日以内に$3,280.50の残高'],
  ['在10天内结清 $1,200.00 的余额', 'zh-CN', '在10天内结清$1,200.00的余额'],
  ['$500元本', 'ja', '$500元本'],
  ['16億5000万ユーロ億円に', 'ja', '16億5000万ユーロに'],
  ['100元人民币', 'zh-CN', '100元人民币'],
  ['a deal of $230 million yuan', 'en', 'a deal of 230 million yuan'],
])('an amount names its currency once: %s', (text, to, expected) => {
  expect(withOneCurrency(text, to)).toBe(expected);
});

describe('Japanese dates before the model reads them', () => {
  it.each([
    ['4月3日(木)に会議', '4月3日（木曜日）に会議'],
    ['11月3日（月・祝）', '11月3日（月曜日・祝日）'],
    ['(木)', '（木曜日）'],
    ['庭の(木)を見る', '庭の(木)を見る'],
    ['5/17/2024に契約', '2024年5月17日に契約'],
    ['5/6/2024に契約', '5/6/2024に契約'],
    ['月末締め翌々月10日払い', '月末締め2か月後の10日払い'],
    ['翌々月末までに', '2か月後の月末までに'],
    ['翌々日の17日、翌々営業日', '2日後の17日、2営業日後'],
    ['11月30日必着でご出欠を', '11月30日までに届くようにご出席かご欠席かを'],
    ['6日必着です。出欠を取る。', '6日必着です。出欠を取る。'],
    ['ご連絡には及びません', 'ご連絡の必要はありません'],
    ['彼の力には及びません', '彼の力には及びません'],
    ['無断駐車は固くお断りいたします', '無断駐車は禁止です'],
    ['お申し出はお断りいたします', 'お申し出はお断りいたします'],
    ['翌々週の水曜に翌々週分を', '2週間後の水曜に翌々週分を'],
  ])('%s is %s', (text, expected) => expect(plainQuantities(text, 'ja')).toBe(expected));

  it('are of people where they stand in brackets', () =>
    expect(plainQuantities('优秀奖（20名）', 'zh-CN')).toBe('优秀奖（20人）'));

  it('are extensions and addresses', () => {
    expect(plainQuantities('电话0574-8765，转分机208。', 'zh-CN')).toBe('电话0574-8765，分机208。');
    expect(plainQuantities('致：大和株式会社', 'zh-CN')).toBe('收件人：大和株式会社');
  });

  it('are not to be passed', () => {
    expect(plainQuantities('4月前投产，不得晚于4月15日。', 'zh-CN')).toBe('4月前投产，最迟不超过4月15日。');
    expect(plainQuantities('货物不得迟于3月20日到港。', 'zh-CN')).toBe('货物最迟于3月20日到港。');
    expect(plainQuantities('最迟不晚于3月20日', 'zh-CN')).toBe('最迟不晚于3月20日');
  });

  it('are the least that may be', () => {
    expect(plainQuantities('功率不能低于75千瓦，每月不得少于20吨。', 'zh-CN')).toBe(
      '功率至少为75千瓦，每月至少20吨。',
    );
    expect(plainQuantities('价格不得低于去年。', 'zh-CN')).toBe('价格不得低于去年。');
  });

  it('are three quarters and not the third', () =>
    expect(plainQuantities('前三季度销售额1.28亿元', 'zh-CN')).toBe('前三个季度销售额1.28亿元'));

  it('are shares of a thousand', () => {
    expect(plainQuantities('不合格率超过千分之五，退货。', 'zh-CN')).toBe('不合格率超过0.5%，退货。');
    expect(plainQuantities('千分之一秒，五千分之一。', 'zh-CN')).toBe('千分之一秒，五千分之一。');
  });
});
