import type { Lang } from '../../../base/lang.js';

interface Currency {
  readonly code: string;
  /** Written before the figures in English; undefined where English writes a word after them. */
  readonly sign?: string;
  readonly english: readonly string[];
  readonly ja: readonly string[];
  readonly zh: readonly string[];
  readonly traditional?: readonly string[];
}

/** The first form of each language is the one that is written; all of them are read. */
const CURRENCIES: readonly Currency[] = [
  {
    code: 'USD',
    sign: '$',
    english: ['dollars', 'dollar', 'us dollars', 'us dollar', 'american dollars', 'bucks'],
    ja: ['ドル', '米ドル', 'アメリカドル', '弗'],
    zh: ['美元', '美金'],
  },
  // No ISO code: a hundredth of several currencies, which the word leaves open as well.
  { code: 'cent', english: ['cents', 'cent'], ja: ['セント'], zh: ['美分'] },
  {
    code: 'JPY',
    english: ['yen', 'japanese yen'],
    ja: ['円', '日本円'],
    zh: ['日元', '日圆', '円'],
    traditional: ['日圓', '日元'],
  },
  {
    code: 'CNY',
    english: ['yuan', 'renminbi', 'chinese yuan', 'rmb'],
    ja: ['元', '人民元', '中国元'],
    zh: ['元', '元人民币', '人民币', '块钱', '块'],
    traditional: ['元', '元人民幣', '人民幣', '塊錢', '塊'],
  },
  { code: 'EUR', sign: '€', english: ['euros', 'euro'], ja: ['ユーロ'], zh: ['欧元'], traditional: ['歐元'] },
  {
    code: 'GBP',
    sign: '£',
    english: ['pounds sterling', 'british pounds'],
    ja: ['ポンド', '英ポンド'],
    zh: ['英镑'],
    traditional: ['英鎊'],
  },
  {
    code: 'KRW',
    english: ['won', 'korean won', 'south korean won'],
    ja: ['ウォン', '韓国ウォン'],
    zh: ['韩元', '韩币'],
    traditional: ['韓元', '韓幣', '韓圜'],
  },
  {
    code: 'HKD',
    sign: 'HK$',
    english: ['hong kong dollars', 'hong kong dollar'],
    ja: ['香港ドル'],
    zh: ['港元', '港币'],
    traditional: ['港元', '港幣'],
  },
  {
    code: 'TWD',
    sign: 'NT$',
    english: ['new taiwan dollars', 'new taiwan dollar', 'taiwan dollars', 'taiwan dollar'],
    ja: ['台湾ドル', '新台湾ドル', '台湾元'],
    zh: ['新台币', '台币', '元新台币'],
    traditional: ['新台幣', '新臺幣', '台幣', '臺幣', '元新台幣'],
  },
  {
    code: 'CAD',
    sign: 'C$',
    english: ['canadian dollars', 'canadian dollar'],
    ja: ['カナダドル', '加ドル'],
    zh: ['加元', '加拿大元'],
  },
  {
    code: 'AUD',
    sign: 'A$',
    english: ['australian dollars', 'australian dollar'],
    ja: ['豪ドル', 'オーストラリアドル'],
    zh: ['澳元', '澳大利亚元'],
    traditional: ['澳元', '澳幣'],
  },
  {
    code: 'SGD',
    sign: 'S$',
    english: ['singapore dollars', 'singapore dollar'],
    ja: ['シンガポールドル'],
    zh: ['新加坡元', '新元'],
  },
  { code: 'CHF', english: ['swiss francs', 'swiss franc'], ja: ['スイスフラン'], zh: ['瑞士法郎'] },
  {
    code: 'RUB',
    english: ['rubles', 'ruble', 'roubles', 'rouble'],
    ja: ['ルーブル'],
    zh: ['卢布'],
    traditional: ['盧布'],
  },
  {
    code: 'INR',
    sign: '₹',
    english: ['rupees', 'rupee', 'indian rupees'],
    ja: ['ルピー', 'インドルピー'],
    zh: ['卢比', '印度卢比'],
    traditional: ['盧比'],
  },
  { code: 'THB', english: ['baht', 'thai baht'], ja: ['バーツ'], zh: ['泰铢'], traditional: ['泰銖'] },
  { code: 'FRF', english: ['french francs', 'francs', 'franc'], ja: ['フラン', '仏フラン'], zh: ['法郎'] },
  {
    code: 'DEM',
    english: ['marks', 'german marks', 'deutschmarks'],
    ja: ['マルク'],
    zh: ['马克'],
    traditional: ['馬克'],
  },
];

