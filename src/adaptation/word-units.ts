import { foldWidthAndCase } from '../translate/plan/normal-phrase.js';

const UNIT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]|[\p{L}\p{N}\p{M}_]+/gu;
const UNSPACED_SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u;

/** A word of a spaced script, or one character of an unspaced one. */
export interface WordUnit {
  readonly text: string;
  readonly unspaced: boolean;
}

/** The units of a sentence, whatever their width and case. */
export function* wordUnits(sentence: string): Generator<WordUnit> {
  for (const [text] of foldWidthAndCase(sentence).matchAll(UNIT)) {
    yield { text, unspaced: UNSPACED_SCRIPT.test(text) };
  }
}

/** FNV-1a over UTF-16 units: stands for a word in arrays that threads share. */
export function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  return hash | 0;
}

/** Where a number stands in an array in ascending order; −1 when it does not. */
export function placeOf(sorted: Int32Array, wanted: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = sorted[middle] ?? 0;
    if (found === wanted) return middle;
    if (found < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
