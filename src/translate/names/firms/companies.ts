import { pinyin } from 'pinyin-pro';
import type { Lang } from '../../../base/lang.js';
import type { FoundName } from '../found-name.js';
import { latinReading } from '../readings/latin-reading.js';
import type { NameTable } from '../readings/name-table.js';
import { CHINESE_PLACES, CHINESE_TRADES, JAPANESE_PARTS, JAPANESE_TRADES } from './company-words.js';

const OWN_NAME = '[\\p{Script=Han}\\p{Script=Katakana}ーA-Za-z0-9々・&]{1,16}';
const KINDS = '株式会社|有限会社|合同会社|[(（]株[)）]|㈱|[(（]有[)）]|㈲';
const JAPANESE = new RegExp(`(${KINDS})(${OWN_NAME})|(${OWN_NAME})(${KINDS})`, 'gu');
/** Where the name of a firm ends and its parts or people begin. */
const NO_NAME =
  /(?:営業|総務|人事|経理|開発|技術|広報|企画|製造|品質|購買|販売|本社|支店|支社|工場|代表|取締役|社長|部長|課長|担当|御中|様)/u;
/** Words of Japanese itself: ミライ, アオイ. What has other sounds is foreign, and its spelling the model's to find. */
const NATIVE = /^(?!.{3,}[クスドトムル]$)[アイウエオカ-ヂツ-ドナ-モヤユヨラ-ロワン]{2,5}$/u;
const HAN = /^[\p{Script=Han}々]+$/u;
/** 光洋リレー, Koyo Relay. */
const MIXED = /^([\p{Script=Han}々]+)([\p{Script=Katakana}ー]+)$/u;
const CHINESE = /([\p{Script=Han}]{2,16}?)(?:股份|责任)?有限(?:责任)?公司/gu;
const JAPANESE_IN_CHINESE =
  /([\p{Script=Han}]{2,16}?)株式[会會]社|(?<!\p{Script=Han})株式[会會]社([\p{Script=Han}]{2,6})(?!\p{Script=Han})/gu;
/** With more, words of the sentence stand before the name. */
const LONGEST_OWN = 8;
/** What stands before a name and belongs to the sentence: 与, 在, 的. */
const OF_SENTENCE = /^.*(?:[与與和在的向由给給从從對对是为為致]|[甲乙丙]方)/u;
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/^(?:有限会社|[(（]有[)）]|㈲)/u, 'Ltd.'],
  [/^合同会社/u, 'LLC'],
];
/** Other endings that a translation may have instead. */
const ACCEPTED = ['Co., Ltd.', 'Corporation', 'Inc.', 'Corp.', 'Ltd.', 'K.K.', 'LLC'];

/** Japanese firms by the word that says so: 株式会社サンプル is Sample Co., Ltd. Those whose reading no table tells are the model's. */
export function japaneseCompanies(text: string, table: NameTable): FoundName[] {
  return japaneseFirms(text).flatMap(({ start, end, kind, own }): FoundName[] => {
    const latin = latinOf(own, table);
    if (latin === undefined) return [];
    const ending = ENDINGS.find(([word]) => word.test(kind))?.[1] ?? 'Co., Ltd.';
    return [{ start, end, spellings: spellings(latin, ending), sure: true }];
  });
}

/** Japanese firms in Chinese: in their characters, and those in katakana by their English word: Sample株式会社. */
export function japaneseCompaniesInChinese(text: string, table: NameTable, to: Lang): FoundName[] {
  return japaneseFirms(text).flatMap(({ start, end, kind, own }): FoundName[] => {
    const name = ownInChinese(own, table, to);
    if (name === undefined) return [];
    const written = table.hanForms.convert(kind, 'ja', to) ?? kind;
    return [{ start, end, spellings: [`${name}${written}`, `${written}${name}`], sure: true }];
  });
}

/** In its characters, and katakana by its English words: 东海Filter. */
export function ownInChinese(own: string, table: NameTable, to: Lang): string | undefined {
  if (HAN.test(own)) return table.hanForms.convert(own, 'ja', to);
  const [, ahead, behind = ''] = MIXED.exec(own) ?? [];
  if (ahead === undefined) return latinOf(own, table);
  const [characters, words] = [table.hanForms.convert(ahead, 'ja', to), loanwords(behind, table)];
  return characters === undefined || words === undefined
    ? undefined
    : characters + words.map(capital).join(' ');
}

/** 東和計測 of 東和計測株式会社. */
export interface JapaneseFirm {
  readonly start: number;
  readonly end: number;
  /** 株式会社 */
  readonly kind: string;
  readonly own: string;
}

