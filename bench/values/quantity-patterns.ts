import type { Lang } from '#src/base/lang.js';
import { Random } from './random.js';

export interface QuantitySentence {
  readonly text: string;
  readonly expected: string;
}

interface Written {
  readonly text: string;
  readonly kind: 'money' | 'number' | 'percent';
  readonly expected: string;
}

const SENTENCES = 380;
const CARRIERS: Readonly<Record<string, Readonly<Record<Written['kind'], readonly string[]>> | undefined>> = {
  en: {
    money: [
      'The company paid # for the patent last year.',
      'The project will cost # in total.',
      'She sold the house for #.',
      'The government set aside # for the bridge.',
      'Sales reached # in the first quarter.',
      'He owes the bank #.',
    ],
    number: [
      'About # people visited the museum.',
      'The city has # inhabitants.',
      'The factory makes # cars a year.',
      'More than # copies were sold.',
      'The virus infected # people.',
    ],
    percent: [
      'Prices fell by # in March.',
      'Exports rose # last year.',
      'Only # of the members voted.',
      'The tax was raised to #.',
    ],
  },
  ja: {
    money: [
      '会社は特許に#を支払った。',
      '工事の費用は#です。',
      '売上高は#に達した。',
      '市は#の補助金を出した。',
      '家を#で売った。',
    ],
    number: [
      '博物館には#人が訪れた。',
      '市の人口は#人です。',
      '工場は年に#台の車を作る。',
      '本は#部売れた。',
    ],
    percent: ['物価は#下がった。', '輸出は去年#増えた。', '会員の#が投票した。'],
  },
  'zh-CN': {
    money: [
      '公司投资了#建设新工厂。',
      '这个项目一共花了#。',
      '销售额达到#。',
      '政府拨款#修桥。',
      '他把房子卖了#。',
    ],
    number: ['有#人参观了博物馆。', '这座城市有#人口。', '工厂每年生产#辆汽车。', '这本书卖了#册。'],
    percent: ['物价下跌了#。', '去年出口增长了#。', '#的会员投了票。'],
  },
};
const HAN = '〇一二三四五六七八九';

/** Sentences made from patterns; the expected value is known because it was there first. */
export function quantityPatterns(lang: Lang): QuantitySentence[] {
  const random = new Random(lang.length * 7919 + lang.charCodeAt(0));
  const carriers = CARRIERS[lang];
  if (carriers === undefined) throw new Error(`There are no patterns for ${lang}.`);
  const sentences = new Map<string, QuantitySentence>();
  while (sentences.size < SENTENCES) {
    const written = lang === 'en' ? english(random) : eastAsian(random, lang === 'ja');
    const carrier = random.pick(carriers[written.kind]);
    const text = carrier.replace('#', written.text);
    sentences.set(text, { text, expected: written.expected });
  }
  return [...sentences.values()];
}

function english(random: Random): Written {
  const [scale, power] = random.pick([
    ['thousand', 3],
    ['million', 6],
    ['billion', 9],
    ['trillion', 12],
  ] as const);
  const tenths = random.whole(11, 990);
  const amount = tenths % 10 === 0 ? String(tenths / 10) : `${Math.floor(tenths / 10)}.${tenths % 10}`;
  const value = String(BigInt(tenths) * 10n ** BigInt(power - 1));
  const [word, count] = random.pick([
    ['two', 2],
    ['five', 5],
    ['twelve', 12],
    ['fifty', 50],
    ['twenty-five', 25],
    ['three hundred', 300],
  ] as const);
  const worded = String(BigInt(count) * 10n ** BigInt(power));
  switch (random.whole(0, 8)) {
    case 0:
      return { text: `$${amount} ${scale}`, kind: 'money', expected: `money:USD:${value}` };
    case 1:
      return { text: `${amount} ${scale} yen`, kind: 'money', expected: `money:JPY:${value}` };
    case 2:
      return { text: `€${amount} ${scale}`, kind: 'money', expected: `money:EUR:${value}` };
    case 3:
      return { text: `${word} ${scale} dollars`, kind: 'money', expected: `money:USD:${worded}` };
    case 4:
      return { text: `${amount} ${scale} yuan`, kind: 'money', expected: `money:CNY:${value}` };
    case 5:
      return { text: `${amount} percent`, kind: 'percent', expected: `percent:${amount}` };
    case 6:
      return { text: `${word} ${scale}`, kind: 'number', expected: `number:${worded}` };
    default:
      return { text: `${amount} ${scale}`, kind: 'number', expected: `number:${value}` };
  }
}

function eastAsian(random: Random, japanese: boolean): Written {
  const high = random.whole(1, 99);
  const low = random.whole(1, 99) * 100;
  const hundredMillion = japanese ? '億' : '亿';
  const [currency, code] = japanese
    ? random.pick([
        ['円', 'JPY'],
        ['ドル', 'USD'],
        ['ユーロ', 'EUR'],
      ] as const)
    : random.pick([
        ['元', 'CNY'],
        ['美元', 'USD'],
        ['日元', 'JPY'],
      ] as const);
  const digit = random.whole(2, 9);
  const han = HAN[digit] ?? '';
  const second = random.whole(1, 9);
  switch (random.whole(0, 8)) {
    case 0:
      return {
        text: `${high}${hundredMillion}${low}万${currency}`,
        kind: 'money',
        expected: `money:${code}:${high * 1e8 + low * 1e4}`,
      };
    case 1:
      return { text: `${high}万${currency}`, kind: 'money', expected: `money:${code}:${high * 1e4}` };
    case 2:
      return { text: `${han}千万${currency}`, kind: 'money', expected: `money:${code}:${digit * 1e7}` };
    case 3:
      return { text: `${high}万${low}`, kind: 'number', expected: `number:${high * 1e4 + low}` };
    case 4:
      return {
        text: `${han}万${HAN[second]}千`,
        kind: 'number',
        expected: `number:${digit * 1e4 + second * 1e3}`,
      };
    case 5:
      return japanese
        ? { text: `${digit}割`, kind: 'percent', expected: `percent:${digit * 10}` }
        : { text: `百分之${han}十`, kind: 'percent', expected: `percent:${digit * 10}` };
    case 6:
      return {
        text: japanese ? `${high}パーセント` : `百分之${high}`,
        kind: 'percent',
        expected: `percent:${high}`,
      };
    case 7:
      return {
        text: `${high}.${digit}${hundredMillion}`,
        kind: 'number',
        expected: `number:${high * 1e8 + digit * 1e7}`,
      };
    default:
      return {
        text: `${han}百${HAN[second]}十`,
        kind: 'number',
        expected: `number:${digit * 100 + second * 10}`,
      };
  }
}
