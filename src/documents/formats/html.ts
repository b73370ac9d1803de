import { Parser } from 'htmlparser2';
import type { Lang } from '../../base/lang.js';
import { documentOf, type FileFormat, hasText, type TakeUnit } from '../document.js';
import { FileRefused } from '../file-problems.js';
import { escapeTags, translateInline, unescapeTags } from '../inline.js';
import type { InlineToken } from '../inline-token.js';
import { localeOf } from '../office/fonts.js';
import { Splices } from '../splices.js';
import { type DecodedText, decodeFile } from '../text/encoding.js';
import { escapeAttribute, escapeText } from '../xml/escape.js';

/** Elements inside a sentence. All others end one. */
const INLINE = new Set(
  `a abbr acronym b bdi bdo big button cite data del dfn em font i ins label mark q rb ruby s small span strike strong sub sup time
  tt u`.split(/\s+/),
);
/** Inside a sentence, and kept as they are with all they hold. */
const KEPT_INLINE = new Set(['code', 'kbd', 'samp', 'var', 'math', 'svg', 'rt', 'rp', 'object', 'iframe']);
const VOID_INLINE = new Set(['img', 'input', 'wbr', 'embed']);
/** Not text, or text in which every character counts. */
const KEPT = new Set(['script', 'style', 'pre', 'textarea', 'template', 'noscript']);
const TEXT_ATTRIBUTES = new Set([
  'alt',
  'title',
  'placeholder',
  'aria-label',
  'aria-description',
  'label',
  'summary',
]);
/** Elements inside of elements; browsers go no deeper than 512. */
const DEEPEST = 1000;
const META = /^(?:description|keywords|og:title|og:description|twitter:title|twitter:description)$/i;

export const HTML: FileFormat = {
  id: 'html',
  extensions: ['html', 'htm', 'xhtml'],
  mediaType: 'text/html; charset=utf-8',
  open(bytes, { from, to }) {
    const file = decodeHtml(bytes, from);
    return documentOf((take) => {
      const splices = translateHtml(file.text, take);
      return () => file.encode(splices.changed ? inLanguage(splices.toString(), localeOf(to)) : file.text);
    }, file.older);
  },
};

const CHARSET = /(<meta\b[^>]{0,300}?\bcharset\s*=\s*["']?)([\w.:-]{1,40})/i;
/** Browsers look for it there and no further. */
const HEAD_BYTES = 1024;

/** A page in the encoding that it names; one that becomes UTF-8 says so. */
function decodeHtml(bytes: Uint8Array, from: Lang | undefined): DecodedText {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES));
  const file = decodeFile(bytes, { from, declared: CHARSET.exec(head)?.[2] });
  if (file.older === undefined) return file;
  const named = (text: string) =>
    CHARSET.test(text)
      ? text.replace(CHARSET, '$1utf-8')
      : text.replace(/<head\b[^>]{0,300}>/i, '$&<meta charset="utf-8">');
  return { ...file, encode: (text) => file.encode(named(text)) };
}

interface Attribute {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly value: string;
}

