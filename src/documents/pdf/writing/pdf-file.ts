import { type PDFDocument, PDFName, type PDFPage, type PDFRef } from '@cantoo/pdf-lib';
import { type Lang, writesUnspaced } from '../../../base/lang.js';
import type { OnOverflow } from '../../document.js';
import type { Extent } from '../content/extent.js';
import { moveLinks } from '../content/page-links.js';
import { contentOfPage, openDocument } from '../content/pdf-document.js';
import { addFonts, PageRewriter } from '../content/rewrite-page.js';
import type { ReadPage } from '../reading/read-page.js';
import { isMostly, type StyledText } from '../reading/styled-text.js';
import { documentStrings } from './document-strings.js';
import { embedFace } from './embed-face.js';
import { Faces } from './faces.js';
import { textBoxes } from './page-layout.js';
import { ParagraphWriter } from './page-text.js';
import { ParagraphIndex, SharedStrings } from './paragraph-index.js';
import { type PlacedRun, placedRuns } from './placed-runs.js';
import { type BreakableText, breakable, type Fit, fitOf, type TextBox, typeset } from './typeset.js';

/** A page with what is written on it. */
export interface TranslatedPage extends ReadPage {
  /** One per paragraph; undefined where it stays as it is. */
  readonly translations: readonly (StyledText | undefined)[];
}

/** A paragraph that is written anew. */
interface FreshText {
  readonly text: BreakableText;
  readonly box: TextBox;
  /** Texts of one style are of one size. */
  readonly style: string;
  readonly fit: Fit;
}

interface PagePlan {
  /** Counted from 1. */
  readonly number: number;
  readonly page: PDFPage;
  readonly translated: TranslatedPage;
  readonly index: ParagraphIndex;
  readonly texts: ReadonlyMap<number, FreshText>;
}

/** Where a text needs less than this share of its size, it alone becomes so small, and not all others of its style. */
const SMALLEST_OF_STYLE = 0.8;
/** From the baseline up and down to the edges of a link, in font sizes. */
const LINK_TOP = 0.9;
const LINK_BOTTOM = 0.25;

/**
 * The PDF with other text in the place of some of its paragraphs, and of texts beside its pages. Pictures, lines, links, forms and all other text stay.
 * The fonts of a PDF hold only the letters that it uses, so translations are set in fonts of our own, of which the file
 * again holds what it uses.
 */
export async function translatedPdf(
  bytes: Uint8Array,
  pages: readonly TranslatedPage[],
  strings: readonly (string | undefined)[],
  to: Lang,
  onOverflow: OnOverflow,
): Promise<Uint8Array> {
  const document = await openDocument(bytes);
  const { context } = document;
  const faces = new Faces(to);
  const references = new Map<string, PDFRef>();
  const referenceOf = (name: string): PDFRef => {
    const reference = references.get(name) ?? context.nextRef();
    references.set(name, reference);
    return reference;
  };
  const rewriter = new PageRewriter(context);
  const plans = pagePlans(document, pages, rewriter, faces, writesUnspaced(to));
  const shareOf = sharesOfStyles(plans);
  for (const plan of plans) {
    if ([...plan.texts.values()].some(({ fit }) => fit.overflows)) onOverflow(plan.number);
    const texts = new Map(
      [...plan.texts].map(([number, fresh]) => {
        const fit = { ...fresh.fit, share: Math.min(fresh.fit.share, shareOf(fresh.style)) };
        const set = typeset(fresh.text, fresh.box, fit, (words) => faces.width(words));
        return [number, placedRuns(set, faces)] as const;
      }),
    );
    writePage(plan, texts, rewriter, faces, referenceOf);
  }
  const pen = { context, faces, referenceOf, unspaced: writesUnspaced(to) };
  for (const [at, { write }] of documentStrings(document).entries()) {
    const text = strings[at];
    if (text !== undefined) write(text, pen);
  }
  for (const face of faces.used) embedFace(context, face, referenceOf(face.name));
  return document.save({ useObjectStreams: true, updateFieldAppearances: false });
}

