import { normalForm } from '../../base/normal-form.js';
import type { ProtectedSpan, TermEntry } from '../pipeline-types.js';
import { overlapping } from '../segmentation/stretch.js';
import {
  ANY_CASE,
  type CompiledTerms,
  childOf,
  FORM_KINDS,
  IS_ENTRY,
  NOT_LISTED,
  PARTS_OF_SPEECH,
  type Patterns,
  step,
  type TermAutomaton,
  type TermLayer,
} from './compiled-terms.js';
import type { FormKind } from './english-forms.js';
import { fold } from './fold.js';
import type { Lexicon } from './lexicon.js';
import { fitsSpeech } from './part-of-speech.js';
import { WordBreaks } from './word-breaks.js';

/** A match as a thread tells it. Plain data. */
export interface TermHit {
  readonly start: number;
  readonly end: number;
  /** Index into the entries of the list. */
  readonly entry: number;
  readonly kind: FormKind;
}

/** What each of a finder's lists has found in a text. */
export type TermHits = readonly (readonly TermHit[])[];

/** The pattern of a layer that fits a stretch of text best. */
interface Fit {
  /** The lower the better; of equal ones the first in the list counts. */
  readonly rank: number;
  /** Of its entry in the list. */
  readonly place: number;
  /** Index into `TIERS`. */
  readonly tier: number;
  readonly kind: FormKind;
}

interface FoundPattern extends Fit {
  readonly start: number;
  readonly end: number;
  readonly length: number;
}

const SPACED_WORD = /[\p{L}\p{N}\p{M}_]/u;
const UNSPACED_LETTER =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々〆]/u;

/** What a list has to say about a text: the terms to apply, by `TermMatcher.find`. Needs nothing but plain data and the word lists. */
export function hitsIn(
  terms: CompiledTerms,
  text: string,
  protectedSpans: readonly ProtectedSpan[],
  lexicon: Lexicon | undefined,
): TermHit[] {
  const found = patternsIn(terms, text, lexicon).sort(
    (a, b) => b.length - a.length || a.tier - b.tier || a.start - b.start,
  );
  const taken = new Uint8Array(text.length);
  const chosen = found.filter(({ start, end }) => {
    if (end <= start || taken.subarray(start, end).includes(1)) return false;
    if (overlapping(protectedSpans, { start, end }).some((span) => !mayCover(start, end, span))) return false;
    taken.fill(1, start, end);
    return true;
  });
  return chosen
    .sort((a, b) => a.start - b.start)
    .map(({ start, end, place, kind }) => ({ start, end, entry: place, kind }));
}

/** The entry that is the whole text, by its index. */
export function wholeEntry(
  { layers }: CompiledTerms,
  entries: readonly TermEntry[],
  text: string,
): number | undefined {
  const spelled = normalForm(text, 'NFC').trim();
  const { wide, lower } = fold(spelled);
  // Full and half width match alike, but where both are entries each is answered by its own.
  const isSpelled = (place: number) => normalForm(entries[place]?.fromText ?? '', 'NFC').trim() === spelled;
  let found: Fit | undefined;
  for (const layer of layers) {
    const { automaton } = layer;
    let node = 0;
    for (let unit = 0; unit < lower.length; unit += 1) {
      node = childOf(automaton, node, lower.charCodeAt(unit));
      if (node === 0) break;
    }
    if (node === 0) continue;
    found = better(
      found,
      best(layer, node, wide, (pattern) => isSet(automaton, pattern, IS_ENTRY), isSpelled),
    );
  }
  return found?.place;
}

