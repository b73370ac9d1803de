import { normalForm } from '../../base/normal-form.js';

/** Scripts written without blanks between words; the marks ー 々 〆 ゛ belong to no script of their own. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Bopomofo}ー々〆゛゜]/u;
const PUNCTUATION = /\p{P}/u;
const SPACE = /\s/u;

type CharacterClass = 'unspaced' | 'space' | 'punctuation' | 'letter';

/**
 * Words of a text as usage is counted: one per character in unspaced scripts (white space and punctuation aside), one
 * per blank-separated word elsewhere; mixed text is the sum.
 *
 * @example
 * countWords('Hello, 世界！') // 3
 */
export function countWords(text: string): number {
  let words = 0;
  let inWord = false;
  for (const character of normalForm(text, 'NFC')) {
    const kind = classOf(character);
    // Punctuation neither makes a word nor ends one: "don't" and "…yes" are one each.
    if (kind === 'unspaced' || (kind === 'letter' && !inWord)) words += 1;
    if (kind !== 'punctuation') inWord = kind === 'letter';
  }
  return words;
}

const ASCII: readonly CharacterClass[] = Array.from({ length: 0x80 }, (_, code) =>
  byProperty(String.fromCharCode(code)),
);

/** The properties are asked for only outside of ASCII, kana and Han: they are most of what counting would cost. */
function classOf(character: string): CharacterClass {
  const code = character.charCodeAt(0);
  if (code < 0x80) return ASCII[code] ?? 'letter';
  if ((code >= 0x4e00 && code <= 0x9fff) || (code >= 0x3041 && code <= 0x3096)) return 'unspaced';
  return byProperty(character);
}

function byProperty(character: string): CharacterClass {
  if (UNSPACED.test(character)) return 'unspaced';
  if (SPACE.test(character)) return 'space';
  return PUNCTUATION.test(character) ? 'punctuation' : 'letter';
}

/** Characters as limits are counted: Unicode code points after NFC. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of normalForm(text, 'NFC')) count += 1;
  return count;
}
