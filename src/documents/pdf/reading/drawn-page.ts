import type { PDFDocument, PDFRef } from '@cantoo/pdf-lib';
import type { Extent } from '../content/extent.js';
import { type FillColour, isWhite } from '../content/fill-colour.js';
import type { PaintedPath } from '../content/painted-path.js';
import { contentOfPage } from '../content/pdf-document.js';
import { PageRewriter, type PageVisitor } from '../content/rewrite-page.js';
import type { ShownText } from '../content/text-state.js';
import { RowIndex } from './row-index.js';
import type { PdfPage } from './text-layer.js';

/** A string with the drawing that it is part of. */
export interface DrawnString extends ShownText {
  readonly scope: number;
}

/** An area with a colour behind the text. */
export interface Shade extends Extent {
  readonly colour: string;
}

/** Lines and areas of one page; a page of more is a map or a plan, and they part no text. */
const MOST_SHAPES = 20_000;
/** Points; what is thinner is a line, however it was drawn. */
const THIN = 3;
/** The share of a page that a picture of the page covers. */
const WHOLE_PAGE = 0.5;

/**
 * What is drawn on a page. The reader of the text layer says what stands where, and not how it looks or what stands
 * between: that is found by the place.
 */
export class DrawnPage implements PageVisitor {
  readonly strings = new RowIndex<DrawnString>();
  readonly pictures: Extent[] = [];
  #rules: Extent[] = [];
  #shades: Shade[] = [];
  #shapes = 0;
  #visible = 0;
  #invisible = 0;
  /** Characters, and those in fonts whose characters are all of one width. */
  characters = 0;
  monospaced = 0;

  show(text: ShownText, scope: number): undefined {
    if (!text.level) return;
    const count = text.stretches.reduce((sum, { characters }) => sum + characters, 0);
    this.characters += count;
    if (text.monospaced) this.monospaced += count;
    if (text.invisible) this.#invisible += 1;
    else this.#visible += 1;
    this.strings.add({ ...text, scope });
  }

  paint({ lines, areas }: PaintedPath, colour: FillColour): boolean {
    this.#shapes += lines.length + areas.length;
    if (this.#shapes > MOST_SHAPES) return false;
    this.#rules.push(...lines);
    for (const area of areas) {
      if (Math.min(area.right - area.left, area.top - area.bottom) < THIN) this.#rules.push(area);
      else if (!isWhite(colour)) this.#shades.push({ ...area, colour: colour.source });
      else this.#shades.push({ ...area, colour: '' });
    }
    return false;
  }

  picture(extent: Extent): void {
    if (this.pictures.length < MOST_SHAPES) this.pictures.push(extent);
  }

  fonts(): ReadonlyMap<string, PDFRef> {
    return new Map();
  }

  /** Lines along the page, thin areas among them. */
  get rules(): readonly Extent[] {
    return this.#shapes > MOST_SHAPES ? [] : this.#rules;
  }

  /** In the order in which they are drawn; white ones have no colour. */
  get shades(): readonly Shade[] {
    return this.#shapes > MOST_SHAPES ? [] : this.#shades;
  }

  /** Most of the text of the page lies behind a picture of it. */
  get isScan(): boolean {
    return this.#invisible > this.#visible;
  }

  /** Whether a picture covers the page. */
  isPicture({ width, height }: Pick<PdfPage, 'width' | 'height'>): boolean {
    return this.pictures.some(
      ({ left, right, top, bottom }) => (right - left) * (top - bottom) > width * height * WHOLE_PAGE,
    );
  }
}

/** Looks on as each page is drawn. */
export function drawnPages(
  document: PDFDocument,
  pages: readonly Pick<PdfPage, 'upright'>[],
): readonly DrawnPage[] {
  const rewriter = new PageRewriter(document.context);
  return document.getPages().map((page, number) => {
    const drawn = new DrawnPage();
    const upright = pages[number]?.upright;
    const { Resources: resources } = page.node.normalizedEntries();
    if (upright !== undefined) rewriter.page(contentOfPage(page), resources, upright, drawn);
    return drawn;
  });
}
