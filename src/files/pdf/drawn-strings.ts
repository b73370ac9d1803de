import type { PDFDocument, PDFRef } from '@cantoo/pdf-lib';
import { contentOfPage } from './pdf-document.js';
import { TextRewriter, type TextVisitor } from './rewrite-text.js';
import type { PdfPage, PlacedText } from './text-layer.js';
import type { ShownText } from './text-state.js';

/** Points between the rows in which strings are looked up. */
const ROW = 4;
/** Rows above and below in which a string of the same line may stand. */
const NEAR = 3;

/**
 * How the strings of a page are drawn. The reader of the text layer says what stands where, and not in which weight: that
 * is found by the place.
 */
export class DrawnStrings implements TextVisitor {
  readonly #rows = new Map<number, ShownText[]>();
  #visible = 0;
  #invisible = 0;

  show(text: ShownText): undefined {
    if (!text.level) return;
    if (text.invisible) this.#invisible += 1;
    else this.#visible += 1;
    const row = Math.round(text.y / ROW);
    const known = this.#rows.get(row) ?? [];
    if (known.length === 0) this.#rows.set(row, known);
    known.push(text);
  }

  fonts(): ReadonlyMap<string, PDFRef> {
    return new Map();
  }

  /** Most of the text of the page lies behind a picture of it. */
  get isScan(): boolean {
    return this.#invisible > this.#visible;
  }

  /** Whether a piece of text is bold: the string that it begins in says so. */
  isBold({ x, y, size, width }: PlacedText): boolean {
    const inside = x + Math.min(width, size) / 4;
    const row = Math.round(y / ROW);
    for (let near = row - NEAR; near <= row + NEAR; near += 1) {
      for (const string of this.#rows.get(near) ?? []) {
        const sameLine = Math.abs(string.y - y) < size * 0.5;
        if (sameLine && string.x <= inside && inside < string.right) return string.bold;
      }
    }
    return false;
  }
}

/** Listens to the strings of each page as it is drawn. */
export function drawnStrings(
  document: PDFDocument,
  pages: readonly Pick<PdfPage, 'upright'>[],
): readonly DrawnStrings[] {
  const rewriter = new TextRewriter(document.context);
  return document.getPages().map((page, number) => {
    const strings = new DrawnStrings();
    const upright = pages[number]?.upright;
    const { Resources: resources } = page.node.normalizedEntries();
    if (upright !== undefined) rewriter.page(contentOfPage(page), resources, upright, strings);
    return strings;
  });
}
