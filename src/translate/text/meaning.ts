import type { Lang } from '../../lang.js';

/** From so many on, one character repeated says nothing: "aaaaaaaaa"; "ww" and 哈哈哈 do. */
const FEWEST_REPEATS = 8;
/** A longer unit repeated so often: "asdfasdfasdfasdf". */
const FEWEST_UNITS = 4;
const MAX_UNIT_CHARS = 12;
const LETTER = /\p{L}/u;
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const VOWEL = /[aeiouyàâäáéèêëíìîïóòôöúùûü]/i;
/** Five consonants in a row stand in no word but compounds such as "Angstschweiß". */
const CONSONANT_RUN = /[bcdfghjklmnpqrstvwxz]{6}/i;

/**
 * Whether a text is one character, or one short unit, again and again. No model makes sense of such a text; it comes back
 * as it is, without being asked.
 *
 * @example
 * isRepetition('aaaaaaaaa') // true
 */
export function isRepetition(text: string): boolean {
  const letters = [...text].filter((character) => LETTER.test(character));
  for (let unit = 1; unit <= MAX_UNIT_CHARS; unit += 1) {
    const least = unit === 1 ? FEWEST_REPEATS : unit * FEWEST_UNITS;
    if (letters.length < least) return false;
    if (letters.every((letter, at) => at < unit || letter === letters[at - unit])) return true;
  }
  return false;
}

/**
 * Whether a text that could not be translated may have no meaning in its language: letters of another script, or letters
 * that form no words. Such a text comes back as it is instead of failing all that were sent with it.
 *
 * @example
 * looksRandom('xkcdq zzrtpl', 'en') // true
 */
export function looksRandom(text: string, from: Lang): boolean {
  if (!LETTER.test(text)) return true;
  const unspaced = from === 'ja' || from === 'ko' || from.startsWith('zh');
  if (unspaced && !EAST_ASIAN.test(text)) return true;
  const letters = [...text].filter((character) => LETTER.test(character));
  if (letters.length >= FEWEST_UNITS && new Set(letters).size <= Math.max(2, letters.length / 10))
    return true;
  if (EAST_ASIAN.test(text)) return false;
  const words = text.split(/[^\p{L}\p{M}]+/u).filter((word) => word.length > 2);
  return words.length > 0 && words.every((word) => !VOWEL.test(word) || CONSONANT_RUN.test(word));
}
