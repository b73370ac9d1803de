import { PDFArray, PDFDocument, PDFName, type PDFPage, PDFRawStream, type PDFRef } from '@cantoo/pdf-lib';
import { type Lang, writesUnspaced } from '../../lang.js';
import { FileRefused } from '../failures.js';
import { embedFace } from './embed-face.js';
import { Faces } from './faces.js';
import type { Matrix } from './matrix.js';
import { textBoxes } from './page-layout.js';
import { ParagraphIndex, ParagraphWriter, SharedStrings } from './page-text.js';
import type { PdfParagraph } from './paragraphs.js';
import { addFonts, TextRewriter } from './rewrite-text.js';
import { contentOf } from './stream-content.js';
import { typeset } from './typeset.js';

/** A page with what is written on it. */
export interface TranslatedPage {
  readonly width: number;
  readonly upright: Matrix;
  readonly paragraphs: readonly PdfParagraph[];
  /** One per paragraph; undefined where it stays as it is. */
  readonly translations: readonly (string | undefined)[];
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
  const document = await opened(bytes);
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

async function opened(bytes: Uint8Array): Promise<PDFDocument> {
  try {
    return await PDFDocument.load(bytes, { updateMetadata: false });
  } catch (cause) {
    const encrypted = cause instanceof Error && /encrypt/i.test(cause.message);
    throw new FileRefused(encrypted ? 'encrypted' : 'broken', { cause });
  }
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
  if (shared.isScan) throw new FileRefused('textBehindPicture');
  const boxes = textBoxes(paragraphs, width);
  const chosen = [...paragraphs.keys()].filter((number) => translations[number] !== undefined);
  const texts = new Map(
    [...shared.withOthers(chosen)].flatMap((number) => {
      const [paragraph, box] = [paragraphs[number], boxes[number]];
      if (paragraph === undefined || box === undefined) return [];
      const text = translations[number] ?? paragraph.text;
      const set = (bold: boolean) => typeset(text, box, unspaced, (words) => faces.width(words, bold));
      return [[number, set] as const];
    }),
  );
  const writer = new ParagraphWriter(index, texts, faces, referenceOf);
  const fresh = rewriter.page(content, resources, upright, writer);
  if (fresh === undefined) return;
  addFonts(resources, writer.fonts());
  const stream = page.node.context.flateStream(Buffer.from(fresh, 'latin1'));
  page.node.set(PDFName.of('Contents'), page.node.context.register(stream));
}

/** Has to be read before anything is changed: what was added is no raw stream. A page may cut its instructions into several streams, wherever two of them meet. */
function contentOfPage(page: PDFPage): string {
  const contents = page.node.Contents();
  if (contents instanceof PDFRawStream) return contentOf(contents);
  if (!(contents instanceof PDFArray)) return '';
  return Array.from({ length: contents.size() }, (_, at) => contents.lookup(at))
    .map((part) => (part instanceof PDFRawStream ? contentOf(part) : ''))
    .join('\n');
}
