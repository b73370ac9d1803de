import type { Stretch } from '../../segmentation/stretch.js';
import { JAPANESE_TRADES } from '../firms/company-words.js';
import type { FoundName } from '../found-name.js';
import type { NameTable } from '../readings/name-table.js';
import { isChineseSurname, isDoubleSurname, isOnlyChineseSurname, spellingsOf } from './chinese-people.js';

const TITLES =
  `先生 教授 准教授 博士 社長 副社長 部長 課長 係長 会長 議員 首相 大臣 知事 市長 選手 監督 容疑者 被告 夫妻 大統領 主任 専務 常務 院長
学長 校長 記者 代表 弁護士 医師 様 氏 君`
    .split(/\s+/)
    .sort((a, b) => b.length - a.length);
const HONORIFIC = /^(?:さん|くん|ちゃん|さま)/u;
const RUN = /[\p{Script=Han}々ヶ]+|[\p{Script=Katakana}ー]{3,}/gu;
const FOLLOWS_NAME = /^(?:[はがのともにをへ、。，．,.（(「」』）)\s]|$)/u;
/** Words of kinship and address that take さん or 様 without being a name. */
const NOT_NAMES = new Set(
  '皆 客 兄 姉 母 父 娘 嫁 奥 妹 弟 孫 神 仏 王 姫 殿 患者 業者 職人 息子 仲間 店員 学生 同 両 仕 一 多 異 模 有 各 医者 店長 芸者 役者 若者 理事長 守衛 仲居 船頭 板前 大工 庭師 運転手 看護師'.split(
    ' ',
  ),
);
/** 仕立屋さん, 鍵屋さん. */
const SHOP = /^.+屋$/u;
/** お一人様, 三名様. */
const COUNTED = /^[一二三四五六七八九十百数何]+[人名]$/u;
const LONGEST_NAME = 6;
/** 営業部の, 株式会社サンプルの, 北陸精機の: behind it stands who speaks. */
const EMPLOYER = new RegExp(
  `(?:(?:会社|事務所|大学|学校|銀行|[社部課室店局])[^、。\\s]{0,20}|${[...JAPANESE_TRADES.keys()].join('|')})の$`,
  'u',
);
/** As much of the text before a name as an employer takes. */
const EMPLOYER_LENGTH = 32;
/** Often written before a name without a particle. */
const TIME_WORD = /^(?:昨日|今日|明日|本日|今朝|昨夜|先日|当時|現在|前日|翌日|同日)/u;

/**
 * Names of Japanese text with their Latin spelling: people with a title, in full or as they introduce themselves, and names in
 * katakana.
 *
 * @param firms of the text: who speaks stands behind one of them too
 */
export function japaneseNames(text: string, table: NameTable, firms: readonly Stretch[] = []): FoundName[] {
  const signature = signed(text, table);
  if (signature !== undefined) return [signature];
  const found: FoundName[] = [];
  for (const match of text.matchAll(RUN)) {
    const [run] = match;
    const { index } = match;
    const name = /^[\p{Script=Katakana}ー]/u.test(run)
      ? inKatakana(run, text, index, table)
      : (inKanji(run, text.slice(index + run.length, index + run.length + 4), index, table) ??
        introduced(run, text, index, table, firms));
    if (name !== undefined) found.push({ ...name, japanese: text.slice(name.start, name.end) });
  }
  return found;
}

function inKatakana(run: string, text: string, start: number, table: NameTable): FoundName | undefined {
  const end = start + run.length;
  // Part of a name in full (ジョン・スミス) or of a longer word with kanji: left to the model.
  // マレー人, ヒンディー語: of peoples and languages English has a word of its own.
  if (/[・＝=人語]/u.test(text[end] ?? '') || /[・＝=]/u.test(text[start - 1] ?? '')) return undefined;
  const spellings = table.spellings(run, ['k']);
  return spellings === undefined ? undefined : { start, end, spellings, sure: false };
}