const BY_CODE = new Map(CURRENCIES.map((currency) => [currency.code, currency]));

/** Signs before figures, longest first. ¥ is the yen; in Chinese text, the yuan. */
export const SIGNS: readonly (readonly [string, string])[] = [
  ['US$', 'USD'],
  ['U.S.$', 'USD'],
  ['HK$', 'HKD'],
  ['NT$', 'TWD'],
  ['CA$', 'CAD'],
  ['AU$', 'AUD'],
  ['C$', 'CAD'],
  ['A$', 'AUD'],
  ['S$', 'SGD'],
  ['$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
  ['₩', 'KRW'],
  ['₹', 'INR'],
];

/** Words of English that stand after figures. */
export const ENGLISH_CURRENCIES: ReadonlyMap<string, string> = new Map([
  ...CURRENCIES.flatMap(({ code, english }) => english.map((word) => [word, code] as const)),
]);

/** Codes that stand before or after figures. */
export const CODES: ReadonlyMap<string, string> = new Map([
  ...CURRENCIES.filter(({ code }) => code !== 'cent').map(({ code }) => [code, code] as const),
  ['RMB', 'CNY'],
  ['NTD', 'TWD'],
  ['NT', 'TWD'],
]);

function bySize(words: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] {
  return [...words].sort(([a], [b]) => b.length - a.length);
}

/** Words of Japanese and Chinese that stand after figures, longest first. */
export const JAPANESE_CURRENCIES = bySize(
  CURRENCIES.flatMap(({ code, ja }) => ja.map((word) => [word, code] as const)),
);
export const CHINESE_CURRENCIES = bySize(
  CURRENCIES.flatMap(({ code, zh, traditional }) =>
    [...new Set([...zh, ...(traditional ?? [])])].map((word) => [word, code] as const),
  ),
);

/** The sign that English writes before the figures, if it has one. */
export function signOf(code: string): string | undefined {
  return BY_CODE.get(code)?.sign;
}

/** The currency as it is written after figures. */
export function currencyWord(code: string, to: Lang): string {
  const currency = BY_CODE.get(code);
  if (currency === undefined) return code;
  if (to === 'ja') return currency.ja[0] ?? code;
  if (to === 'zh-TW' || to === 'zh-HK') return currency.traditional?.[0] ?? currency.zh[0] ?? code;
  return (to.startsWith('zh') ? currency.zh[0] : currency.english[0]) ?? code;
}

const DOUBLED = new RegExp(
  `[$€£¥](?=\\d[\\d,.]*(?: (?:thousand|million|billion|trillion))? (?:${CURRENCIES.filter(
    ({ sign, code }) => sign === undefined && code !== 'cent',
  )
    .map(({ english }) => english[0])
    .join('|')})\\b)`,
  'gu',
);

const EAST_ASIAN_DOUBLED = new RegExp(
  `(?:US|NT|HK)?[$€£¥](\\d[\\d,.]*[万萬億亿兆]?) ?(?!元[本金])(?=${CURRENCIES.flatMap(
    ({ ja, zh, traditional = [] }) => [...ja, ...zh, ...traditional],
  ).join('|')})`,
  'gu',
);
/** 16億5000万ユーロ億円: the unit of the source behind what was put in for all of it. */
const WORD_DOUBLED = (() => {
  const word = CURRENCIES.flatMap(({ ja, zh, traditional = [] }) => [...ja, ...zh, ...traditional]).join('|');
  return new RegExp(`(?<=[\\d万萬億亿兆])(${word})[百千万萬億亿兆]{1,3}(?:${word})`, 'gu');
})();
/** The blanks around an amount that stands between characters: 以内に $50 の. */
const BLANK_BEFORE_SIGN =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー、。，]) (?=[$€£¥]\d)/gu;
const BLANK_BEHIND_FIGURES =
  /(?<=[$€£¥]\d[\d,.]*) (?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu;

/** Amounts with a word for the currency take no sign as well: not "$230 million yuan", and not "$500美元" or "$500 ドル". */
export function withOneCurrency(translation: string, to: Lang): string {
  if (to === 'en') return translation.replace(DOUBLED, '');
  return translation
    .replace(BLANK_BEFORE_SIGN, '')
    .replace(EAST_ASIAN_DOUBLED, '$1')
    .replace(WORD_DOUBLED, '$1')
    .replace(BLANK_BEHIND_FIGURES, '');
}