/** Goes through the mark-up and offers what stands between two ends of sentences. */
export function translateHtml(source: string, take: TakeUnit): Splices {
  const splices = new Splices(source);
  let tokens: InlineToken[] = [];
  let start = 0;
  let end = 0;
  let pairs = 0;
  const open: { readonly name: string; readonly pair: number }[] = [];
  /** Name of the element whose content is kept, and how deep inside of it we are. */
  let kept:
    | { readonly name: string; readonly from: number; readonly inline: boolean; depth: number }
    | undefined;
  let attributes: Attribute[] = [];
  let depth = 0;

  const flush = (): void => {
    const translated = tokens.length === 0 ? undefined : translateInline(closed(tokens), take);
    if (translated !== undefined) splices.add({ start, end, text: serialize(translated) });
    tokens = [];
    open.length = 0;
  };
  const add = (token: InlineToken, from: number, to: number): void => {
    if (tokens.length === 0) start = from;
    tokens.push(token);
    end = to;
  };
  const attributeTexts = (element: string): void => {
    for (const { name, value, start: from, end: to } of attributes) {
      const isText = TEXT_ATTRIBUTES.has(name) || isTextContent(element, name, attributes);
      if (!isText || !hasText(value) || value.includes('{{')) continue;
      const translation = take(escapeTags(value));
      if (translation === undefined) continue;
      const raw = source.slice(from, to);
      const before = /^[^=]*=\s*/.exec(raw)?.[0] ?? `${name}=`;
      splices.add({ start: from, end: to, text: `${before}"${escapeAttribute(unescapeTags(translation))}"` });
    }
  };

  const keepInside = (): void => {
    if (kept !== undefined || tokens.length === 0) return;
    const [from, to] = [parser.startIndex, parser.endIndex + 1];
    add({ kind: 'object', source: source.slice(from, to) }, from, to);
  };
  const parser: Parser = new Parser(
    {
      onopentagname() {
        attributes = [];
      },
      onattribute(name, value) {
        attributes.push({ start: parser.startIndex, end: parser.endIndex, name, value });
      },
      onopentag(name, values) {
        depth += 1;
        if (depth > DEEPEST) throw new FileRefused('tooDeep');
        const [from, to] = [tagStart(source, parser.startIndex), parser.endIndex + 1];
        if (kept !== undefined) {
          if (name === kept.name) kept.depth += 1;
          return;
        }
        const frozen = values.translate === 'no' || /\bnotranslate\b/.test(values.class ?? '');
        const inline = INLINE.has(name) || KEPT_INLINE.has(name) || VOID_INLINE.has(name);
        if (!inline) flush();
        if (frozen || KEPT.has(name) || KEPT_INLINE.has(name)) {
          kept = { name, from, inline, depth: 1 };
          return;
        }
        attributeTexts(name);
        if (!inline) return;
        // With what its attributes say now: the sentence around it may be replaced as a whole.
        const tag = splices.render(from, to);
        if (VOID_INLINE.has(name)) add({ kind: 'object', source: tag }, from, to);
        else {
          open.push({ name, pair: pairs });
          add({ kind: 'open', source: tag, pair: pairs }, from, to);
          pairs += 1;
        }
      },
      ontext(text) {
        if (kept !== undefined) return;
        add(
          { kind: 'text', text: text.replace(/[ \t\r\n\f]+/g, ' '), style: 0 },
          parser.startIndex,
          parser.endIndex + 1,
        );
      },
      onclosetag(name, implied) {
        depth -= 1;
        const to = implied ? parser.startIndex : parser.endIndex + 1;
        if (kept !== undefined) {
          if (name !== kept.name) return;
          kept.depth -= 1;
          if (kept.depth > 0) return;
          if (kept.inline) add({ kind: 'object', source: source.slice(kept.from, to) }, kept.from, to);
          kept = undefined;
          return;
        }
        if (VOID_INLINE.has(name)) return;
        if (!INLINE.has(name)) {
          flush();
          return;
        }
        if (implied) return;
        const opener = open.at(-1);
        if (opener?.name !== name) {
          flush();
          return;
        }
        open.pop();
        add(
          { kind: 'close', source: source.slice(parser.startIndex, to), pair: opener.pair },
          parser.startIndex,
          to,
        );
      },
      oncomment: keepInside,
      onprocessinginstruction: keepInside,
    },
    { decodeEntities: true, recognizeSelfClosing: true },
  );
  parser.end(source);
  flush();
  return splices;
}

/** Positions of a tag are told from its `<`, but after attributes from the last of them. */
function tagStart(source: string, at: number): number {
  return source[at] === '<' ? at : source.lastIndexOf('<', at);
}

function isTextContent(element: string, name: string, attributes: readonly Attribute[]): boolean {
  const of = (wanted: string) => attributes.find((attribute) => attribute.name === wanted)?.value ?? '';
  if (element === 'meta') return name === 'content' && META.test(of('name') || of('property'));
  return element === 'input' && name === 'value' && /^(?:submit|button|reset)$/i.test(of('type'));
}

/** Tags that found no partner before the sentence ended are objects. */
function closed(tokens: readonly InlineToken[]): InlineToken[] {
  const ends = new Set(tokens.flatMap((token) => (token.kind === 'close' ? [token.pair] : [])));
  return tokens.map((token) =>
    token.kind === 'open' && !ends.has(token.pair) ? { kind: 'object', source: token.source } : token,
  );
}

function serialize(tokens: readonly InlineToken[]): string {
  return tokens
    .map((token) =>
      token.kind === 'text' ? escapeText(token.text).replaceAll('\u00A0', '&nbsp;') : token.source,
    )
    .join('');
}

function inLanguage(html: string, locale: string): string {
  return html.replace(/(<html\b[^>]{0,500}?\slang=)("[^"]*"|'[^']*'|[^\s>]+)/i, `$1"${locale}"`);
}
