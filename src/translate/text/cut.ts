import type { Lang } from '../../lang.js';
import type { Shield } from '../port.js';
import { splitLines } from './lines.js';
import { findShields, type Span } from './shield.js';
import { type Stretch, splitSentences } from './split.js';

/** A sentence to translate, or text that stays: `keep` for ever, `gap` as the white space between two sentences. */
export type Cut =
  | { readonly kind: 'keep'; readonly text: string }
  | { readonly kind: 'gap'; readonly text: string }
  | { readonly kind: 'sentence'; readonly text: string; readonly shields: readonly Shield[] };

/** Marks at the beginning of a line that number or point at an item. */
const LIST_MARK =
  /^(?:(?:[-*+•·・‣◦▪■□◆◇●○※→⇒]|>+)\s+|[•・‣◦▪■□◆◇●○※→⇒]|#{1,6}\s+|\[[ xX]\]\s+|\(?[0-9０-９]{1,3}[.)．）、](?:\s+|(?=[^\d\s.０-９]))|\d{1,3}(?:\.\d{1,3}){1,4}\.?\s+|[①-⑳㈠-㈩]\s*|[A-Za-z][.)]\s+|[（(][0-9０-９A-Za-z]{1,3}[)）]\s*)+/u;
const LETTER = /\p{L}/u;

/**
 * Cuts an element into what is translated and what is not. Joined in order, the texts of all cuts are the element:
 * nothing is ever dropped here.
 */
export function cutText(text: string, lang: Lang): Cut[] {
  const shields = findShields(text);
  const cuts: Cut[] = [];
  let at = 0;
  for (const run of runsBetween(text, shields)) {
    if (run.start > at) cuts.push({ kind: 'keep', text: text.slice(at, run.start) });
    cutRun(text, run, shields, lang, cuts);
    at = run.end;
  }
  if (at < text.length) cuts.push({ kind: 'keep', text: text.slice(at) });
  return cuts;
}

/** Stretches of text that hold no line break, block tag or opaque part. */
function* runsBetween(text: string, shields: readonly Span[]): Generator<Stretch> {
  const walls = shields.filter((span) => span.kind === 'block' || span.kind === 'opaque');
  let at = 0;
  for (const wall of [...walls, { start: text.length, end: text.length }]) {
    let from = at;
    for (const line of splitLines(text.slice(at, wall.start))) {
      yield { start: from, end: from + line.text.length };
      from += line.text.length + line.end.length;
    }
    at = wall.end;
  }
}

/** Index of the first span that ends after `at`; spans are in order. */
function firstFrom(spans: readonly Span[], at: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.end ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return low;
}

function within(spans: readonly Span[], { start, end }: Stretch): Span[] {
  const found: Span[] = [];
  for (let at = firstFrom(spans, start); at < spans.length; at += 1) {
    const span = spans[at];
    if (span === undefined || span.start >= end) break;
    // A shield that a line break runs through is kept line by line.
    found.push({ ...span, start: Math.max(span.start, start), end: Math.min(span.end, end) });
  }
  return found;
}

function cutRun(text: string, run: Stretch, shields: readonly Span[], lang: Lang, cuts: Cut[]): void {
  const line = text.slice(run.start, run.end);
  const local = within(shields, run).map((span) => ({
    ...span,
    start: span.start - run.start,
    end: span.end - run.start,
  }));
  const lead = /^\s*/u.exec(line)?.[0].length ?? 0;
  const mark = LIST_MARK.exec(line.slice(lead))?.[0].length ?? 0;
  // A mark that belongs to something shielded (**bold**, :name) is not a list mark.
  const offset = local.some((span) => span.start < lead + mark && span.end > lead + mark) ? 0 : lead + mark;
  const transparent = local.filter((span) => span.kind === 'open' || span.kind === 'close');
  const opaque = local.filter((span) => span.kind !== 'open' && span.kind !== 'close');
  const sentences = splitSentences(
    line.slice(offset),
    lang,
    shifted(opaque, -offset),
    shifted(transparent, -offset),
  );
  let at = 0;
  for (const [index, { start, end }] of sentences.entries()) {
    const from = start + offset;
    if (index > 0) cuts.push({ kind: 'gap', text: line.slice(at, from) });
    else if (from > 0) cuts.push({ kind: 'keep', text: line.slice(0, from) });
    cutSentence(line, { start: from, end: end + offset }, local, cuts);
    at = end + offset;
  }
  if (at < line.length) cuts.push({ kind: 'keep', text: line.slice(at) });
}

function shifted(spans: readonly Span[], by: number): Span[] {
  return spans
    .map((span) => ({ ...span, start: span.start + by, end: span.end + by }))
    .filter((span) => span.end > 0);
}

/** Peels what stands at either end and needs no translation, so that the model sees a plain sentence. */
function cutSentence(line: string, sentence: Stretch, shields: readonly Span[], cuts: Cut[]): void {
  let { start, end } = sentence;
  let inside = shields.filter((span) => span.start >= start && span.end <= end);
  for (;;) {
    while (start < end && /\s/u.test(line[start] ?? '')) start += 1;
    while (end > start && /\s/u.test(line[end - 1] ?? '')) end -= 1;
    const first = inside[0];
    const last = inside.at(-1);
    if (first?.start === start && isPeelable(first)) {
      start = first.end;
      inside = inside.slice(1);
    } else if (last?.end === end && isPeelable(last)) {
      end = last.start;
      inside = inside.slice(0, -1);
    } else if (first?.start === start && last?.end === end && isWrapping(inside)) {
      start = first.end;
      end = last.start;
      inside = inside.slice(1, -1);
    } else break;
  }
  const body = line.slice(start, end);
  const shieldsInBody = inside.map(({ start: from, end: to, kind }) => ({
    start: from - start,
    end: to - start,
    kind: kind === 'block' || kind === 'opaque' ? 'literal' : kind,
  }));
  if (!hasWords(body, shieldsInBody)) {
    cuts.push({ kind: 'keep', text: line.slice(sentence.start, sentence.end) });
    return;
  }
  if (start > sentence.start) cuts.push({ kind: 'keep', text: line.slice(sentence.start, start) });
  cuts.push({ kind: 'sentence', text: body, shields: shieldsInBody });
  if (end < sentence.end) cuts.push({ kind: 'keep', text: line.slice(end, sentence.end) });
}

function isPeelable(span: Span): boolean {
  return span.kind === 'emoji';
}

/** Whether the first tag and the last are a pair around everything between them. */
function isWrapping(spans: readonly Span[]): boolean {
  if (spans[0]?.kind !== 'open' || spans.at(-1)?.kind !== 'close') return false;
  let depth = 0;
  for (const [index, span] of spans.entries()) {
    if (span.kind === 'open') depth += 1;
    if (span.kind === 'close') depth -= 1;
    if (depth === 0 && index < spans.length - 1) return false;
  }
  return depth === 0;
}

/** Whether anything is left to translate outside the shields. */
export function hasWords(text: string, shields: readonly Shield[]): boolean {
  let at = 0;
  for (const shield of shields) {
    if (LETTER.test(text.slice(at, shield.start))) return true;
    at = shield.end;
  }
  return LETTER.test(text.slice(at));
}
