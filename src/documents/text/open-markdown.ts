import type { Nodes, Parents, PhrasingContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfm } from 'micromark-extension-gfm';
import { documentOf, type OpenDocument, type OpenOptions, type TakeUnit } from '../document.js';
import { translateHtml } from '../formats/html.js';
import { TXT } from '../formats/txt.js';
import { translateInline } from '../inline.js';
import type { InlineToken } from '../inline-token.js';
import { type Splice, Splices } from '../splices.js';
import { decodeFile } from './encoding.js';
import { isTooDense } from './markdown-density.js';
import { isBareAddress, joinMarkdown } from './markdown-joints.js';

/** Paragraphs, headings and cells of a Markdown file. */
export function openMarkdown(bytes: Uint8Array, options: OpenOptions): OpenDocument | Promise<OpenDocument> {
  const file = decodeFile(bytes, { from: options.from });
  // Whatever it is, it is no Markdown that somebody wrote: its paragraphs are translated as they stand.
  if (isTooDense(file.text)) return TXT.open(bytes, options);
  const masked = withoutFormulas(file.text);
  const tree = fromMarkdown(masked, {
    extensions: [gfm(), frontmatter(['yaml', 'toml'])],
    mdastExtensions: [gfmFromMarkdown(), frontmatterFromMarkdown(['yaml', 'toml'])],
  });
  const blocks = [...blocksOf(tree)];
  return documentOf((take) => {
    const splices = new Splices(file.text);
    for (const block of blocks) {
      if (block.type === 'html') {
        const html = htmlOf(block, file.text, take);
        if (html !== undefined) splices.add(html);
        continue;
      }
      const place = rangeOf(block.children);
      if (place === undefined) continue;
      const tokens = translateInline(tokensOf(block.children, { source: file.text, masked, pairs: 0 }), take);
      if (tokens === undefined) continue;
      splices.add({ ...place, text: serialize(tokens, block.type) });
    }
    return () => file.encode(splices.toString());
  }, file.older);
}

type Block = Extract<Nodes, { type: 'paragraph' | 'heading' | 'tableCell' | 'html' }>;

function* blocksOf(node: Nodes): Generator<Block> {
  if (
    node.type === 'paragraph' ||
    node.type === 'heading' ||
    node.type === 'tableCell' ||
    node.type === 'html'
  )
    yield node;
  else if ('children' in node) for (const child of (node as Parents).children) yield* blocksOf(child);
}

/** Mark-up between paragraphs, such as `<summary>`, is translated as a page is. */
function htmlOf(node: Extract<Nodes, { type: 'html' }>, source: string, take: TakeUnit): Splice | undefined {
  const start = node.position?.start.offset ?? 0;
  const end = node.position?.end.offset ?? 0;
  const html = translateHtml(source.slice(start, end), take);
  return html.changed ? { start, end, text: html.toString() } : undefined;
}