export function japaneseFirms(text: string): JapaneseFirm[] {
  return [...text.matchAll(JAPANESE)].flatMap((match): JapaneseFirm[] => {
    const [all, before, behind = '', ahead = '', after = ''] = match;
    const written = before === undefined ? ahead : behind;
    const own = written.slice(0, Math.max(0, written.search(NO_NAME)) || written.length);
    if (NO_NAME.test(own)) return [];
    const start = match.index;
    const end = before === undefined ? start + all.length : start + before.length + own.length;
    return [{ start, end, kind: before ?? after, own }];
  });
}

/** Chinese firms in Japanese keep their characters: 杭州雲帆貿易有限公司. */
export function chineseCompaniesInJapanese(text: string, from: Lang, table: NameTable): FoundName[] {
  return chineseCompanies(text).flatMap(({ start, end }): FoundName[] => {
    const form = table.hanForms.convert(text.slice(start, end), from, 'ja');
    return form === undefined ? [] : [{ start, end, spellings: [form], sure: true }];
  });
}

/** 东海计测株式会社 in Chinese text, in Japanese characters or as it is read. */
export function japaneseCompaniesInChineseText(
  text: string,
  from: Lang,
  to: Lang,
  table: NameTable,
): FoundName[] {
  return [...text.matchAll(JAPANESE_IN_CHINESE)].flatMap((match): FoundName[] => {
    const [all, ahead = '', behind = ''] = match;
    const skipped = OF_SENTENCE.exec(ahead)?.[0].length ?? 0;
    const own = table.hanForms.convert(ahead.slice(skipped) || behind, from, 'ja');
    const start = match.index + skipped;
    const end = match.index + all.length;
    if (own === undefined || own.length < 2 || own.length > LONGEST_OWN) return [];
    if (to === 'ja')
      return [{ start, end, spellings: [behind === '' ? `${own}株式会社` : `株式会社${own}`], sure: true }];
    const latin = latinOf(own, table);
    return latin === undefined ? [] : [{ start, end, spellings: spellings(latin, 'Co., Ltd.'), sure: true }];
  });
}

/** Chinese firms: 北京星辰科技有限公司 is Beijing Xingchen Technology Co., Ltd. */
export function chineseCompanies(text: string): FoundName[] {
  return [...text.matchAll(CHINESE)].flatMap((match): FoundName[] => {
    const [all, written = ''] = match;
    // What stands before the name belongs to the sentence: 与, 在, 的.
    const skipped = /^.*[与與和在的向由给給从從对對是为為]/u.exec(written)?.[0].length ?? 0;
    const own = written.slice(skipped);
    const latin = chineseLatin(own);
    if (latin === undefined) return [];
    const end = match.index + all.length;
    return [{ start: match.index + skipped, end, spellings: spellings(latin, 'Co., Ltd.'), sure: true }];
  });
}

/** 蘇州恒達五金有限公司 in Japanese text, which is written in Japanese characters. */
export function chineseCompaniesInJapaneseText(text: string, table: NameTable): FoundName[] {
  if (!text.includes('有限公司')) return [];
  const chinese = table.hanForms.convert(text, 'ja', 'zh-CN');
  // Each character becomes one.
  return chinese?.length === text.length ? chineseCompanies(chinese) : [];
}

function spellings(name: string, ending: string): string[] {
  // 電機 is Denki to those who are called so, and many say Electric.
  return [...new Set([name, name.replace(/\bDenki\b/u, 'Electric')])].flatMap((written) =>
    [ending, ...ACCEPTED.filter((one) => one !== ending)].map((one) => `${written} ${one}`),
  );
}

/** The parts of a name, each by what is known of it: 明和電機工業 is Meiwa Denki Kogyo. */
export function latinOf(written: string, table: NameTable): string | undefined {
  if (/^[A-Za-z0-9&]+$/.test(written)) return written;
  const { own, trades } = withoutTrades(written, JAPANESE_TRADES);
  const latin = partLatin(own, table);
  return latin === undefined ? undefined : [latin, ...trades].join(' ');
}

/** What stands before the trades at the end of a name, and these; the longest trade of each place. */
function withoutTrades(
  written: string,
  known: ReadonlyMap<string, string>,
): { readonly own: string; readonly trades: readonly string[] } {
  const trades: string[] = [];
  let own = written;
  for (;;) {
    const found = [...known.keys()].filter((word) => own.endsWith(word) && own.length > word.length);
    const [trade] = found.sort((a, b) => b.length - a.length);
    if (trade === undefined) return { own, trades };
    trades.unshift(known.get(trade) ?? '');
    own = own.slice(0, -trade.length);
  }
}

