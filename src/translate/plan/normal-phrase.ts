import { normalForm } from '../../base/normal-form.js';

/**
 * The one form under which phrase pairs are stored and looked up: what a person would call the same sentence
 * has one key. Width (NFKC), case, white space and final punctuation do not count. A final question mark
 * does, because it changes what is said: 本当 and 本当？ are different phrases; a source that holds only one
 * of the two may still answer for the other.
 */

// White space between two characters of an unspaced script carries nothing: it comes from wrapped lines.
const UNSPACED = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々〆、。，！？「」『』（）';
const SPACE_INSIDE_UNSPACED = new RegExp(`(?<=[${UNSPACED}]) (?=[${UNSPACED}])`, 'gu');

/** Punctuation that may end a sentence, after NFKC (which turns ！？：；， and … into their ASCII forms). */
const FINAL_PUNCTUATION = /[\s.!?,;:。、，．・…‥~〜‼⁇⁈⁉]/u;

/**
 * Two texts are the same phrase exactly when their normalised forms are equal. Idempotent: a key is its own key.
 *
 * @example
 * normalisePhrase('Ｈｅｌｌｏ，  World！') === normalisePhrase('hello, world.') // true
 * normalisePhrase('本当？') === normalisePhrase('本当') // false
 */
export function normalisePhrase(text: string): string {
  const folded = foldWidthAndCase(text).replace(/\s+/gu, ' ').replace(SPACE_INSIDE_UNSPACED, '').trim();
  let end = folded.length;
  while (end > 0 && FINAL_PUNCTUATION.test(folded[end - 1] ?? '')) end -= 1;
  const body = folded.slice(0, end);
  // A text of punctuation alone keeps it: otherwise '。' and '...' would share the empty key.
  if (body === '') return folded;
  return folded.slice(body.length).includes('?') ? `${body}?` : body;
}

/** Upper between lower case, because only upper-casing makes ß and ss, or ς and σ, meet, and ẞ has to be ß first. */
export function foldWidthAndCase(text: string): string {
  const folded = normalForm(normalForm(text, 'NFKC').toLowerCase().toUpperCase().toLowerCase(), 'NFKC');
  return folded.replaceAll('ς', 'σ');
}
