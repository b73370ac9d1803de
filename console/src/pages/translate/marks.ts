import type { AppliedTerm } from './translated-line.js';

/** A part of a sentence; with a term, the place where it was applied. */
export interface MarkedPart {
  readonly text: string;
  readonly term?: AppliedTerm;
}

/** Cuts a sentence where the terms that were applied to it stand; the longest term takes its place first. */
export function markedParts(
  text: string,
  terms: readonly AppliedTerm[],
  side: 'source' | 'target',
): readonly MarkedPart[] {
  const wanted = terms
    .filter(({ applied }) => applied)
    .map((term) => ({ term, words: side === 'source' ? (term.found ?? term.fromText) : term.toText }))
    .filter(({ words }) => words !== '')
    .sort((one, other) => other.words.length - one.words.length);
  return wanted.reduce<readonly MarkedPart[]>(
    (parts, { term, words }) => parts.flatMap((part) => (part.term ? [part] : cut(part.text, words, term))),
    [{ text }],
  );
}

function cut(text: string, words: string, term: AppliedTerm): readonly MarkedPart[] {
  const [folded, needle] = [text.toLowerCase(), words.toLowerCase()];
  // Some capitals grow when they become small; then places would not fit.
  if (folded.length !== text.length) return [{ text }];
  const parts: MarkedPart[] = [];
  let from = 0;
  for (let at = folded.indexOf(needle); at !== -1; at = folded.indexOf(needle, from)) {
    if (at > from) parts.push({ text: text.slice(from, at) });
    from = at + needle.length;
    parts.push({ text: text.slice(at, from), term });
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}
