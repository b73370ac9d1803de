import type { Lang } from '../../base/lang.js';
import type { HanModel, HanVerdict } from '../../translate/detection/han.js';

export interface Reading {
  readonly text: string;
  readonly encoding: string;
}

interface Older {
  readonly encoding: string;
  readonly langs: readonly Lang[];
  /** How much rarer it is than the others, in nats. */
  readonly seldom?: number;
}

/** Encodings from before Unicode, with the language that they were made for. */
const OLDER: readonly Older[] = [
  { encoding: 'shift_jis', langs: ['ja'] },
  { encoding: 'euc-jp', langs: ['ja'], seldom: 6 },
  { encoding: 'gb18030', langs: ['zh-CN'] },
  { encoding: 'big5', langs: ['zh-TW', 'zh-HK'] },
  { encoding: 'euc-kr', langs: ['ko'] },
  { encoding: 'windows-1252', langs: [] },
];
/** Enough to tell. */
const SAMPLE_CHARS = 4000;

/**
 * The byte patterns of these encodings overlap: almost every short file can be read in several. Each reading is judged by
 * how likely its characters are, in the language that the encoding is for, and the likeliest wins.
 */
export function bestReading(bytes: Uint8Array, from: Lang | undefined, han: HanModel): Reading | undefined {
  const known = OLDER.filter(({ langs }) => from !== undefined && langs.includes(from));
  // A language that has none of its own, such as English, is written in the Latin one.
  const wanted = from === undefined ? OLDER : known.length > 0 ? known : OLDER.slice(-1);
  return likeliest(bytes, wanted, han) ?? likeliest(bytes, OLDER, han);
}

function likeliest(bytes: Uint8Array, candidates: readonly Older[], han: HanModel): Reading | undefined {
  let best: Reading | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const { encoding, langs, seldom = 0 } of candidates) {
    const text = tryDecode(bytes, encoding);
    if (text === undefined) continue;
    const surprise = seldom + surpriseOf(text, hanLang(langs), langs[0] ?? 'en', han);
    if (surprise < least) [best, least] = [{ text, encoding }, surprise];
  }
  return best;
}

function hanLang(langs: readonly Lang[]): HanVerdict['lang'] | undefined {
  const [first] = langs;
  return first === 'ja' || first === 'zh-CN' || first === 'zh-TW' ? first : undefined;
}

/** In nats: about what each kind of character costs in running text of a language. */
const COST = {
  blank: 1.5,
  ascii: 3,
  kana: 3.5,
  mark: 4,
  accented: 5,
  hangul: 5,
  odd: 9,
  halfWidth: 10,
  never: 25,
};
/** For a letter of one script right beside one of another. */
const CHANGE = 3;

/** How unlikely a text is: the negative log-likelihood of as many bytes, so that readings can be compared. */
function surpriseOf(
  text: string,
  lang: HanVerdict['lang'] | undefined,
  written: Lang,
  han: HanModel,
): number {
  let sum = 0;
  let before = '^';
  let wasLatin = false;
  let characters = 0;
  for (const character of text) {
    characters += 1;
    if (characters > SAMPLE_CHARS) {
      // So much of the bytes as another reading has looked at: by share.
      return (sum / characters) * [...text].length;
    }
    const isHan = /[\u3400-\u9FFF\uF900-\uFAFF々〆]/u.test(character);
    const isLatin = /[A-Za-z\u00C0-\u024F]/.test(character);
    if (isHan) {
      sum += lang === undefined ? COST.odd + CHANGE : han.surprise(character, before, lang);
      if (wasLatin) sum += CHANGE;
    } else sum += costOf(character, written);
    if (isLatin && before !== '^') sum += CHANGE;
    before = isHan ? character : '^';
    wasLatin = isLatin;
  }
  return sum;
}

function costOf(character: string, written: Lang): number {
  if (/\s/.test(character)) return COST.blank;
  if (/[\u0021-\u007E]/.test(character)) return COST.ascii;
  if (/[\u3041-\u30FF]/.test(character)) return written === 'ja' ? COST.kana : COST.halfWidth;
  if (/[\uAC00-\uD7A3]/.test(character)) return written === 'ko' ? COST.hangul : COST.never;
  if (/[\u3001-\u3011\uFF01-\uFF5E]/.test(character)) return written === 'en' ? COST.odd : COST.mark;
  if (/[\u2013\u2014\u2018-\u201D\u2026\u20AC\u00A0\u00A9\u00AB\u00B0\u00BB]/.test(character))
    return COST.mark;
  if (/[\u00C0-\u017F]/.test(character)) return written === 'en' ? COST.accented : COST.odd;
  if (/[\uFF61-\uFF9F]/.test(character)) return COST.halfWidth;
  if (character.length > 1 || /[\u007F-\u009F\uE000-\uF8FF\uFFFD]/.test(character)) return COST.never;
  return COST.odd;
}

/** Windows-1252 from 0x80 to 0x9F; elsewhere it is Latin-1. Some releases of Node decode it as if it were so everywhere. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

/** Undefined where the bytes are not of this encoding, or nobody knows it. */
export function tryDecode(bytes: Uint8Array, label: string): string | undefined {
  try {
    const decoder = new TextDecoder(label, { fatal: true });
    if (decoder.encoding !== 'windows-1252') return decoder.decode(bytes);
    const latin = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    return latin.replace(
      /[\u0080-\u009F]/g,
      (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80] ?? '',
    );
  } catch {
    return undefined;
  }
}
