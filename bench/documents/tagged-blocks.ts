import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { matrixOf, multiply } from '#src/documents/pdf/matrix.js';
import type { PdfParagraph } from '#src/documents/pdf/paragraphs.js';

/** A node of the structure that a tagged PDF states, or text in it. */
interface StructureNode {
  readonly role?: string;
  readonly type?: string;
  readonly id?: string;
  readonly children?: readonly StructureNode[];
}

interface TaggedText {
  readonly x: number;
  readonly y: number;
  readonly block: number;
}

/** Elements that a reader sees as a block of their own (PDF 1.7, 14.8.4.3). */
const BLOCKS = /^(?:P|H\d?|LI|LBody|Lbl|TD|TH|TOCI|Caption|Title|Note)$/;
const LIBRARY = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

/** What a tagged PDF says about the blocks of a page: how many of them a paragraph that was found reaches over. */
export class TaggedPage {
  readonly #texts: readonly TaggedText[];

  constructor(texts: readonly TaggedText[]) {
    this.#texts = texts;
  }

  count({ lines }: PdfParagraph): number {
    const blocks = this.#texts.filter(({ x, y }) =>
      lines.some((line) => Math.abs(line.y - y) < 1 && x > line.x - 1 && x < line.right - 1),
    );
    return new Set(blocks.map(({ block }) => block)).size;
  }
}

/** By page; pages without tags have no texts. */
export async function taggedBlocks(bytes: Uint8Array): Promise<readonly TaggedPage[]> {
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const task = getDocument({
    data: Uint8Array.from(bytes),
    cMapUrl: `${join(LIBRARY, 'cmaps')}/`,
    cMapPacked: true,
    standardFontDataUrl: `${join(LIBRARY, 'standard_fonts')}/`,
    verbosity: VerbosityLevel.ERRORS,
  });
  try {
    const document = await task.promise;
    const pages: TaggedPage[] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const blocks = blocksById((await page.getStructTree()) as StructureNode | null);
      const { height, transform } = page.getViewport({ scale: 1 });
      const upright = multiply(matrixOf(transform.map(Number)), [1, 0, 0, -1, 0, height]);
      const { items } = await page.getTextContent({ includeMarkedContent: true });
      const texts: TaggedText[] = [];
      const open: (number | undefined)[] = [];
      for (const item of items) {
        if ('str' in item) {
          const block = open.findLast((known) => known !== undefined);
          const [, , , , x, y] = multiply(matrixOf(item.transform.map(Number)), upright);
          if (block !== undefined && /\p{L}/u.test(item.str)) texts.push({ x, y, block });
        } else if (item.type === 'endMarkedContent') open.pop();
        else open.push(blocks.get(item.id));
      }
      pages.push(new TaggedPage(texts));
      page.cleanup();
    }
    return pages;
  } finally {
    await task.destroy();
  }
}

function blocksById(root: StructureNode | null): ReadonlyMap<string, number> {
  const blocks = new Map<string, number>();
  let count = 0;
  const visit = (node: StructureNode, block: number): void => {
    if (node.type === 'content' && node.id !== undefined) blocks.set(node.id, block);
    const isBlock = BLOCKS.test(node.role ?? '');
    if (isBlock) count += 1;
    const own = isBlock ? count : block;
    for (const child of node.children ?? []) visit(child, own);
  };
  if (root !== null) visit(root, 0);
  return blocks;
}
