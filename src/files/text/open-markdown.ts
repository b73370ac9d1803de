import type { Nodes, Parents, PhrasingContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfm } from 'micromark-extension-gfm';
import { documentOf, type OpenDocument, type OpenOptions } from '../document.js';
import { TXT } from '../formats/txt.js';
import { type InlineToken, translateInline } from '../inline.js';
import { Splices } from '../splices.js';
import { decodeFile } from './encoding.js';
import { isTooDense } from './markdown-density.js';

/** Paragraphs, headings and cells of a Markdown file. */
export function openMarkdown(bytes: Uint8Array, options: OpenOptions): OpenDocument | Promise<OpenDocument> {
  const file = decodeFile(bytes, { from: options.from });
  // Whatever it is, it is no Markdown that somebody wrote: its paragraphs are translated as they stand.
  if (isTooDense(file.text)) return TXT.open(bytes, options);
  const tree = fromMarkdown(file.text, {
    extensions: [gfm(), frontmatter(['yaml', 'toml'])],
    mdastExtensions: [gfmFromMarkdown(), frontmatterFromMarkdown(['yaml', 'toml'])],
  });
  const blocks = [...blocksOf(tree)];
  return documentOf((take) => {
    const splices = new Splices(file.text);
    for (const block of blocks) {
      const place = rangeOf(block.children);
      if (place === undefined) continue;
      const tokens = translateInline(tokensOf(block.children, file.text), take);
      if (tokens === undefined) continue;
      splices.add({ ...place, text: serialize(tokens, block.type) });
    }
    return () => file.encode(splices.toString());
  }, file.older);
}

type Block = Extract<Nodes, { type: 'paragraph' | 'heading' | 'tableCell' }>;

function* blocksOf(node: Nodes): Generator<Block> {
  if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell') yield node;
  else if ('children' in node) for (const child of (node as Parents).children) yield* blocksOf(child);
}

function rangeOf(nodes: readonly PhrasingContent[]): { start: number; end: number } | undefined {
  const start = nodes[0]?.position?.start.offset;
  const end = nodes.at(-1)?.position?.end.offset;
  return start === undefined || end === undefined ? undefined : { start, end };
}

/** The parts of a paragraph as they are written: escapes stay, and links keep their addresses. */
function tokensOf(nodes: readonly PhrasingContent[], source: string, numbers = { next: 0 }): InlineToken[] {
  return nodes.flatMap((node): InlineToken[] => {
    const start = node.position?.start.offset ?? 0;
    const end = node.position?.end.offset ?? 0;
    const raw = source.slice(start, end);
    if (node.type === 'text') return [{ kind: 'text', text: unwrapped(raw), style: 0 }];
    const inside = 'children' in node ? rangeOf(node.children) : undefined;
    if (node.type === 'break' || !('children' in node) || inside === undefined) {
      return [node.type === 'break' ? { kind: 'break', source: raw } : { kind: 'object', source: raw }];
    }
    const pair = numbers.next++;
    return [
      { kind: 'open', source: source.slice(start, inside.start), pair },
      ...tokensOf(node.children, source, numbers),
      { kind: 'close', source: source.slice(inside.end, end), pair },
    ];
  });
}

/** Lines of a paragraph are one text; what quotes or indents them is no part of it. */
function unwrapped(raw: string): string {
  // Looking back, so that a row of blanks is read once and not from each of them.
  return raw.replace(/(?<![ \t])[ \t]*(?:\r\n|\r|\n)[ \t]*(?:>[ \t]?)*/g, (_, at: number) =>
    /[\u3000-\u30FF\u3400-\u9FFF\uFF00-\uFFEF]/.test(raw[at - 1] ?? '') ? '' : ' ',
  );
}

function serialize(tokens: readonly InlineToken[], block: Block['type']): string {
  const text = tokens.map((token) => (token.kind === 'text' ? token.text : token.source)).join('');
  if (block === 'tableCell') return text.replace(/(?<!\\)\|/g, '\\|').replaceAll('\n', ' ');
  // What would begin a heading, a list or a quotation is only a character here.
  return text
    .replace(/^(?=[#>+-](?:\s|$))/, '\\')
    .replace(/^(\d{1,9})(?=[.)]\s)/, '$1\\')
    .replace(/\n/g, '\n');
}