function inKanji(run: string, after: string, start: number, table: NameTable): FoundName | undefined {
  const title = TITLES.find((word) => run.endsWith(word) && run.length > word.length);
  const honoured = HONORIFIC.test(after);
  const body = title === undefined || honoured ? run : run.slice(0, -title.length);
  if (!honoured && title === undefined) return inFull(run, after, start, table);
  if (NOT_NAMES.has(body) || COUNTED.test(body) || (body.length === 1 && !honoured)) return undefined;
  const isClose = honoured || title === '君' || title === '様';
  // 取締役山田さん: the name is what stands last.
  const begin = TIME_WORD.exec(body)?.[0].length ?? 0;
  for (let from = Math.max(begin, body.length - LONGEST_NAME); from < body.length; from += 1) {
    const written = body.slice(from);
    if (NOT_NAMES.has(written) || SHOP.test(written) || isChineseFamily(written, table)) return undefined;
    const spellings =
      person(written, table, from === begin) ??
      (from === begin && isClose ? givenName(written, table) : undefined);
    if (spellings !== undefined)
      return { start: start + from, end: start + body.length, spellings, sure: true };
  }
  return undefined;
}

/** 欧陽, 諸葛: read in the Chinese way. */
function isChineseFamily(written: string, table: NameTable): boolean {
  return isDoubleSurname(table.hanForms.convert(written, 'ja', 'zh-CN') ?? written);
}

/** A surname, or a surname with a given name. Behind other characters only well-known surnames count. */
function person(written: string, table: NameTable, alone: boolean): readonly string[] | undefined {
  // Of rare surnames in one character most are Chinese, and read in the Chinese way: 孟さん, 陳さん.
  const chinese = table.hanForms.convert(written, 'ja', 'zh-CN') ?? written;
  if (written.length === 1 && (table.spellings(written, ['S']) === undefined || isChineseSurname(chinese)))
    return undefined;
  const [surname] = table.spellings(written, alone ? ['S', 's'] : ['S']) ?? [];
  if (surname !== undefined && (alone || written.length > 1)) return [surname];
  return fullName(written, table, alone ? ['S', 's'] : ['S']);
}

/** 太郎君, 花子さん: nobody's office is set behind a given name, and 政治 in 政治記者 is politics. */
function givenName(written: string, table: NameTable): readonly string[] | undefined {
  const [given] = written.length > 1 ? (table.spellings(written, ['g']) ?? []) : [];
  return given === undefined ? undefined : [given];
}

/** Behind a family of China they are an office, or a word with it: 劉経理, 孫息子, 幾何学模様. */
const NO_GIVEN = /[副老者長員様]|主[任治]|経理|会計|財務|支$|息子|大家|国人|遊路|学模|獣医/u;

/** 陳衛国さん is Chen Weiguo; 葉山健 is of the Japanese family 葉山. */
function chineseName(written: string, table: NameTable): readonly string[] | undefined {
  if (written.length !== 3 || NO_GIVEN.test(written)) return undefined;
  const chinese = table.hanForms.convert(written, 'ja', 'zh-CN') ?? '';
  const isJapanese = table.spellings(written.slice(0, 2), ['S']) !== undefined;
  return isOnlyChineseSurname(chinese.slice(0, 1)) && !isJapanese ? spellingsOf(chinese, 1) : undefined;
}

/** A word of two characters is hardly a surname and a given name of one each (上院), nor is one behind a rare surname. */
function fullName(
  written: string,
  table: NameTable,
  kinds: readonly ('S' | 's')[],
): readonly string[] | undefined {
  const chinese = chineseName(written, table);
  if (chinese !== undefined) return chinese;
  // Two characters each is by far the most common; then the longer surname.
  for (const cut of [2, 3, 1]) {
    const givenLength = written.length - cut;
    if (givenLength < 1 || givenLength > 3 || written.length === 2) continue;
    const isLong = cut > 1 && givenLength > 1;
    const [surname] = table.spellings(written.slice(0, cut), isLong ? kinds : ['S']) ?? [];
    const [given] = table.spellings(written.slice(cut), ['g']) ?? [];
    if (surname !== undefined && given !== undefined) return [`${given} ${surname}`, `${surname} ${given}`];
  }
  return undefined;
}

