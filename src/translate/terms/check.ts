import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Lang } from '../../base/lang.js';
import { normalForm } from '../../base/normal-form.js';
import type { TermEntry, TermSource } from '../pipeline-types.js';
import { findProtectedSpans, kindInSentence } from '../spans/protected-spans.js';
import { keepsCase } from './compiled-terms.js';
import { fold } from './fold.js';
import type { TermFinder, TermMatch } from './matcher.js';
import { containsTerm, placeOfTerm } from './presence.js';
import type { TermLists } from './selection.js';

/** A translation that somebody else made, to be held against the terms. */
export interface TermCheckPair {
  readonly source: string;
  readonly target: string;
}

export interface TermCheckRequest {
  readonly from: Lang;
  readonly to: Lang;
  readonly terms: TermSource;
  readonly pairs: readonly TermCheckPair[];
  readonly signal?: AbortSignal;
}

/** A term of the source that its translation does not hold as it should. */
export interface TermFinding extends TermEntry {
  /** Of the pair. */
  readonly index: number;
  /** `wrong`: something else stands there that can be named; `missing`: nothing of it is found. */
  readonly kind: 'missing' | 'wrong';
  /** As it stood in the source. */
  readonly found: string;
  /** What stands in the translation instead. */
  readonly instead?: string;
}

export interface TermCheckResult {
  /** Terms that were looked for, in all pairs. */
  readonly terms: number;
  readonly findings: readonly TermFinding[];
}

/** Characters looked at before others get their turn. */
const CHARS_PER_TURN = 10_000;

/**
 * Holds translations that were made elsewhere against the terms, by the rules that translations are made by here: a term
 * is found in any of its forms, and any accepted form of its target will do.
 */
export async function checkTerms(request: TermCheckRequest, lists: TermLists): Promise<TermCheckResult> {
  const { from, to, pairs, signal } = request;
  const matcher = await lists.matcher(request.terms, from, to);
  const findings: TermFinding[] = [];
  let terms = 0;
  let chars = 0;
  for (const [index, pair] of pairs.entries()) {
    if (matcher === undefined) break;
    chars += pair.source.length + pair.target.length;
    if (chars > CHARS_PER_TURN) {
      await yieldToEventLoop();
      signal?.throwIfAborted();
      chars = 0;
    }
    const found = distinctTerms(pair.source, from, matcher);
    terms += found.length;
    for (const match of found) {
      const fault = faultOf(pair, match);
      if (fault !== undefined) findings.push({ index, ...fault });
    }
  }
  return { terms, findings };
}

type Fault = Omit<TermFinding, 'index'>;

/** A match and the form in which it stood in the source. */
interface FoundTerm extends TermMatch {
  readonly found: string;
}

function distinctTerms(source: string, from: Lang, matcher: TermFinder): readonly FoundTerm[] {
  const text = normalForm(source, 'NFC');
  const protectedSpans = findProtectedSpans(text, from).map((span) => ({
    ...span,
    kind: kindInSentence(span.kind),
  }));
  const found = new Map<string, FoundTerm>();
  for (const match of matcher.find(text, protectedSpans)) {
    const stretch = text.slice(match.start, match.end);
    const key = JSON.stringify([match.entry.fromText, match.entry.toText, match.forms.accepted]);
    if (!found.has(key)) found.set(key, { ...match, found: stretch });
  }
  return [...found.values()];
}

function faultOf(pair: TermCheckPair, { entry, forms, found }: FoundTerm): Fault | undefined {
  const target = normalForm(pair.target, 'NFC');
  if (forms.accepted.some((form) => containsTerm(target, form))) return misspelling(target, entry, found);
  const isCopied = containsTerm(target, found);
  return isCopied ? { ...entry, kind: 'wrong', found, instead: found } : { ...entry, kind: 'missing', found };
}

/** Where case belongs to a word (API, iPhone), another case or width is a mistake. */
function misspelling(target: string, entry: FoundTerm['entry'], found: string): Fault | undefined {
  const { toText } = entry;
  if (!keepsCase(fold(toText).wide)) return undefined;
  const place = placeOfTerm(target, toText);
  if (place === undefined) return undefined;
  const instead = target.slice(place.start, place.end);
  const isExact = target.includes(toText) || withoutBlanks(instead) === withoutBlanks(toText);
  return isExact ? undefined : { ...entry, kind: 'wrong', found, instead };
}

/** Blanks between scripts are a matter of house style. */
function withoutBlanks(text: string): string {
  return text.replaceAll(/\s/gu, '');
}
