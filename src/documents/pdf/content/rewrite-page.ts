import { type PDFContext, PDFDict, PDFName, PDFRawStream, type PDFRef } from '@cantoo/pdf-lib';
import { operationsOf } from './content-stream.js';
import { common, type Extent, extentOfPoints } from './extent.js';
import type { FillColour } from './fill-colour.js';
import { GlyphWidths } from './glyph-widths.js';
import { type Matrix, matrixOf, multiply } from './matrix.js';
import { type PaintedPath, PathState } from './painted-path.js';
import { contentOf, numbersIn } from './stream-content.js';
import { type ShownText, TextState } from './text-state.js';

/** Forms inside of forms; programs write two or three. */
const DEEPEST = 6;
/** Forms drawn on one page. */
const MOST_FORMS = 2000;

export interface PageVisitor {
  /**
   * Answers what stands instead of a string, or undefined where it stays.
   * @param scope which drawing it is part of: 0 is the page, then its forms in order
   */
  show(text: ShownText, scope: number): string | undefined;
  /** Answers true where a path shall not be drawn. */
  paint?(path: PaintedPath, colour: FillColour): boolean;
  /** Hears of a picture. */
  picture?(extent: Extent): void;
  /** Fonts that the answers of `show` name, for the resources of a form. */
  fonts(): ReadonlyMap<string, PDFRef>;
}

/** Where a drawing stands, and what of it is seen. */
interface DrawingPlace {
  readonly ctm: Matrix;
  readonly clip: Extent | undefined;
}

/**
 * Goes through the strings, paths and pictures of a page in the order in which they are drawn, those of its forms
 * (drawings that a page places as a whole) included, and replaces what the visitor wants replaced. Everything else stays
 * as it is written. A form in which something changes becomes a new one of this page: others may show the same form elsewhere.
 */
export class PageRewriter {
  readonly #context: PDFContext;
  readonly #widths = new Map<PDFDict, GlyphWidths>();
  /** On the page at hand. */
  #forms = 0;
  /** Counts on from page to page: their resources may be one dictionary. */
  #made = 0;

  constructor(context: PDFContext) {
    this.#context = context;
  }

  /** The new content; undefined where nothing changes. */
  page(content: string, resources: PDFDict, upright: Matrix, visitor: PageVisitor): string | undefined {
    this.#forms = 0;
    return this.#rewrite(content, resources, { ctm: upright, clip: undefined }, visitor, 0);
  }

  #rewrite(
    content: string,
    resources: PDFDict,
    { ctm, clip }: DrawingPlace,
    visitor: PageVisitor,
    depth: number,
  ): string | undefined {
    const state = new TextState(ctm, (name) => this.#font(resources, name), clip);
    const paths = new PathState();
    const scope = this.#forms;
    const parts: string[] = [];
    let at = 0;
    for (const operation of operationsOf(content)) {
      const shown = state.apply(operation);
      const [operand] = operation.operands;
      let instead: string | undefined;
      const path = paths.apply(operation, state.ctm);
      if (paths.clip !== undefined) state.clipTo(paths.clip);
      if (shown !== undefined) instead = visitor.show(shown, scope);
      else if (path !== undefined) instead = visitor.paint?.(path, state.colour) === true ? 'n' : undefined;
      else if (operation.operator === 'ID') visitor.picture?.(unitSquare(state.ctm));
      else if (operation.operator === 'Do' && operand?.kind === 'name') {
        const name = this.#form(resources, operand.value, state, visitor, depth);
        if (name !== undefined) instead = `/${name} Do`;
      }
      if (instead === undefined) continue;
      parts.push(content.slice(at, operation.start), ` ${instead} `);
      at = operation.end;
    }
    if (parts.length === 0) return undefined;
    return parts.join('') + content.slice(at);
  }

  #font(resources: PDFDict, name: string): GlyphWidths | undefined {
    const font = dictionaryIn(resources, 'Font')?.lookup(PDFName.of(name));
    if (!(font instanceof PDFDict)) return undefined;
    const known = this.#widths.get(font) ?? new GlyphWidths(font);
    this.#widths.set(font, known);
    return known;
  }

  /** The name of the form that takes the place of another; undefined where that stays. */
  #form(
    resources: PDFDict,
    name: string,
    { ctm, clip }: DrawingPlace,
    visitor: PageVisitor,
    depth: number,
  ): string | undefined {
    const objects = dictionaryIn(resources, 'XObject');
    const form = objects?.lookup(PDFName.of(name));
    if (objects === undefined || !(form instanceof PDFRawStream) || depth >= DEEPEST) return undefined;
    if (form.dict.lookup(PDFName.of('Subtype')) !== PDFName.of('Form')) {
      visitor.picture?.(unitSquare(ctm));
      return undefined;
    }
    this.#forms += 1;
    if (this.#forms > MOST_FORMS) return undefined;
    const own = dictionaryIn(form.dict, 'Resources')?.clone() ?? resources;
    // Its objects are changed below: what other forms share must not change with it.
    const shared = dictionaryIn(own, 'XObject');
    if (own !== resources && shared !== undefined) own.set(PDFName.of('XObject'), shared.clone());
    const matrix = matrixOf(numbersIn(form.dict, 'Matrix'));
    const place = multiply(matrix, ctm);
    const [left, bottom, right, top] = numbersIn(form.dict, 'BBox');
    const box =
      left === undefined || bottom === undefined || right === undefined || top === undefined
        ? clip
        : common(clip, placedExtent({ left, bottom, right, top }, place));
    const content = this.#rewrite(contentOf(form), own, { ctm: place, clip: box }, visitor, depth + 1);
    if (content === undefined) return undefined;
    addFonts(own, visitor.fonts());
    const fresh = this.#context.flateStream(Buffer.from(content, 'latin1'));
    for (const [key, value] of form.dict.entries()) {
      if (!/^\/(?:Length|Filter|DecodeParms|Resources)$/.test(key.asString())) fresh.dict.set(key, value);
    }
    fresh.dict.set(PDFName.of('Resources'), own);
    this.#made += 1;
    const freshName = `KtX${this.#made}`;
    objects.set(PDFName.of(freshName), this.#context.register(fresh));
    return freshName;
  }
}

/** Where a picture stands: it fills the square from (0, 0) to (1, 1). */
function unitSquare(ctm: Matrix): Extent {
  return placedExtent({ left: 0, bottom: 0, right: 1, top: 1 }, ctm);
}

function placedExtent({ left, bottom, right, top }: Extent, ctm: Matrix): Extent {
  const corners = [left, right].flatMap((x) => [bottom, top].map((y) => multiply([1, 0, 0, 1, x, y], ctm)));
  return extentOfPoints(corners.map(([, , , , x, y]) => [x, y]));
}

/** Names fonts in the resources of a page or a form, in a dictionary of its own. */
export function addFonts(resources: PDFDict, fonts: ReadonlyMap<string, PDFRef>): void {
  const own = dictionaryIn(resources, 'Font')?.clone() ?? resources.context.obj({});
  for (const [name, reference] of fonts) own.set(PDFName.of(name), reference);
  resources.set(PDFName.of('Font'), own);
}

export function dictionaryIn(dictionary: PDFDict, key: string): PDFDict | undefined {
  const value = dictionary.lookup(PDFName.of(key));
  return value instanceof PDFDict ? value : undefined;
}
