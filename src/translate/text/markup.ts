import type { Span } from './shield.js';

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
const OPAQUE_OPENER =
  /<!--|<!\[CDATA\[|<\?(?=[A-Za-z])|<!DOCTYPE\b|<(script|style)\b[^<>]*>|(?<=^|\n)(`{3,}|~{3,})/gi;
/** Inline elements whose content is code, or that ask not to be translated. */
const UNTRANSLATED =
  /<(code|kbd|samp|var|tt)\b[^<>]*>[^<>]{0,2000}<\/\1\s*>|<([a-z][\w-]*)\b[^<>]*(?:\btranslate\s*=\s*["']?no\b|\bclass\s*=\s*["'][^"'<>]*\bnotranslate\b)[^<>]*>[^<>]{0,2000}<\/\2\s*>/gi;
const TAG = /<(\/?)([A-Za-z][\w:.-]*|\d{1,3})((?:\s(?:"[^"<]*"|'[^'<]*'|[^<>"'])*)?)(\/?)>/g;
const ENTITY = /&(?:[A-Za-z][A-Za-z0-9]{1,30}|#\d{1,7}|#x[0-9A-Fa-f]{1,6});/g;
const BOLD = /(\*\*|__|~~)(?=\S)([^*_~\n]{1,300}?)(?<=\S)\1/g;
const LINK = /!?\[([^[\]\n]{1,300})\](\([^()\s]{1,500}(?:\([^()\s]{0,100}\))?(?: "[^"\n]{0,200}")?\))/g;
const VOID = new Set(['img', 'input', 'wbr', 'area', 'base', 'embed', 'x', 'ph']);

/**
 * Mark-up of HTML, XML and Markdown. Inline tags come as `open` and `close` so that they can be put back as a pair;
 * a lone inline tag is a literal.
 */
export function findMarkup(text: string): Span[] {
  const spans: Span[] = [];
  if (text.includes('<') || text.includes('```') || text.includes('~~~')) {
    spans.push(...findOpaque(text));
    for (const match of text.matchAll(UNTRANSLATED)) {
      spans.push({ start: match.index, end: match.index + match[0].length, kind: 'literal' });
    }
    spans.push(...findTags(text));
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

/** Comments, processing instructions, doctype, CDATA, script, style and fenced code, up to and with their end. */
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
  const [whole, element, fence] = opener;
  if (element !== undefined) return `</${element.toLowerCase()}`;
  if (fence !== undefined) return `\n${fence}`;
  if (whole === '<!--') return '-->';
  if (whole.startsWith('<?')) return '?>';
  return whole.startsWith('<![') ? ']]>' : '>';
}

/** Tags outside the opaque parts; a `close` without its `open` (or the reverse) is a literal. */
function findTags(text: string): Span[] {
  const spans: Span[] = [];
  const waiting: { readonly name: string; readonly at: number }[] = [];
  for (const match of text.matchAll(TAG)) {
    const name = (match[2] ?? '').toLowerCase();
    const place = { start: match.index, end: match.index + match[0].length };
    if (BLOCK.has(name)) {
      spans.push({ ...place, kind: 'block' });
      waiting.length = 0;
      continue;
    }
    if (match[4] === '/' || (match[3] ?? '').endsWith('/') || VOID.has(name)) {
      spans.push({ ...place, kind: 'literal' });
      continue;
    }
    if (match[1] !== '/') {
      waiting.push({ name, at: spans.length });
      spans.push({ ...place, kind: 'literal' });
      continue;
    }
    const partner = waiting.findLastIndex((open) => open.name === name);
    const opener = waiting[partner];
    const opened = opener === undefined ? undefined : spans[opener.at];
    if (opener === undefined || opened === undefined) {
      spans.push({ ...place, kind: 'literal' });
      continue;
    }
    spans[opener.at] = { ...opened, kind: 'open' };
    spans.push({ ...place, kind: 'close' });
    waiting.length = partner;
  }
  return spans;
}
