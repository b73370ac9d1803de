import { Parser } from 'htmlparser2';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import type { Problem } from './problems.js';

/** Compares texts with marks in them by the marks: elements, links, items, cues, entries. */
export function compareText(kind: string, before: Uint8Array, after: Uint8Array): readonly Problem[] {
  const shape = SHAPES[kind];
  if (shape === undefined) return [];
  const [old, fresh] = [before, after].map((bytes) => shape(Buffer.from(bytes).toString('utf8')));
  const names = new Set([...(old?.keys() ?? []), ...(fresh?.keys() ?? [])]);
  return [...names].flatMap((name): Problem[] => {
    const [was, is] = [old?.get(name) ?? 0, fresh?.get(name) ?? 0];
    return was === is ? [] : [{ kind: 'structure', detail: `${was} ${name}, now ${is}` }];
  });
}

type Shape = ReadonlyMap<string, number>;

const SHAPES: Readonly<Record<string, (text: string) => Shape>> = {
  html: htmlShape,
  md: markdownShape,
  vtt: (text) => lineShape(text, /^\S*\d{2}:\d{2}[.,]\d{3} --> \S*\d{2}:\d{2}[.,]\d{3}.*$/gm),
  po: (text) => lineShape(text, /^(?:msgid|msgid_plural|msgctxt|#:) .*$/gm),
};

function counted(names: Iterable<string>): Shape {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function htmlShape(text: string): Shape {
  const names: string[] = [];
  const parser = new Parser({
    onopentag(name, { href, src }) {
      names.push(`<${name}>`);
      const target = href ?? src;
      if (target !== undefined) names.push(`${name} to ${target}`);
    },
  });
  parser.end(text);
  return counted(names);
}

interface MarkdownNode {
  readonly type: string;
  readonly url?: string;
  readonly children?: readonly MarkdownNode[];
}

function markdownShape(text: string): Shape {
  const names: string[] = [];
  const open: MarkdownNode[] = [
    fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }),
  ];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    // How many pieces a text falls into depends on its words.
    if (node.type !== 'text') names.push(node.type);
    if (node.url !== undefined) names.push(`${node.type} to ${node.url}`);
    open.push(...(node.children ?? []));
  }
  return counted(names);
}

function lineShape(text: string, lines: RegExp): Shape {
  return counted([...text.matchAll(lines)].map(([line]) => line));
}
