/**
 * BLEU (Papineni et al. 2002) with the numbers of sacreBLEU (Post 2018): corpus counts of word n-grams up to
 * four, one reference, brevity penalty, and its default smoothing, which halves the credit of each successive
 * order without a match (`smooth:exp`). What a word is depends on the target language: see `words.ts`.
 */

import type { WordSplitter } from './word-splitter.js';

const MAX_ORDER = 4;

/** Cannot stand in a word, because every splitter cuts at white space. */
const WORD_JOINT = ' ';

/**
 * Corpus BLEU, 0 to 100.
 *
 * @example
 * bleu(['the cat sat on a mat'], ['the cat sat on the mat'], splitEnglish);
 */
export function bleu(
  hypotheses: readonly string[],
  references: readonly string[],
  split: WordSplitter,
): number {
  if (hypotheses.length !== references.length) {
    throw new RangeError(`BLEU needs one reference for each of the ${hypotheses.length} hypotheses.`);
  }
  const matches = new Array<number>(MAX_ORDER).fill(0);
  const totals = new Array<number>(MAX_ORDER).fill(0);
  let hypothesisLength = 0;
  let referenceLength = 0;
  for (const [line, hypothesis] of hypotheses.entries()) {
    const ours = split(hypothesis);
    const theirs = split(references[line] ?? '');
    hypothesisLength += ours.length;
    referenceLength += theirs.length;
    for (let order = 1; order <= MAX_ORDER; order++) {
      totals[order - 1] = (totals[order - 1] ?? 0) + Math.max(0, ours.length - order + 1);
      matches[order - 1] = (matches[order - 1] ?? 0) + countMatches(ours, theirs, order);
    }
  }
  if (matches.every((count) => count === 0)) return 0;
  const shortness = hypothesisLength < referenceLength ? 1 - referenceLength / hypothesisLength : 0;
  return 100 * Math.exp(shortness + meanLogPrecision(matches, totals));
}

function countMatches(ours: readonly string[], theirs: readonly string[], order: number): number {
  const left = new Map<string, number>();
  for (const gram of grams(theirs, order)) left.set(gram, (left.get(gram) ?? 0) + 1);
  let matches = 0;
  for (const gram of grams(ours, order)) {
    const unmatched = left.get(gram) ?? 0;
    if (unmatched === 0) continue;
    left.set(gram, unmatched - 1);
    matches++;
  }
  return matches;
}

function* grams(words: readonly string[], order: number): Generator<string> {
  for (let start = 0; start + order <= words.length; start++) {
    yield words.slice(start, start + order).join(WORD_JOINT);
  }
}

/** Minus infinity, and with it a score of 0, when the hypotheses are too short to have every order. */
function meanLogPrecision(matches: readonly number[], totals: readonly number[]): number {
  let sum = 0;
  let smoothing = 1;
  for (const [index, total] of totals.entries()) {
    let count = matches[index] ?? 0;
    if (count === 0) {
      smoothing *= 2;
      count = 1 / smoothing;
    }
    sum += total === 0 ? Number.NEGATIVE_INFINITY : Math.log(count / total);
  }
  return sum / MAX_ORDER;
}
