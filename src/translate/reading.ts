import type { Lang } from '../lang.js';
import { findNames } from './names/find.js';
import type { FoundName } from './names/found-name.js';
import type { NameTable } from './names/name-table.js';
import type { Segment } from './pipeline.js';
import { findQuantities } from './quantities/find.js';
import type { Quantity } from './quantities/quantity.js';
import { editWords, rewriteWords } from './segment.js';
import { commonDates } from './text/eras.js';
import { plainComparisons } from './text/plain-comparisons.js';
import { plainQuantities } from './text/plain-quantities.js';

/** What the rules find in one wording of a sentence. Plain data. */
export interface Reading {
  readonly segment: Segment;
  readonly quantities: readonly Quantity[];
  readonly names: readonly FoundName[];
}

/** A sentence as it is written, and in its standard wording: the same object where nothing is to be standardised. */
export interface SentenceReading {
  readonly written: Reading;
  readonly standard: Reading;
}

export function readWording(segment: Segment, to: Lang, table: NameTable): Reading {
  const { text, from } = segment;
  return { segment, quantities: findQuantities(text, from), names: findNames(text, from, to, table) };
}

export function readSentence(segment: Segment, to: Lang, table: NameTable): SentenceReading {
  const written = readWording(segment, to, table);
  const common = standardWording(segment);
  return { written, standard: common === segment ? written : readWording(common, to, table) };
}

/**
 * Dates in figures of the common calendar, other quantities and comparisons in full, and Cantonese as standard written
 * Chinese.
 */
export function standardWording(segment: Segment): Segment {
  const { from } = segment;
  const isEastAsian = from === 'ja' || from.startsWith('zh');
  const dated = isEastAsian
    ? rewriteWords(segment, (words) => commonDates(plainQuantities(words, from), from))
    : segment;
  return editWords(dated, plainComparisons(dated.text, from));
}