function pagePlans(
  document: PDFDocument,
  pages: readonly TranslatedPage[],
  rewriter: PageRewriter,
  faces: Faces,
  unspaced: boolean,
): readonly PagePlan[] {
  return document.getPages().flatMap((page, number) => {
    const translated = pages[number];
    if (translated?.translations.some((text) => text !== undefined) !== true) return [];
    const { paragraphs, translations, upright } = translated;
    const index = new ParagraphIndex(paragraphs);
    const shared = new SharedStrings(index, paragraphs.length);
    const { Resources: resources } = page.node.normalizedEntries();
    rewriter.page(contentOfPage(page), resources, upright, shared);
    const boxes = textBoxes(paragraphs, translated);
    const chosen = [...paragraphs.keys()].filter((at) => translations[at] !== undefined);
    // A text with letters that no font here has stays as it is: nothing of it is lost.
    const canWrite = (at: number) => faces.has(translations[at] ?? paragraphs[at]?.styled ?? []);
    const texts = new Map(
      [...shared.withOthers(chosen, canWrite)].flatMap((at) => {
        const [paragraph, box] = [paragraphs[at], boxes[at]];
        if (paragraph === undefined || box === undefined) return [];
        const text = breakable(translations[at] ?? paragraph.styled, unspaced);
        const weight = isMostly(paragraph.styled, ({ bold }) => bold) ? 'bold' : 'regular';
        const style = `${weight} ${Math.round(paragraph.size * 2)}`;
        const fit = fitOf(text, box, (words) => faces.width(words));
        return [[at, { text, box, style, fit }] as const];
      }),
    );
    return [{ number: number + 1, page, translated, index, texts }];
  });
}

/** In which share of its size each style is set: that in which all of its texts fit which come near to fitting. */
function sharesOfStyles(plans: readonly PagePlan[]): (style: string) => number {
  const shares = new Map<string, number>();
  for (const { texts } of plans) {
    for (const { style, fit } of texts.values()) {
      const { share } = fit;
      if (share >= SMALLEST_OF_STYLE) shares.set(style, Math.min(shares.get(style) ?? 1, share));
    }
  }
  return (style) => shares.get(style) ?? 1;
}

function writePage(
  { page, translated, index }: PagePlan,
  texts: ReadonlyMap<number, readonly PlacedRun[]>,
  rewriter: PageRewriter,
  faces: Faces,
  referenceOf: (name: string) => PDFRef,
): void {
  const { upright, marks } = translated;
  const { Resources: resources } = page.node.normalizedEntries();
  const writer = new ParagraphWriter({ index, texts, marks, upright }, faces, referenceOf);
  const fresh = rewriter.page(contentOfPage(page), resources, upright, writer);
  if (fresh === undefined) return;
  addFonts(resources, writer.fonts());
  const content = writer.unclipped === '' ? fresh : `q\n${fresh}\nQ\n${writer.unclipped}`;
  const stream = page.node.context.flateStream(Buffer.from(content, 'latin1'));
  page.node.set(PDFName.of('Contents'), page.node.context.register(stream));
  moveLinks(page, upright, linkPlaces([...texts.values()].flat()), ({ left, right, top, bottom }) => {
    const middle = (left + right) / 2;
    const y = bottom + (top - bottom) * LINK_BOTTOM;
    return index.at({ x: middle, right: middle, y }).some((paragraph) => texts.has(paragraph));
  });
}

/** Where the words of each link stand, line by line. */
function linkPlaces(runs: readonly PlacedRun[]): ReadonlyMap<number, readonly Extent[]> {
  const places = new Map<number, Extent[]>();
  for (const { style, x, right, y, size } of runs) {
    if (style.link === undefined) continue;
    const area = { left: x, right, top: y + size * LINK_TOP, bottom: y - size * LINK_BOTTOM };
    const known = places.get(style.link);
    if (known === undefined) places.set(style.link, [area]);
    else known.push(area);
  }
  return places;
}
