import type { Lang } from '../../base/lang.js';

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

/** Neighbours on a keyboard, one row after the other, both ways. */
const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const KEYS = [...ROWS, ...ROWS.map((row) => [...row].reverse().join(''))];
const KEYBOARD_RUN = 4;
/** XJ9-2231-QQ: letters written large and figures, nothing else. */
const SERIAL_NUMBERS = /^(?=[^\p{L}]*\p{Lu})(?=\D*\d)[A-Z\d]+(?:[-_/.:# ]+[A-Z\d]+)*$/u;
/** Longer texts say something, if only by their other words. */
const MOST_RANDOM_WORDS = 6;

/**
 * Whether a text in Latin letters is nothing but keys that somebody hit, or one letter again and again: zzzzzz, asdfgh, qwzxrtp.
 * It comes back as it is, without a model being asked.
 *
 * @param knowsWord whether a dictionary has an English word
 */
export function isMeaningless(text: string, knowsWord: (word: string) => boolean): boolean {
  if (EAST_ASIAN.test(text)) return false;
  if (/^[A-Za-z]$/.test(text) || SERIAL_NUMBERS.test(text)) return true;
  const words = text.match(/\p{L}+/gu) ?? [];
  return (
    words.length > 0 && words.length <= MOST_RANDOM_WORDS && words.every((word) => isRandom(word, knowsWord))
  );
}

function isRandom(word: string, knowsWord: (word: string) => boolean): boolean {
  // Acronyms are written large.
  if (word.length < 4 || !/^[A-Za-z]+$/.test(word) || /^[A-Z]{2,5}$/.test(word) || knowsWord(word))
    return false;
  const lower = word.toLowerCase();
  if (!VOWEL.test(lower) || CONSONANT_RUN.test(lower) || new Set(lower).size <= 2) return true;
  const keys = [...lower].findIndex((_, at) => {
    const run = lower.slice(at, at + KEYBOARD_RUN);
    return run.length === KEYBOARD_RUN && KEYS.some((row) => row.includes(run));
  });
  return keys !== -1 && lower.length <= 12;
}

/**
 * Whether a text that could not be translated may have no meaning in its language: letters of another script, or letters
 * that form no words. Such a text comes back as it is instead of failing all that were sent with it.
 *
 * @example
 * looksRandom('xkcdq zzrtpl', 'en') // true
 */
export function looksRandom(text: string, from: Lang): boolean {
  if (!LETTER.test(text) || [...text].length === 1) return true;
  const unspaced = from === 'ja' || from === 'ko' || from.startsWith('zh');
  if (unspaced && !EAST_ASIAN.test(text)) return true;
  const letters = [...text].filter((character) => LETTER.test(character));
  if (letters.length >= FEWEST_UNITS && new Set(letters).size <= Math.max(2, letters.length / 10))
    return true;
  if (EAST_ASIAN.test(text)) return false;
  const words = text.split(/[^\p{L}\p{M}]+/u).filter((word) => word.length > 2);
  return words.length > 0 && words.every((word) => !VOWEL.test(word) || CONSONANT_RUN.test(word));
}