function patternsIn(
  { from, layers }: CompiledTerms,
  text: string,
  lexicon: Lexicon | undefined,
): FoundPattern[] {
  const { wide, lower, offsets } = fold(text);
  const words = new WordBreaks(wide, from);
  /** By where they stand in the folded text: several layers may know the same words. */
  const found = new Map<number, FoundPattern>();
  for (const layer of layers) {
    const { ends, output, patterns } = layer.automaton;
    let at = 0;
    for (let unit = 0; unit < lower.length; unit += 1) {
      at = step(layer.automaton, at, lower.charCodeAt(unit));
      const isEnd = (ends[at + 1] ?? 0) > (ends[at] ?? 0);
      for (let node = isEnd ? at : (output[at] ?? 0); node !== 0; node = output[node] ?? 0) {
        const first = ends[node] ?? 0;
        const length = (patterns.starts[first + 1] ?? 0) - (patterns.starts[first] ?? 0);
        const start = unit + 1 - length;
        const end = unit + 1;
        if (!isWhole(wide, start, end) || words.cuts(start, end)) continue;
        const fit = best(layer, node, wide.slice(start, end), (pattern) => {
          const speech = PARTS_OF_SPEECH[patterns.speeches[pattern] ?? 0] ?? 'any';
          return (
            lexicon === undefined || fitsSpeech(speech, kindOf(patterns, pattern), wide, start, end, lexicon)
          );
        });
        const key = start * (lower.length + 1) + end;
        const chosen = better(found.get(key), fit);
        if (chosen === undefined || chosen !== fit) continue;
        const where = { start: offsets[start] ?? 0, end: offsets[end] ?? text.length, length };
        found.set(key, { ...fit, ...where });
      }
    }
  }
  return [...found.values()];
}

function better<One extends Fit, Other extends Fit>(
  one: One | undefined,
  other: Other | undefined,
): One | Other | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return other.rank < one.rank || (other.rank === one.rank && other.place < one.place) ? other : one;
}

/** Among the patterns of a node: the right case, then the strongest tier, then the exact spelling, last that of its width. */
function best(
  { automaton, places }: TermLayer,
  node: number,
  wide: string,
  fits: (pattern: number) => boolean,
  isSpelled: (place: number) => boolean = () => true,
): Fit | undefined {
  const { ends, patterns } = automaton;
  let chosen: Fit | undefined;
  const end = ends[node + 1] ?? 0;
  for (let pattern = ends[node] ?? 0; pattern < end; pattern += 1) {
    const place = places[patterns.entries[pattern] ?? 0] ?? NOT_LISTED;
    if (place === NOT_LISTED) continue;
    const isExact = isWritten(automaton, pattern, wide);
    if (!(isExact || isSet(automaton, pattern, ANY_CASE)) || !fits(pattern)) continue;
    const tier = patterns.tiers[pattern] ?? 0;
    const rank =
      tier * 8 +
      (isSet(automaton, pattern, IS_ENTRY) ? 0 : 4) +
      (isExact ? 0 : 2) +
      (isSpelled(place) ? 0 : 1);
    chosen = better(chosen, { rank, place, tier, kind: kindOf(patterns, pattern) });
  }
  return chosen;
}

function kindOf({ kinds }: Patterns, pattern: number): FormKind {
  return FORM_KINDS[kinds[pattern] ?? 0] ?? 'plain';
}

function isSet({ patterns }: TermAutomaton, pattern: number, flag: number): boolean {
  return ((patterns.flags[pattern] ?? 0) & flag) !== 0;
}

/** Whether a text is written as the form is, case and all. */
function isWritten({ patterns: { starts, units } }: TermAutomaton, pattern: number, wide: string): boolean {
  const start = starts[pattern] ?? 0;
  if ((starts[pattern + 1] ?? 0) - start !== wide.length) return false;
  for (let unit = 0; unit < wide.length; unit += 1) {
    if (units[start + unit] !== wide.charCodeAt(unit)) return false;
  }
  return true;
}

/** A name such as Node.js may be a protected span and a term at once: the user's term wins if it covers the protected span. */
function mayCover(start: number, end: number, span: ProtectedSpan): boolean {
  return start <= span.start && end >= span.end && span.kind !== 'open' && span.kind !== 'close';
}

/** Whether neither end cuts a word of a spaced script in two. */
function isWhole(text: string, start: number, end: number): boolean {
  return !joins(before(text, start), at(text, start)) && !joins(before(text, end), at(text, end));
}

function before(text: string, index: number): string {
  const unit = text.charCodeAt(index - 1);
  return unit >= 0xdc00 && unit <= 0xdfff ? text.slice(index - 2, index) : text.slice(index - 1, index);
}

function at(text: string, index: number): string {
  const code = text.codePointAt(index);
  return code === undefined ? '' : String.fromCodePoint(code);
}

function joins(left: string, right: string): boolean {
  if (left === '' || right === '') return false;
  if (!SPACED_WORD.test(left) || !SPACED_WORD.test(right)) return false;
  return !UNSPACED_LETTER.test(left) && !UNSPACED_LETTER.test(right);
}
