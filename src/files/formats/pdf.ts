import { type FileFormat, hasText, type OpenDocument } from '../document.js';
import { FileRefused } from '../failures.js';
import { escapeTags, unescapeTags } from '../inline.js';
import { type PdfParagraph, paragraphsOf } from '../pdf/paragraphs.js';
import { translatedPdf } from '../pdf/pdf-file.js';
import { type PdfPage, type PlacedText, readTextLayer } from '../pdf/text-layer.js';
import { wordFile } from '../pdf/word-file.js';

/** PDF with a text layer, out as PDF: each paragraph is set into the room that its source had. */
export const PDF: FileFormat = {
  id: 'pdf',
  extensions: ['pdf'],
  mediaType: 'application/pdf',
  open: (bytes, { to }) =>
    openPdf(
      bytes,
      ({ level }) => level,
      (pages, translations) => {
        if (translations.every((page) => page.every((text) => text === undefined))) return bytes;
        const translated = pages.map((page, at) => ({ ...page, translations: translations[at] ?? [] }));
        return translatedPdf(bytes, translated, to);
      },
    ),
};

/** The same, out as a Word document with the same pages, paragraphs and sizes, for a reader who wants to edit it. */
export const PDF_TO_WORD: FileFormat = {
  id: 'pdf-docx',
  extensions: [],
  mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  writes: 'docx',
  open: (bytes, { to }) =>
    openPdf(
      bytes,
      () => true,
      (pages, translations) => wordFile(withTexts(pages, translations), to),
    ),
};

interface ReadPage extends PdfPage {
  readonly paragraphs: readonly PdfParagraph[];
}
/** By page and paragraph. */
type Translations = readonly (readonly (string | undefined)[])[];

async function openPdf(
  bytes: Uint8Array,
  isRead: (text: PlacedText) => boolean,
  write: (pages: readonly ReadPage[], translations: Translations) => Uint8Array | Promise<Uint8Array>,
): Promise<OpenDocument> {
  const layer = await readTextLayer(bytes);
  const scanned = layer.filter(({ texts }) => texts.every(({ text }) => text.trim() === '')).length;
  if (scanned > 0 && scanned * 2 >= layer.length) throw new FileRefused('scanned');
  const pages = layer.map((page) => ({
    ...page,
    paragraphs: paragraphsOf({ texts: page.texts.filter(isRead) }),
  }));
  const texts = pages.flatMap(({ paragraphs }) => paragraphs.map(({ text }) => text)).filter(hasText);
  return {
    units: texts.map((text) => ({ text: escapeTags(text) })),
    write(translations) {
      let next = 0;
      const byPage = pages.map(({ paragraphs }) =>
        paragraphs.map(({ text }) => {
          if (!hasText(text)) return undefined;
          const translation = translations[next];
          next += 1;
          const fresh = translation === undefined ? undefined : unescapeTags(translation);
          return fresh === text ? undefined : fresh;
        }),
      );
      return write(pages, byPage);
    },
  };
}

function withTexts(pages: readonly ReadPage[], translations: Translations): readonly ReadPage[] {
  return pages.map((page, at) => ({
    ...page,
    paragraphs: page.paragraphs.map((paragraph, number) => ({
      ...paragraph,
      text: translations[at]?.[number] ?? paragraph.text,
    })),
  }));
}
