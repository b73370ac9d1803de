import { documentOf, type FileFormat, hasText, type OpenDocument } from '../document.js';
import { FileRefused } from '../failures.js';
import { translateInline } from '../inline.js';
import { type DrawnStrings, drawnStrings } from '../pdf/drawn-strings.js';
import { type PdfParagraph, paragraphsOf } from '../pdf/paragraphs.js';
import { translatedPdf } from '../pdf/pdf-file.js';
import { concat, type StyledText } from '../pdf/styled-text.js';
import { type PdfPage, type PlacedText, readTextLayer } from '../pdf/text-layer.js';
import { wordFile } from '../pdf/word-file.js';

/** PDF with a text layer, out as PDF: each paragraph is set into the room that its source had. */
export const PDF: FileFormat = {
  id: 'pdf',
  extensions: ['pdf'],
  mediaType: 'application/pdf',
  async open(bytes, { to }) {
    const layer = await textLayer(bytes);
    const drawn = await drawnStrings(bytes, layer);
    if (drawn.some(({ isScan }) => isScan)) throw new FileRefused('textBehindPicture');
    return openPages(
      readPages(layer, drawn, ({ level }) => level),
      (pages, translations) => {
        if (translations.every((page) => page.every((text) => text === undefined))) return bytes;
        const translated = pages.map((page, at) => ({ ...page, translations: translations[at] ?? [] }));
        return translatedPdf(bytes, translated, to);
      },
    );
  },
};

/** The same, out as a Word document with the same pages, paragraphs and sizes, for a reader who wants to edit it. */
export const PDF_TO_WORD: FileFormat = {
  id: 'pdf-docx',
  extensions: [],
  mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  writes: 'docx',
  async open(bytes, { to }) {
    const layer = await textLayer(bytes);
    // The text is enough for a document: without its weights where a PDF can be read and not be changed.
    const drawn = await drawnStrings(bytes, layer).catch(() => []);
    return openPages(
      readPages(layer, drawn, () => true),
      (pages, translations) => wordFile(withTexts(pages, translations), to),
    );
  },
};

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
