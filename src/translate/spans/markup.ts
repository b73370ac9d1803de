import type { Span } from './protected-spans.js';
import { scanTags, type Tag } from './tags.js';

/** Elements that stand on their own line or in their own box: a sentence never runs across their tags. */
const BLOCK = new Set(
  `address article aside blockquote body br button caption center col colgroup dd details dialog div dl dt fieldset
  figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe legend li link main menu
  meta nav noscript ol optgroup option p param pre section select source summary table tbody td template textarea tfoot th
  thead title tr track ul video audio canvas object svg math trans-unit unit segment seg body note paragraph item row cell`.split(
    /\s+/,
  ),
);

/** Openers of parts whose content is not text, each with what ends it. */
const OPAQUE_OPENER = /<!--|<!\[CDATA\[|<\?(?=[A-Za-z])|<!DOCTYPE\b|<(script|style)\b[^<>]*>/gi;
/** Fences of Markdown code blocks; they stand at the beginning of a line. */
const FENCE = /(?<=^|\n)(?:`{3,}|~{3,})/g;
const ENTITY = /&(?:[A-Za-z][A-Za-z0-9]{1,30}|#\d{1,7}|#x[0-9A-Fa-f]{1,6});/g;
const BOLD = /(\*\*|__|~~)(?=\S)([^*_~\n]{1,300}?)(?<=\S)\1/g;
const LINK = /!?\[([^[\]\n]{1,300})\](\([^()\s]{1,500}(?:\([^()\s]{0,100}\))?(?: "[^"\n]{0,200}")?\))/g;
const VOID = new Set(['img', 'input', 'wbr', 'area', 'base', 'embed', 'x', 'ph']);

/**
 * Mark-up of HTML, XML and Markdown. Inline tags come as `open` and `close` so that they can be put back as a pair;
 * an inline tag whose partner is beyond the next block is `lone`.
 */
export function findMarkup(text: string): Span[] {
  const spans: Span[] = [];
  if (text.includes('```') || text.includes('~~~')) for (const span of findFenced(text)) spans.push(span);
  if (text.includes('<')) {
    for (const span of findOpaque(text)) spans.push(span);
    const tags = [...scanTags(text)];
    for (const { start, untranslatedEnd: end } of tags) {
      if (end !== undefined) spans.push({ start, end, kind: 'literal' });
    }
    for (const span of pairTags(tags)) spans.push(span);
  }
  if (text.includes('&')) {
    for (const match of text.matchAll(ENTITY)) {
      spans.push({ start: match.index, end: match.index + match[0].length, kind: 'literal' });
    }
  }
  for (const match of text.matchAll(BOLD)) {
    const [whole, mark = ''] = match;
    const end = match.index + whole.length;
    spans.push({ start: match.index, end: match.index + mark.length, kind: 'open' });
    spans.push({ start: end - mark.length, end, kind: 'close' });
  }
  for (const match of text.matchAll(LINK)) {
    const [whole, label = '', address = ''] = match;
    const opening = whole.length - address.length - label.length - 1;
    const closing = match.index + whole.length - address.length - 1;
    spans.push({ start: match.index, end: match.index + opening, kind: 'open' });
    spans.push({ start: closing, end: match.index + whole.length, kind: 'close' });
  }
  return spans;
}

/** Comments, processing instructions, doctype, CDATA, script and style, up to and with their end. */
function findOpaque(text: string): Span[] {
  const spans: Span[] = [];
  const lower = text.toLowerCase().length === text.length ? text.toLowerCase() : text;
  // An end that was not found once will not be found later either: without this, many openers cost a scan each.
  const absent = new Set<string>();
  const opener = new RegExp(OPAQUE_OPENER);
  for (let match = opener.exec(text); match !== null; match = opener.exec(text)) {
    const closer = closerOf(match);
    const from = match.index + match[0].length;
    const at = absent.has(closer) ? -1 : lower.indexOf(closer, from);
    if (at === -1) {
      absent.add(closer);
      continue;
    }
    let end = at + closer.length;
    if (closer.startsWith('</')) end = Math.max(end, lower.indexOf('>', end) + 1);
    spans.push({ start: match.index, end, kind: 'opaque' });
    opener.lastIndex = end;
  }
  return spans;
}

function closerOf(opener: RegExpExecArray): string {
  const [whole, element] = opener;
  if (element !== undefined) return `</${element.toLowerCase()}`;
  if (whole === '<!--') return '-->';
  if (whole.startsWith('<?')) return '?>';
  return whole.startsWith('<![') ? ']]>' : '>';
}

/** Fenced code, up to the next fence of the same mark that is at least as long. */
function findFenced(text: string): Span[] {
  const fences = [...text.matchAll(FENCE)].map(({ 0: fence, index }) => ({ fence, index }));
  // Whether a fence has an end is known from the longest one behind it: no search is made in vain.
  const longest: number[] = [];
  const seen: Record<string, number> = {};
  for (let at = fences.length - 1; at >= 0; at -= 1) {
    const { fence } = fences[at] ?? { fence: '' };
    const mark = fence.charAt(0);
    longest[at] = seen[mark] ?? 0;
    seen[mark] = Math.max(seen[mark] ?? 0, fence.length);
  }
  const spans: Span[] = [];
  for (let at = 0; at < fences.length; at += 1) {
    const opener = fences[at];
    if (opener === undefined || (longest[at] ?? 0) < opener.fence.length) continue;
    let closer = at + 1;
    while (fences[closer]?.fence.startsWith(opener.fence) === false) closer += 1;
    const end = (fences[closer]?.index ?? 0) + opener.fence.length;
    spans.push({ start: opener.index, end, kind: 'opaque' });
    at = closer;
  }
  return spans;
}

/** Tags by what they do; a `close` without its `open` (or the reverse), on this side of the next block, is `lone`. */
function pairTags(tags: readonly Tag[]): Span[] {
  const spans: Span[] = [];
  const open = new OpenTags();
  for (const { start, end, name, closing, selfClosing } of tags) {
    if (BLOCK.has(name)) {
      spans.push({ start, end, kind: 'block' });
      open.clear();
    } else if (selfClosing || VOID.has(name)) {
      spans.push({ start, end, kind: 'literal' });
    } else if (!closing) {
      open.push(name, spans.length);
      spans.push({ start, end, kind: 'lone' });
    } else {
      const at = open.close(name);
      const opener = at === undefined ? undefined : spans[at];
      if (at !== undefined && opener !== undefined) spans[at] = { ...opener, kind: 'open' };
      spans.push({ start, end, kind: opener === undefined ? 'lone' : 'close' });
    }
  }
  return spans;
}

/** The tags that wait for their end, with the nearest of each name at hand. */
class OpenTags {
  readonly #waiting: { readonly name: string; readonly at: number }[] = [];
  /** Name → places in `waiting`. */
  readonly #places = new Map<string, number[]>();

  push(name: string, at: number): void {
    const places = this.#places.get(name) ?? [];
    places.push(this.#waiting.length);
    this.#places.set(name, places);
    this.#waiting.push({ name, at });
  }

  /** What the nearest open tag of the name was pushed with; tags inside it that were never closed are given up. */
  close(name: string): number | undefined {
    const place = this.#places.get(name)?.at(-1);
    if (place === undefined) return undefined;
    const at = this.#waiting[place]?.at;
    while (this.#waiting.length > place) this.#places.get(this.#waiting.pop()?.name ?? '')?.pop();
    return at;
  }

  clear(): void {
    this.#waiting.length = 0;
    this.#places.clear();
  }
}
