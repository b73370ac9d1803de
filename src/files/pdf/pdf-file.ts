import { PDFName, type PDFPage, type PDFRef } from '@cantoo/pdf-lib';
import { type Lang, writesUnspaced } from '../../lang.js';
import { embedFace } from './embed-face.js';
import { Faces } from './faces.js';
import type { Matrix } from './matrix.js';
import { textBoxes } from './page-layout.js';
import { ParagraphIndex, ParagraphWriter, SharedStrings } from './page-text.js';
import type { PdfParagraph } from './paragraphs.js';
import { contentOfPage, openDocument } from './pdf-document.js';
import { addFonts, TextRewriter } from './rewrite-text.js';
import type { StyledText } from './styled-text.js';
import { typeset } from './typeset.js';

/** A page with what is written on it. */
export interface TranslatedPage {
  readonly width: number;
  readonly upright: Matrix;
  readonly paragraphs: readonly PdfParagraph[];
  /** One per paragraph; undefined where it stays as it is. */
  readonly translations: readonly (StyledText | undefined)[];
}

/**
 * The PDF with other text in the place of some of its paragraphs. Pictures, lines, links, forms and all other text stay.
 * The fonts of a PDF hold only the letters that it uses, so translations are set in fonts of our own, of which the file
 * again holds what it uses.
 */
export async function translatedPdf(
  bytes: Uint8Array,
  pages: readonly TranslatedPage[],
  to: Lang,
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
  const rewriter = new TextRewriter(context);
  for (const [number, page] of document.getPages().entries()) {
    const translated = pages[number];
    if (translated?.translations.some((text) => text !== undefined) !== true) continue;
    rewritePage(page, translated, { rewriter, faces, referenceOf, unspaced: writesUnspaced(to) });
  }
  for (const face of faces.used) embedFace(context, face, referenceOf(face.name));
  return document.save({ useObjectStreams: true, updateFieldAppearances: false });
}

interface PageParts {
  readonly rewriter: TextRewriter;
  readonly faces: Faces;
  readonly referenceOf: (name: string) => PDFRef;
  readonly unspaced: boolean;
}

function rewritePage(page: PDFPage, translated: TranslatedPage, parts: PageParts): void {
  const { paragraphs, translations, upright, width } = translated;
  const { rewriter, faces, referenceOf, unspaced } = parts;
  const content = contentOfPage(page);
  const { Resources: resources } = page.node.normalizedEntries();
  const index = new ParagraphIndex(paragraphs);
  const shared = new SharedStrings(index, paragraphs.length);
  rewriter.page(content, resources, upright, shared);
  const boxes = textBoxes(paragraphs, width);
  const chosen = [...paragraphs.keys()].filter((number) => translations[number] !== undefined);
  const texts = new Map(
    [...shared.withOthers(chosen)].flatMap((number) => {
      const [paragraph, box] = [paragraphs[number], boxes[number]];
      if (paragraph === undefined || box === undefined) return [];
      const text = translations[number] ?? paragraph.styled;
      return [[number, typeset(text, box, unspaced, (words) => faces.width(words))] as const];
    }),
  );
  const writer = new ParagraphWriter(index, texts, faces, referenceOf);
  const fresh = rewriter.page(content, resources, upright, writer);
  if (fresh === undefined) return;
  addFonts(resources, writer.fonts());
  const stream = page.node.context.flateStream(Buffer.from(fresh, 'latin1'));
  page.node.set(PDFName.of('Contents'), page.node.context.register(stream));
}
