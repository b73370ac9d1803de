import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { matrixOf, multiply } from '#src/documents/pdf/matrix.js';
import type { PdfParagraph } from '#src/documents/pdf/paragraphs.js';
import { blocksByContent, type StructureNode } from '#src/documents/pdf/structure-tags.js';

interface TaggedText {
  readonly x: number;
  readonly y: number;
  readonly block: number;
}

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
      const tags: StructureNode | null = await page.getStructTree();
      const blocks = tags === null ? new Map<string, number>() : blocksByContent(tags);
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