/** A character that no document holds, in the place of each of a formula: Markdown reads `a_1 * b_1` as emphasis. */
const MASK = '\uE000';
const FORMULA = /(?<![\\$`])(?:\$\$[^$]{1,5000}\$\$|\$(?=[^\s$])[^$\n]{0,300}[^\s$\\]\$(?!\d))/g;

function withoutFormulas(text: string): string {
  // Line breaks stay: they decide where blocks end.
  return text.replace(FORMULA, (formula) =>
    isFormula(formula) ? formula.replace(/[^\r\n]/g, MASK) : formula,
  );
}

/** "costs $5 and $6" is money. */
function isFormula(text: string): boolean {
  return text.startsWith('$$') || !/^\$[\d.,]+\s/.test(text);
}

interface Reading {
  readonly source: string;
  /** The same with formulas blotted out. */
  readonly masked: string;
  pairs: number;
}

function rangeOf(nodes: readonly PhrasingContent[]): { start: number; end: number } | undefined {
  const start = nodes[0]?.position?.start.offset;
  const end = nodes.at(-1)?.position?.end.offset;
  return start === undefined || end === undefined ? undefined : { start, end };
}

/** The parts of a paragraph as they are written: escapes stay, and links keep their addresses. */
function tokensOf(nodes: readonly PhrasingContent[], reading: Reading): InlineToken[] {
  const { source } = reading;
  return nodes.flatMap((node): InlineToken[] => {
    const start = node.position?.start.offset ?? 0;
    const end = node.position?.end.offset ?? 0;
    const raw = source.slice(start, end);
    if (node.type === 'text') return wordsOf(start, end, reading);
    if (node.type === 'image') return imageOf(raw, reading);
    if (node.type === 'link' && isBareAddress(raw)) return [{ kind: 'object', source: raw }];
    const inside = 'children' in node ? rangeOf(node.children) : undefined;
    if (node.type === 'break' || !('children' in node) || inside === undefined) {
      return [node.type === 'break' ? { kind: 'break', source: raw } : { kind: 'object', source: raw }];
    }
    const pair = reading.pairs++;
    // [Terms][] and [Terms] name what they refer to by their words: behind other words it has to be said.
    const isNamedByWords = node.type === 'linkReference' && node.referenceType !== 'full';
    const close = isNamedByWords
      ? `][${source.slice(inside.start, inside.end)}]`
      : source.slice(inside.end, end);
    return [
      { kind: 'open', source: source.slice(start, inside.start), pair },
      ...tokensOf(node.children, reading),
      { kind: 'close', source: close, pair },
    ];
  });
}

/** Text between formulas, and between a term and its definition (`: …` on a line of its own). */
function wordsOf(start: number, end: number, { source, masked }: Reading): InlineToken[] {
  const tokens: InlineToken[] = [];
  let at = start;
  const words = (to: number): void => {
    const lines = source.slice(at, to).split(/((?:\r\n|\r|\n)[ \t]{0,3}:[ \t]+)/);
    for (const [index, line] of lines.entries()) {
      if (index % 2 === 1) tokens.push({ kind: 'break', source: line });
      else tokens.push({ kind: 'text', text: unwrapped(line), style: 0 });
    }
  };
  for (const match of masked.slice(start, end).matchAll(new RegExp(`${MASK}[${MASK}\\r\\n]*`, 'g'))) {
    words(start + match.index);
    at = start + match.index + match[0].trimEnd().length;
    tokens.push({ kind: 'object', source: source.slice(start + match.index, at) });
  }
  words(end);
  return tokens;
}

/** What is said of a picture is read where the picture is not seen. */
function imageOf(raw: string, reading: Reading): InlineToken[] {
  const [, before, alt, after] = /^(!\[)((?:[^[\]\\]|\\.)+)(\][\s\S]*)$/.exec(raw) ?? [];
  if (before === undefined || alt === undefined || after === undefined)
    return [{ kind: 'object', source: raw }];
  const pair = reading.pairs++;
  return [
    { kind: 'open', source: before, pair },
    { kind: 'text', text: unwrapped(alt), style: 0 },
    { kind: 'close', source: after, pair },
  ];
}

/** Lines of a paragraph are one text; what quotes or indents them is no part of it. */
function unwrapped(raw: string): string {
  // Looking back, so that a row of blanks is read once and not from each of them.
  return raw.replace(/(?<![ \t])[ \t]*(?:\r\n|\r|\n)[ \t]*(?:>[ \t]?)*/g, (_, at: number) =>
    /[\u3000-\u30FF\u3400-\u9FFF\uFF00-\uFFEF]/.test(raw[at - 1] ?? '') ? '' : ' ',
  );
}

function serialize(tokens: readonly InlineToken[], block: Block['type']): string {
  const text = joinMarkdown(tokens);
  if (block === 'tableCell') return text.replace(/(?<!\\)\|/g, '\\|').replaceAll('\n', ' ');
  // What would begin a heading, a list or a quotation is only a character here.
  return text.replace(/^(?=[#>*+-](?:\s|$))/, '\\').replace(/^(\d{1,9})(?=[.)]\s)/, '$1\\');
}