function partLatin(own: string, table: NameTable): string | undefined {
  if (/^[\p{Script=Katakana}ー・]+$/u.test(own)) {
    const words = loanwords(own.replaceAll('・', ''), table);
    if (words !== undefined) return words.map(capital).join(' ');
    return NATIVE.test(own) ? latinReading(own) : undefined;
  }
  const [, ahead = '', behind = ''] = MIXED.exec(own) ?? [];
  if (ahead !== '') {
    const [first, words] = [partLatin(ahead, table), loanwords(behind, table)];
    return first === undefined || words === undefined ? undefined : [first, ...words.map(capital)].join(' ');
  }
  if (!HAN.test(own)) return undefined;
  return JAPANESE_PARTS.get(own) ?? table.spellings(own, ['S', 's', 'g'])?.[0];
}

/** 北陸精機 in a sentence in which somebody says who he is: a firm by its trade, in English or in Chinese. */
export function firmByTrade(written: string, table: NameTable, to: Lang): string | undefined {
  const trade = [...JAPANESE_TRADES.keys()].find((word) => written.endsWith(word));
  if (trade === undefined || written.length === trade.length) return undefined;
  if (to === 'en') return latinOf(written, table);
  return HAN.test(written) ? table.hanForms.convert(written, 'ja', to) : undefined;
}

/** A word in katakana as one or two English words, longest first. */
function loanwords(katakana: string, table: NameTable): readonly string[] | undefined {
  const wordOf = (part: string): string | undefined => JAPANESE_TRADES.get(part) ?? table.loanword(part);
  const whole = wordOf(katakana);
  if (whole !== undefined) return [whole];
  for (let cut = katakana.length - 2; cut >= 2; cut -= 1) {
    const [first, second] = [wordOf(katakana.slice(0, cut)), wordOf(katakana.slice(cut))];
    if (first !== undefined && second !== undefined) return [first, second];
  }
  return undefined;
}

/** What a Chinese firm is named by: 苏州恒达五金 is a place, its own name and a trade. */
interface ChineseParts {
  readonly place: string;
  /** With the word for the town: 苏州市. */
  readonly placeLength: number;
  readonly own: string;
  readonly trades: readonly string[];
}

export function chineseParts(written: string): ChineseParts {
  const [town = '', place = ''] = /^(..)[市省]?/u.exec(written) ?? [];
  const placeLength = CHINESE_PLACES.has(place) ? town.length : 0;
  const parts = withoutTrades(written.slice(placeLength), CHINESE_TRADES);
  return { ...parts, place: written.slice(0, Math.min(placeLength, place.length)), placeLength };
}

function chineseLatin(written: string): string | undefined {
  const { place, own, trades } = chineseParts(written);
  if (own.length < 2 || own.length > 4 || (place === '' && trades.length === 0)) return undefined;
  return [...[place, own].filter((part) => part !== '').map(reading), ...trades].join(' ');
}

/** A name by its pinyin: 恒达 is Hengda. */
export function reading(han: string): string {
  return capital(pinyin(han, { toneType: 'none', type: 'array' }).join('').replaceAll('ü', 'u'));
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** "… of Sample Co., Ltd.." ends with one stop. */
export function withOneStop(translation: string): string {
  return translation.replaceAll(/\b(Ltd|Inc|Corp|K\.K)\.\.(?!\.)/g, '$1.');
}

const ENGLISH_FIRM = /(?<![A-Za-z])(?:Ltd|Limited|Inc|Incorporated|Corp|Corporation|LLC|PLC)(?![A-Za-z])/;
const LIMITED = /(?<![A-Za-z])(?:Ltd|Limited|LLC)(?![A-Za-z])/;

/** English firms with the word of the target language: a model of both writes 株式会社 in Chinese, and 有限公司 in Japanese. */
export function withLocalFirms(translation: string, source: string, from: Lang, to: Lang): string {
  if (from !== 'en' || !ENGLISH_FIRM.test(source)) return translation;
  if (to === 'ja') return translation.replaceAll(/(?:股份)?有限公司/gu, '株式会社');
  if (!to.startsWith('zh')) return translation;
  const kind = LIMITED.test(source) ? '有限公司' : '公司';
  return translation
    .replaceAll(/株式[会會]社 ?([A-Za-z0-9][\w&.-]*(?: [A-Z][\w&.-]*)*)/gu, `$1${kind}`)
    .replaceAll(/株式[会會]社/gu, kind);
}
