import type { FoundName } from '../found-name.js';
import type { NameTable } from '../readings/name-table.js';
import { ROMANISED_TRADES, ROMANISED_TRADES_OR_NAMES } from './company-words.js';

/** Firms of other countries by the word that says so; they keep their name: Müller GmbH, Rossi S.p.A., Lindqvist Instruments AB. */
const FOREIGN_FIRM =
  /(?<![\p{L}\p{N}])(\p{Lu}[\p{L}\p{N}&-]*(?: (?:& )?\p{Lu}[\p{L}\p{N}&-]*){0,3}) (?:GmbH(?: & Co\. KG)?|AG|S\.p\.A\.|S\.r\.l\.|B\.V\.|N\.V\.|S\.A\.(?:S\.)?|A\/S|ApS|Oyj?|Sp\. z o\.o\.|[sd]\.[ro]\.o\.|Kft|Ltda|Lda|SARL|(AB|ASA?|BV|NV|SAS?|KG|UG))(?![\p{L}\p{N}])/gu;
/** Type AB, Blood Group AB. */
const LETTERED = /(?:Type|Group|Class|Grade|Plan|Section|Model|Series)$/u;

/** Tokai Keisoku, Shin-Ei Mokuzai Co., Ltd.: words in Japanese syllables, the last one a trade. */
const ROMANISED =
  /(?<![\p{L}\p{N}-])((?:[A-Z][a-z]{1,11}(?:-[A-Z][a-z]{1,11})? ){1,3})([A-Z][a-z]{3,10})(,? (?:Co\.,? ?Ltd\.?|K\.K\.|Inc\.?|Corporation|Corp\.|Ltd\.?))?(?![\p{L}\p{N}])/gu;
const JAPANESE_SYLLABLES =
  /^(?:(?:ky|sh|ch|ts|ny|hy|my|ry|gy|by|py|[kstnhmyrwgzdbpfj])?[aiueo]|n(?![aiueo]))+$/iu;
/** Those whose characters everybody knows. */
const WELL_KNOWN =
  /^(?:Mitsubishi|Mitsui|Sumitomo|Toyota|Toyo|Nissan|Matsushita|Fuji|Hitachi|Toshiba|Kawasaki|Nippon|Nihon|Tokyo|Shimadzu|Kyocera)$/u;

const LONGEST_LITTLE_WORD = 3;
/** English words that could be Japanese syllables. */
const OPENING_WORDS = new Set(
  'Take Make Have Give Name Note Use Here More Some Same Home These Those Are One Sure None Before Because Wire Fire Site Date'.split(
    ' ',
  ),
);

/** Japanese firms in English text keep their letters: which characters they have nobody can know (東海経済 for Tokai Keisoku). */
export function romanisedFirms(text: string, table: NameTable): FoundName[] {
  return [...text.matchAll(ROMANISED)].flatMap(({ 0: all, 1: own = '', 2: trade = '', 3: kind, index }) => {
    if (!ROMANISED_TRADES.has(trade) && !(kind !== undefined && ROMANISED_TRADES_OR_NAMES.has(trade)))
      return [];
    const words = own.trim().split(' ');
    const known = words.findLastIndex((word) => isEnglish(word, table) || !isRomanised(word));
    const named = words.slice(known + 1);
    if (named.length === 0 || named.some((word) => WELL_KNOWN.test(word))) return [];
    const start = index + (known === -1 ? 0 : words.slice(0, known + 1).join(' ').length + 1);
    const end = index + all.length;
    return [{ start, end, spellings: [text.slice(start, end)], sure: true }];
  });
}

/** Dictionaries know Tokai and Meiwa as well. */
function isEnglish(word: string, table: NameTable): boolean {
  return OPENING_WORDS.has(word) || (word.length <= LONGEST_LITTLE_WORD && table.knowsWord(word));
}

function isRomanised(word: string): boolean {
  return word.split('-').every((part) => JAPANESE_SYLLABLES.test(part));
}

/** A table of names tells whether it does. */
export function mayNameFirm(text: string): boolean {
  return text.search(FOREIGN_FIRM) !== -1;
}

export function foreignFirms(text: string, table: NameTable): FoundName[] {
  return [...text.matchAll(FOREIGN_FIRM)].flatMap(({ 0: name, 1: own = '', 2: letters, index: start }) => {
    if (letters !== undefined && !mayBeFirm(own, table)) return [];
    return [{ start, end: start + name.length, spellings: [name], sure: true }];
  });
}

/** Before two letters that are a word or a sign as well: "Sold AS IS", "Learn SAS". */
function mayBeFirm(own: string, table: NameTable): boolean {
  const words = own.split(' ');
  return (
    /\p{Ll}/u.test(own) &&
    !LETTERED.test(own) &&
    (words.length > 1 || !table.knowsWord(own.replace(/s$/u, '')))
  );
}