/** 山田太郎は: without a title only a well-known surname and a given name, bounded on both sides. */
function inFull(run: string, after: string, start: number, table: NameTable): FoundName | undefined {
  if (run.length === LONG_FAMILY) return longFamily(run, after, start, table);
  if (run.length < 4 || run.length > 5 || !FOLLOWS_NAME.test(after)) return undefined;
  const given = run.slice(2);
  if (/[学校会社部課市県町村区国語人家物性的化者長店駅線法年月日]$|^時代$/u.test(given)) return undefined;
  const spellings = fullName(run, table, ['S']);
  return spellings === undefined ? undefined : { start, end: start + run.length, spellings, sure: true };
}

/** 五十嵐が: a usual family of three characters is hardly a word. */
const LONG_FAMILY = 3;
const DOES = /^(?:[はがもにと]|から|より|まで)/u;
/** A festival, a stroke and a temple. */
const NO_FAMILIES = new Set('七五三 一文字 薬師寺'.split(' '));

function longFamily(run: string, after: string, start: number, table: NameTable): FoundName | undefined {
  if (NO_FAMILIES.has(run) || SHOP.test(run)) return undefined;
  const spellings = DOES.test(after) ? table.spellings(run, ['S']) : undefined;
  return spellings === undefined ? undefined : { start, end: start + run.length, spellings, sure: false };
}

/**
 * 五十嵐 健 below a letter, 営業部 五十嵐 健 and 株式会社サンプル　代表取締役　五十嵐 健: a family and a given name, and nothing else but where
 * somebody works and as what.
 */
const SIGNED =
  /^\s*(?:(?:[^\s　：:]{1,24}[ 　]+){0,3}[^\s　：:]{0,16}(?:[部課室係店所社長役員司任事当者務][ 　]+|(?:[長役員司任当者務名][：:]|責任者[：:])[ 　]*))?([\p{Script=Han}々ヶ]{1,4})[ 　]([\p{Script=Han}々]{1,3})\s*$/u;
/** Families too, but oftener the names of women. */
const GIVEN_TOO = new Set('美咲 美穂 美樹 由紀 志保'.split(' '));

function signed(text: string, table: NameTable): FoundName | undefined {
  const [, family = '', given = ''] = SIGNED.exec(text) ?? [];
  const [surname] = table.spellings(family, ['S', 's']) ?? [];
  const [first] = table.spellings(given, ['g']) ?? [];
  if (surname === undefined || first === undefined) return undefined;
  // 福島 宮城, 菊屋 長谷部: two places, or two families.
  if (given.length > 1 && !GIVEN_TOO.has(given) && table.spellings(given, ['S']) !== undefined)
    return undefined;
  const end = text.trimEnd().length;
  const start = end - family.length - given.length - 1;
  return {
    start,
    end,
    spellings: [`${first} ${surname}`, `${surname} ${first}`],
    sure: true,
    japanese: text.slice(start, end),
  };
}

/** 五十嵐と申します, 営業部の五十嵐です: people who say who they are. */
function introduced(
  run: string,
  text: string,
  start: number,
  table: NameTable,
  firms: readonly Stretch[],
): FoundName | undefined {
  const end = start + run.length;
  const isCalled = text.startsWith('と申', end);
  const isSpeaker = text.startsWith('です', end) || text.startsWith('でございます', end);
  const before = text.slice(Math.max(0, start - EMPLOYER_LENGTH), start);
  // 五十嵐です。 alone: a name of three characters is hardly a word.
  const isAlone =
    /(?:^|。\s*)$/u.test(before) && run.length > 2 && /^(?:です|でございます)。?$/u.test(text.slice(end));
  const isEmployed =
    EMPLOYER.test(before) || (before.endsWith('の') && firms.some((firm) => firm.end === start - 1));
  const isNamed = isSpeaker && (isAlone || (run.length > 1 && isEmployed));
  if (!isCalled && !isNamed) return undefined;
  const spellings = table.spellings(run, ['S']) ?? fullName(run, table, ['S']);
  return spellings === undefined ? undefined : { start, end, spellings, sure: false, settled: isCalled };
}
