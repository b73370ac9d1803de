import type { Lang } from '../../base/lang.js';
import { isRepetition } from '../detection/meaning.js';
import type { ProtectedSpan } from '../pipeline-types.js';
import { findProtectedSpans, kindInSentence, type Span } from '../spans/protected-spans.js';
import { splitLines } from './lines.js';
import { splitSentences } from './split.js';
import { overlapping, type Stretch } from './stretch.js';

/** A sentence to translate, or text that stays: `keep` for ever, `separator` as the white space between two sentences. */
export type Cut =
  | { readonly kind: 'keep'; readonly text: string }
  | { readonly kind: 'separator'; readonly text: string }
  | { readonly kind: 'sentence'; readonly text: string; readonly protectedSpans: readonly ProtectedSpan[] };

/** Marks at the beginning of a line that number or point at an item; 一、二年级 is two years of school. */
const LIST_MARK =
  /^(?:(?:[-*+•·・‣◦▪■□◆◇●○※→⇒]|>+)\s+|[•・‣◦▪■□◆◇●○※→⇒]|＊(?!＊)\s*|[☐☑☒✓✔]\s*|[アイウエオカキクケコ](?:[\s　]+|[.．、）]\s*)(?=\S)|[（(][アイウエオカキクケコ][)）]\s*|#{1,6}\s+|\[[ xX]\]\s+|\(?[0-9０-９]{1,3}[.)．）、](?:\s+|(?=[^\d\s.０-９]|\d{1,2}月|20\d\d年))|\d{1,3}(?:\.\d{1,3}){1,4}\.?\s+|[①-⑳㈠-㈩]\s*|[一二三四五六七八九十]{1,3}、(?![一二三四五六七八九十百千两])\s*(?=\S)|[A-Za-z][.)]\s+|[（(][0-9０-９A-Za-z]{1,3}[)）]\s*)+/u;
const LETTER = /\p{L}/u;
/** 日時：11月16日　場所：会議室: what is beside its label, and a wide blank before the next one. */
const LABELLED = /^\s*[^\s：:。、，]{1,12}[：:]/u;
const CELL_END = /\t|\u3000(?=[^\s：:。、，]{1,10}[：:])/u;
/** 拝啓　晩秋の候: a letter begins, and its first sentence behind a blank. */
const OPENED = /(?<=^\s{0,8}(?:拝啓|謹啓|前略))[ \u3000](?=\S)(?!.*様$)/u;

/**
 * Cuts an element into what is translated and what is not. Joined in order, the texts of all cuts are the element:
 * nothing is ever dropped here.
 */
export function cutText(text: string, lang: Lang): Cut[] {
  const protectedSpans = findProtectedSpans(text, lang);
  const cuts: Cut[] = [];
  let at = 0;
  for (const run of runsBetween(text, protectedSpans)) {
    if (run.start > at) cuts.push({ kind: 'keep', text: text.slice(at, run.start) });
    cutRun(text, run, protectedSpans, lang, cuts);
    at = run.end;
  }
  if (at < text.length) cuts.push({ kind: 'keep', text: text.slice(at) });
  return cuts;
}

/** Stretches of text that hold no line break, tab, block tag or opaque part: a tab stands between two cells, a wide blank between two labels. */
function* runsBetween(text: string, protectedSpans: readonly Span[]): Generator<Stretch> {
  const walls = protectedSpans.filter((span) => span.kind === 'block' || span.kind === 'opaque');
  let at = 0;
  for (const wall of [...walls, { start: text.length, end: text.length }]) {
    let from = at;
    for (const line of splitLines(text.slice(at, wall.start))) {
      for (const cell of line.text.split(cellEnd(line.text))) {
        yield { start: from, end: from + cell.length };
        from += cell.length + 1;
      }
      from += line.end.length - 1;
    }
    at = wall.end;
  }
}

function cellEnd(line: string): RegExp | string {
  if (OPENED.test(line)) return OPENED;
  return LABELLED.test(line) ? CELL_END : '\t';
}

function within(spans: readonly Span[], run: Stretch): Span[] {
  // A protected span that a line break runs through is kept line by line.
  return overlapping(spans, run).map((span) => ({
    ...span,
    start: Math.max(span.start, run.start),
    end: Math.min(span.end, run.end),
  }));
}

function cutRun(text: string, run: Stretch, protectedSpans: readonly Span[], lang: Lang, cuts: Cut[]): void {
  const line = text.slice(run.start, run.end);
  const local = within(protectedSpans, run).map((span) => ({
    ...span,
    start: span.start - run.start,
    end: span.end - run.start,
  }));
  const lead = /^\s*/u.exec(line)?.[0].length ?? 0;
  const mark = LIST_MARK.exec(line.slice(lead))?.[0].length ?? 0;
  // A mark that belongs to something protected (**bold**, :name) is not a list mark.
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
    if (index > 0) cuts.push({ kind: 'separator', text: line.slice(at, from) });
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

/** Longer without a place to cut, a text is no sentence of any language: it stays as it is. */
const MAX_SENTENCE_CHARS = 2_000;

/** Peels what stands at either end and needs no translation, so that the model sees a plain sentence. */
function cutSentence(line: string, sentence: Stretch, protectedSpans: readonly Span[], cuts: Cut[]): void {
  const spans = within(protectedSpans, sentence);
  const partners = partnersOf(spans);
  let { start, end } = sentence;
  let first = 0;
  let last = spans.length - 1;
  for (;;) {
    while (start < end && /\s/u.test(line[start] ?? '')) start += 1;
    while (end > start && /\s/u.test(line[end - 1] ?? '')) end -= 1;
    if (first > last) break;
    const left = spans[first];
    const right = spans[last];
    if (left?.start === start && isPeelable(left)) {
      start = left.end;
      first += 1;
    } else if (right?.end === end && isPeelable(right)) {
      end = right.start;
      last -= 1;
    } else if (left?.start === start && right?.end === end && partners.get(first) === last) {
      start = left.end;
      end = right.start;
      first += 1;
      last -= 1;
    } else break;
  }
  const body = line.slice(start, end);
  const spansInBody = spans.slice(first, last + 1).map(({ start: from, end: to, kind }) => ({
    start: from - start,
    end: to - start,
    kind: kindInSentence(kind),
  }));
  if (body.length > MAX_SENTENCE_CHARS || !hasWords(body, spansInBody) || isRepetition(body)) {
    cuts.push({ kind: 'keep', text: line.slice(sentence.start, sentence.end) });
    return;
  }
  if (start > sentence.start) cuts.push({ kind: 'keep', text: line.slice(sentence.start, start) });
  cuts.push({ kind: 'sentence', text: body, protectedSpans: spansInBody });
  if (end < sentence.end) cuts.push({ kind: 'keep', text: line.slice(end, sentence.end) });
}

/** A lone tag belongs to something that reaches beyond the sentence: at its edge it must not move into it. */
function isPeelable(span: Span): boolean {
  return span.kind === 'emoji' || span.kind === 'lone';
}

/** Index of an opening tag → index of the closing tag that ends it. */
function partnersOf(spans: readonly Span[]): ReadonlyMap<number, number> {
  const partners = new Map<number, number>();
  const open: number[] = [];
  for (const [index, span] of spans.entries()) {
    if (span.kind === 'open') open.push(index);
    else if (span.kind === 'close') {
      const opener = open.pop();
      if (opener !== undefined) partners.set(opener, index);
    }
  }
  return partners;
}

/** Whether anything is left to translate outside the protected spans. */
function hasWords(text: string, protectedSpans: readonly ProtectedSpan[]): boolean {
  let at = 0;
  for (const span of protectedSpans) {
    if (LETTER.test(text.slice(at, span.start))) return true;
    at = span.end;
  }
  return LETTER.test(text.slice(at));
}
