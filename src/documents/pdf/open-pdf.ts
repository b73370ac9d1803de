import type { PDFDocument } from '@cantoo/pdf-lib';
import type { Lang } from '../../base/lang.js';
import { documentOf, isLanguage, type OnOverflow, type OpenDocument, type TakeUnit } from '../document.js';
import { FileRefused } from '../file-problems.js';
import { escapeTags, translateInline, unescapeTags } from '../inline.js';
import type { InlineToken } from '../inline-token.js';
import { checkDrawing } from './content/drawing-limits.js';
import { pageLinks } from './content/page-links.js';
import { openDocument } from './content/pdf-document.js';
import { checkObjects, checkStreams } from './content/stream-limits.js';
import { codeCells } from './reading/code-cells.js';
import { type DrawnPage, drawnPages } from './reading/drawn-page.js';
import type { PdfParagraph } from './reading/paragraphs.js';
import { type ReadPage, readPage } from './reading/read-page.js';
import { concat, type StyledText } from './reading/styled-text.js';
import { type PdfPage, readTextLayer } from './reading/text-layer.js';
import { TextStyles } from './reading/text-style.js';
import { type DocumentString, documentStrings } from './writing/document-strings.js';
import { translatedPdf } from './writing/pdf-file.js';
import { wordFile } from './writing/word-file.js';

/** The share of a document in fonts of one width above which they say nothing about a text. */
const TYPEWRITTEN = 0.85;
/** Single letters, as keys and variables have them, and page numbers in Roman figures. */
const NO_WORDS = /^(?:[A-Za-z](?:\s*[-/,+]\s*[A-Za-z])*|[ivxlc]+|[IVXLC]+)$/;

/** Each paragraph is set into the room that its source had. */
export async function openPdf(bytes: Uint8Array, to: Lang): Promise<OpenDocument> {
  const document = await soundDocument(bytes);
  const layer = await readTextLayer(bytes);
  const drawn = orBroken(() => drawnPages(document, layer));
  refuseScans(layer, drawn);
  // Pages without text count for nothing here: covers, plates and empty pages have none.
  const scans = drawn.filter(({ isScan }) => isScan).length;
  if (scans > 0 && scans * 2 >= layer.filter(isWritten).length) throw new FileRefused('textBehindPicture');
  const styles = new TextStyles();
  const pages = orBroken(() => readPages(document, layer, drawn, styles, false));
  const left = pages.reduce((sum, page) => sum + page.left, 0);
  const strings = orBroken(() => documentStrings(document));
  return openPages(pages, styles, { left, strings }, (translations, fresh, onOverflow) => {
    const isSame = [...translations, fresh].every((texts) => texts.every((text) => text === undefined));
    if (isSame) return bytes;
    const translated = pages.map((page, at) => ({ ...page, translations: translations[at] ?? [] }));
    return translatedPdf(bytes, translated, fresh, to, onOverflow);
  });
}

/** Written as a Word document. */
export async function openPdfAsWord(bytes: Uint8Array, to: Lang): Promise<OpenDocument> {
  // The text is enough for a document: without its weights where a PDF can be read and not be changed.
  const document = await soundDocument(bytes).catch((error: unknown) => {
    if (error instanceof FileRefused && error.problem === 'tooComplex') throw error;
    return undefined;
  });
  const layer = await readTextLayer(bytes);
  const drawn = document === undefined ? [] : drawnOrNothing(document, layer);
  refuseScans(layer, drawn);
  const styles = new TextStyles();
  const pages = readPages(document, layer, drawn, styles, true);
  return openPages(pages, styles, { left: 0, strings: [] }, (translations) =>
    wordFile(withTexts(pages, translations), to),
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

function drawnOrNothing(document: PDFDocument, layer: readonly PdfPage[]): readonly DrawnPage[] {
  try {
    return drawnPages(document, layer);
  } catch {
    return [];
  }
}

/** By page and paragraph. */
type Translations = readonly (readonly (StyledText | undefined)[])[];

function isWritten({ texts }: PdfPage): boolean {
  return texts.some(({ text }) => text.trim() !== '');
}

/** A cover may be a picture and a page may be empty; a document whose other pages are half pictures of pages is a scan. */
function refuseScans(layer: readonly PdfPage[], drawn: readonly DrawnPage[]): void {
  if (!layer.some(isWritten)) throw new FileRefused('scanned');
  const scanned = layer.filter(
    (page, at) => at > 0 && !isWritten(page) && drawn[at]?.isPicture(page) === true,
  );
  if (scanned.length > 0 && scanned.length * 2 >= layer.length - 1) throw new FileRefused('scanned');
}

function readPages(
  document: PDFDocument | undefined,
  layer: readonly PdfPage[],
  drawn: readonly DrawnPage[],
  styles: TextStyles,
  all: boolean,
): readonly ReadPage[] {
  const sheets = document?.getPages() ?? [];
  const characters = drawn.reduce((sum, page) => sum + page.characters, 0);
  const monospaced = drawn.reduce((sum, page) => sum + page.monospaced, 0);
  const isTypewritten = monospaced > characters * TYPEWRITTEN;
  return layer.map((page, at) => {
    const sheet = sheets[at];
    const links = sheet === undefined ? [] : pageLinks(sheet, page.upright);
    return readPage(page, { drawn: drawn[at], links, styles, isTypewritten, all });
  });
}

function openPages(
  pages: readonly ReadPage[],
  styles: TextStyles,
  { left, strings }: { readonly left: number; readonly strings: readonly DocumentString[] },
  write: (
    translations: Translations,
    strings: readonly (string | undefined)[],
    onOverflow: OnOverflow,
  ) => Uint8Array | Promise<Uint8Array>,
): OpenDocument {
  const codes = pages.map(codeCells);
  const document = documentOf((take) => {
    const translations = pages.map(({ paragraphs }, at) =>
      paragraphs.map((paragraph) =>
        codes[at]?.has(paragraph) === true ? undefined : translatedParagraph(paragraph, styles, take),
      ),
    );
    const fresh = strings.map(({ text }) => {
      const translation = take(escapeTags(text));
      return translation === undefined ? undefined : unescapeTags(translation);
    });
    return (onOverflow) => write(translations, fresh, onOverflow);
  });
  return { ...document, left };
}

function translatedParagraph(
  { text, styled, isListing }: PdfParagraph,
  styles: TextStyles,
  take: TakeUnit,
): StyledText | undefined {
  if (isListing || !isLanguage(text) || NO_WORDS.test(text.trim())) return undefined;
  const tokens = styled.flatMap(({ text: words, style }, at): InlineToken[] => {
    const textOf = (part: string, { style: own } = { style }) => ({
      kind: 'text' as const,
      text: part,
      style: styles.number(own),
    });
    if (!style.monospaced) return [textOf(words)];
    // Names of commands and variables, which are no words of the language; the blanks around them are the sentence's.
    const [, before = '', behind = ''] = /^(\s*).*?(\s*)$/s.exec(words) ?? [];
    const object = { kind: 'object' as const, source: `${at};` };
    return [textOf(before, styled[at - 1]), object, textOf(behind, styled[at + 1])];
  });
  const fresh = translateInline(tokens, take);
  return (
    fresh &&
    concat(
      fresh.flatMap((token) => {
        if (token.kind === 'text') return [{ text: token.text, style: styles.at(token.style) }];
        // Objects that came to stand beside each other are one.
        return token.source.split(';').flatMap((at) => {
          const run = at === '' ? undefined : styled[Number(at)];
          return run === undefined ? [] : [{ ...run, text: run.text.trim() }];
        });
      }),
    )
  );
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
