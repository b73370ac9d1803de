import { normalForm } from '../../normal-form.js';

/** Scripts written without blanks between words; the marks ー 々 〆 ゛ belong to no script of their own. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Bopomofo}ー々〆゛゜]/gu;
const WORD_WITH_SUBSTANCE = /[^\p{P}\s]/u;

/**
 * Words of a text as usage is counted: one per character in unspaced scripts (white space and punctuation aside), one
 * per blank-separated word elsewhere; mixed text is the sum.
 *
 * @example
 * countWords('Hello, 世界！') // 3
 */
export function countWords(text: string): number {
  let unspaced = 0;
  const spaced = normalForm(text, 'NFC').replace(UNSPACED, () => {
    unspaced += 1;
    return ' ';
  });
  let words = 0;
  for (const word of spaced.split(/\s+/u)) if (WORD_WITH_SUBSTANCE.test(word)) words += 1;
  return unspaced + words;
}

/** Characters as limits are counted: Unicode code points after NFC. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of normalForm(text, 'NFC')) count += 1;
  return count;
}
