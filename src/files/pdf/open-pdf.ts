import type { Lang } from '../../lang.js';
import { documentOf, hasText, type OpenDocument } from '../document.js';
import { FileRefused } from '../failures.js';
import { translateInline } from '../inline.js';
import { type DrawnStrings, drawnStrings } from './drawn-strings.js';
import { type PdfParagraph, paragraphsOf } from './paragraphs.js';
import { translatedPdf } from './pdf-file.js';
import { concat, type StyledText } from './styled-text.js';
import { type PdfPage, type PlacedText, readTextLayer } from './text-layer.js';
import { wordFile } from './word-file.js';

/** Each paragraph is set into the room that its source had. */
export async function openPdf(bytes: Uint8Array, to: Lang): Promise<OpenDocument> {
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
}

/** Written as a Word document. */
export async function openPdfAsWord(bytes: Uint8Array, to: Lang): Promise<OpenDocument> {
  const layer = await textLayer(bytes);
  // The text is enough for a document: without its weights where a PDF can be read and not be changed.
  const drawn = await drawnStrings(bytes, layer).catch(() => []);
  return openPages(
    readPages(layer, drawn, () => true),
    (pages, translations) => wordFile(withTexts(pages, translations), to),
  );
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
