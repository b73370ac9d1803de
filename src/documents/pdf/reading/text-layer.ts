import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { FileRefused } from '../../file-problems.js';
import { type Matrix, matrixOf, multiply } from '../content/matrix.js';
import { blocksByContent, type StructureNode } from './structure-tags.js';

/** A piece of text as it stands on the upright page; the origin is the lower left corner. */
export interface PlacedText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Size of the font, in points. */
  readonly size: number;
  /** From left to right, as most text stands; not turned, and not from top to bottom. */
  readonly level: boolean;
  /** In a tagged PDF, the number of the paragraph, cell or item that it is part of; numbers are those of its page. */
  readonly block?: number;
}

export interface PdfPage {
  readonly width: number;
  readonly height: number;
  /** From the coordinates of the page to those in which a reader sees it upright. */
  readonly upright: Matrix;
  readonly texts: readonly PlacedText[];
}

const MOST_PAGES = 2000;
const LIBRARY = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

/** Reads the text of a PDF whose streams were checked. Nothing is drawn, run or fetched; character maps of East Asian fonts come with the library. */
export async function readTextLayer(bytes: Uint8Array): Promise<readonly PdfPage[]> {
  // Loaded where a PDF is read and nowhere else: the library replaces built-in functions of its thread, JSON.parse among them.
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const task = getDocument({
    data: Uint8Array.from(bytes),
    cMapUrl: `${join(LIBRARY, 'cmaps')}/`,
    cMapPacked: true,
    standardFontDataUrl: `${join(LIBRARY, 'standard_fonts')}/`,
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    stopAtErrors: false,
    verbosity: VerbosityLevel.ERRORS,
  });
  try {
    const document = await task.promise;
    if (document.numPages > MOST_PAGES) throw new FileRefused('tooLarge');
    const pages: PdfPage[] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const { width, height, transform } = page.getViewport({ scale: 1 });
      const upright = multiply(matrixOf(transform.map(Number)), [1, 0, 0, -1, 0, height]);
      const tags: StructureNode | null = await page.getStructTree();
      const blocks = tags === null ? undefined : blocksByContent(tags);
      // Only where it says something: the reader ends a piece of text at each mark.
      const { items, styles } = await page.getTextContent({ includeMarkedContent: blocks !== undefined });
      const open: (number | undefined)[] = [];
      const texts = items.flatMap((item): PlacedText[] => {
        if (!('str' in item)) {
          if (item.type === 'endMarkedContent') open.pop();
          else open.push(blocks?.get(item.id) ?? open.at(-1));
          return [];
        }
        if (item.str === '') return [];
        const block = open.at(-1);
        const [a, b, c, d, x, y] = multiply(matrixOf(item.transform.map(Number)), upright);
        const size = Math.hypot(c, d) || item.height;
        const level = Math.abs(b) < a * 0.02 && d > 0 && styles[item.fontName]?.vertical !== true;
        return [
          { text: item.str, x, y, width: item.width, size, level, ...(block !== undefined && { block }) },
        ];
      });
      pages.push({ width, height, upright, texts });
      page.cleanup();
    }
    return pages;
  } catch (error) {
    if (error instanceof FileRefused) throw error;
    throw new FileRefused(
      error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'broken',
      { cause: error },
    );
  } finally {
    await task.destroy();
  }
}
