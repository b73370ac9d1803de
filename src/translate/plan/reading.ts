import type { Lang } from '../../base/lang.js';
import { findNames, type NameTarget } from '../names/find.js';
import type { FoundName } from '../names/found-name.js';
import type { NameTable } from '../names/readings/name-table.js';
import type { Segment } from '../pipeline-types.js';
import { findQuantities } from '../quantities/find.js';
import type { Quantity } from '../quantities/quantity.js';
import type { CompiledTerms } from '../terms/compiled-terms.js';
import { hitsIn, type TermHits } from '../terms/hits.js';
import type { Lexicon } from '../terms/lexicon.js';
import { professionsFirst } from '../wording/chinese-professions.js';
import { commonDates } from '../wording/eras.js';
import { plainComparisons } from '../wording/plain-comparisons.js';
import { plainContracts } from '../wording/plain-contracts.js';
import { plainFirms } from '../wording/plain-firms.js';
import { plainMinutes } from '../wording/plain-minutes.js';
import { plainObligations } from '../wording/plain-obligations.js';
import { plainQuantities } from '../wording/plain-quantities.js';
import { plainRefusals } from '../wording/plain-refusals.js';
import { editWords, rewriteWords } from './segment.js';

/** What the rules find in one wording of a sentence. Plain data. */
export interface Reading {
  readonly segment: Segment;
  readonly quantities: readonly Quantity[];
  readonly names: readonly FoundName[];
}

/** A reading in a thread, with what each list of the segment's language has found. */
export interface ReadingWithTerms extends Reading {
  readonly terms: TermHits;
}

/** A sentence as it is written, and in its standard wording: the same object where nothing is to be standardised. */
export interface SentenceReading {
  readonly written: ReadingWithTerms;
  readonly standard: ReadingWithTerms;
}

/** What sentences are read with. */
export interface ReadingParts {
  readonly names: NameTable;
  readonly lexicon: Lexicon;
  /** Of all source languages of the request, the stronger first. */
  readonly lists: readonly CompiledTerms[];
}

export function readWording(segment: Segment, target: NameTarget, table: NameTable): Reading {
  const { text, from, names } = segment;
  return {
    segment,
    quantities: findQuantities(text, from),
    names: findNames(text, from, target, table, names),
  };
}

export function readSentence(segment: Segment, target: NameTarget, parts: ReadingParts): SentenceReading {
  const { names, lexicon } = parts;
  const lists = parts.lists.filter(({ from }) => from === segment.from);
  const read = (wording: Segment): ReadingWithTerms => ({
    ...readWording(wording, target, names),
    terms: lists.map((list) => hitsIn(list, wording.text, wording.protectedSpans, lexicon)),
  });
  const written = read(segment);
  const common = standardWording(segment, target.to);
  return { written, standard: common === segment ? written : read(common) };
}

/**
 * Dates in figures of the common calendar, other quantities, comparisons and obligations in full, and Cantonese as
 * standard written Chinese.
 */
export function standardWording(segment: Segment, to?: Lang): Segment {
  const { from } = segment;
  const isEastAsian = from === 'ja' || from.startsWith('zh');
  const dated = isEastAsian
    ? rewriteWords(segment, (words) => commonDates(plainQuantities(words, from), from))
    : segment;
  const edits = [
    ...plainComparisons(dated.text, from, to),
    ...plainObligations(dated.text, from),
    ...plainRefusals(dated.text, from),
    ...plainMinutes(dated.text, from),
    ...plainContracts(dated.text, from),
    ...plainFirms(dated.text, from, dated.names),
    ...(from.startsWith('zh') ? professionsFirst(dated.text) : []),
  ];
  return editWords(
    dated,
    edits.sort((a, b) => a.start - b.start),
  );
}
