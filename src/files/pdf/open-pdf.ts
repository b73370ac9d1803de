import type { PDFDocument } from '@cantoo/pdf-lib';
import type { Lang } from '../../lang.js';
import { documentOf, hasText, type OpenDocument } from '../document.js';
import { FileRefused } from '../failures.js';
import { translateInline } from '../inline.js';
import { checkDrawing } from './drawing-limits.js';
import { type DrawnStrings, drawnStrings } from './drawn-strings.js';
import { type PdfParagraph, paragraphsOf } from './paragraphs.js';
import { openDocument } from './pdf-document.js';
import { translatedPdf } from './pdf-file.js';
import { checkObjects, checkStreams } from './stream-limits.js';
import { concat, type StyledText } from './styled-text.js';
import { type PdfPage, type PlacedText, readTextLayer } from './text-layer.js';
import { wordFile } from './word-file.js';

/** Each paragraph is set into the room that its source had. */
export async function openPdf(bytes: Uint8Array, to: Lang): Promise<OpenDocument> {
  const document = await soundDocument(bytes);
  const layer = await textLayer(bytes);
  const drawn = orBroken(() => drawnStrings(document, layer));
  if (drawn.some(({ isScan }) => isScan)) throw new FileRefused('textBehindPicture');
  return openPages(
    readPages(layer, drawn, ({ level }) => level),
    (pages, translations) => {
      if (translations.every((page) => page.every((text) => text === undefined))) return bytes;
      const translated = pages.map((page, at) => ({ ...page, translations: translations[at] ?? [] }));
      return translatedPdf(bytes, translated, to);
    },
  );
}

/** Written as a Word document. */
export async function openPdfAsWord(bytes: Uint8Array, to: Lang): Promise<OpenDocument> {
  // The text is enough for a document: without its weights where a PDF can be read and not be changed.
  const document = await soundDocument(bytes).catch((error: unknown) => {
    if (error instanceof FileRefused && error.problem === 'tooComplex') throw error;
    return undefined;
  });
  const layer = await textLayer(bytes);
  const drawn = document === undefined ? [] : drawnOrNothing(document, layer);
  return openPages(
    readPages(layer, drawn, () => true),
    (pages, translations) => wordFile(withTexts(pages, translations), to),
  );
}

/** Its objects, after a look at how much there is to draw: the reader of the text layer would draw all of it. */
async function soundDocument(bytes: Uint8Array): Promise<PDFDocument> {
  checkStreams(bytes);
  checkObjects(bytes);
  const document = await openDocument(bytes);
  orBroken(() => checkDrawing(document));
  return document;
}

/** Objects that are not of the kind that their place asks for make the library throw; the file is at fault. */
function orBroken<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (cause) {
    throw cause instanceof FileRefused ? cause : new FileRefused('broken', { cause });
  }
}

function drawnOrNothing(document: PDFDocument, layer: readonly PdfPage[]): readonly DrawnStrings[] {
  try {
    return drawnStrings(document, layer);
  } catch {
    return [];
  }
}

interface ReadPage extends PdfPage {
  readonly paragraphs: readonly PdfParagraph[];
}
/** By page and paragraph. */
type Translations = readonly (readonly (StyledText | undefined)[])[];

async function textLayer(bytes: Uint8Array): Promise<readonly PdfPage[]> {
  const layer = await readTextLayer(bytes);
  const scanned = layer.filter(({ texts }) => texts.every(({ text }) => text.trim() === '')).length;
  if (scanned > 0 && scanned * 2 >= layer.length) throw new FileRefused('scanned');
  return layer;
}

function readPages(
  layer: readonly PdfPage[],
  drawn: readonly DrawnStrings[],
  isRead: (text: PlacedText) => boolean,
): readonly ReadPage[] {
  return layer.map((page, number) => ({
    ...page,
    paragraphs: paragraphsOf(page.texts.filter(isRead), (text) => drawn[number]?.isBold(text) ?? false),
  }));
}

function openPages(
  pages: readonly ReadPage[],
  write: (pages: readonly ReadPage[], translations: Translations) => Uint8Array | Promise<Uint8Array>,
): OpenDocument {
  return documentOf((take) => {
    const translations = pages.map(({ paragraphs }) =>
      paragraphs.map(({ text, styled }) => {
        if (!hasText(text)) return undefined;
        const tokens = styled.map((run) => ({
          kind: 'text' as const,
          text: run.text,
          style: Number(run.bold),
        }));
        const fresh = translateInline(tokens, take);
        return (
          fresh &&
          concat(
            fresh.flatMap((token) =>
              token.kind === 'text' ? [{ text: token.text, bold: token.style === 1 }] : [],
            ),
          )
        );
      }),
    );
    return () => write(pages, translations);
  });
}

function withTexts(pages: readonly ReadPage[], translations: Translations): readonly ReadPage[] {
  return pages.map((page, at) => ({
    ...page,
    paragraphs: page.paragraphs.map((paragraph, number) => ({
      ...paragraph,
      styled: translations[at]?.[number] ?? paragraph.styled,
    })),
  }));
}
