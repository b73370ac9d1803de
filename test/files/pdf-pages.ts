import { degrees, PDFDocument, PDFName, StandardFonts } from '@cantoo/pdf-lib';
import { formatOf } from '#src/documents/formats.js';
import type { PlacedText } from '#src/documents/pdf/reading/text-layer.js';
import { readTextLayer } from '#src/documents/pdf/reading/text-layer.js';

const FONTS = {
  F1: StandardFonts.Helvetica,
  F2: StandardFonts.HelveticaBold,
  F3: StandardFonts.Courier,
  F4: StandardFonts.ZapfDingbats,
};

/** One page of 400 by 300 points with these instructions on it. Fonts: F1 regular, F2 bold, F3 monospaced, F4 symbols. */
export async function pdfPage(
  content: string,
  draw: (document: PDFDocument) => void | Promise<void> = () => undefined,
  rotated = 0,
): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  await addPage(document, content, rotated);
  await draw(document);
  return document.save();
}

export async function addPage(document: PDFDocument, content: string, rotated = 0): Promise<void> {
  const sheet = document.addPage([400, 300]);
  sheet.setRotation(degrees(rotated));
  for (const [name, standard] of Object.entries(FONTS)) {
    const font = await document.embedFont(standard);
    // Viewers know the widths of these fonts; here they are written down, as other programs do.
    const widths = Array.from({ length: 224 }, (_, at) =>
      widthOf(name, at + 32, (text) => font.widthOfTextAtSize(text, 1000)),
    );
    const dictionary = document.context.obj({
      Type: 'Font',
      Subtype: 'Type1',
      BaseFont: standard,
      FirstChar: 32,
      LastChar: 255,
      Widths: widths,
      ...(name !== 'F4' && { Encoding: 'WinAnsiEncoding' }),
    });
    sheet.node.setFontDictionary(PDFName.of(name), document.context.register(dictionary));
  }
  sheet.node.addContentStream(document.context.register(document.context.flateStream(content)));
}

function widthOf(name: string, code: number, measure: (text: string) => number): number {
  if (name === 'F4') return 790;
  return code < 127 ? Math.round(measure(String.fromCharCode(code))) : 556;
}

/** Text at a place; each call sets the position anew, as most programs do. */
export function at(x: number, y: number, text: string, font = 'F1', size = 10): string {
  return `BT /${font} ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text.replace(/[()\\]/g, '\\$&')}) Tj ET`;
}

export async function unitsOf(bytes: Uint8Array): Promise<readonly string[]> {
  return (await formatOf('a.pdf', bytes).open(bytes, { to: 'ja' })).units.map(({ text }) => text);
}

export async function translated(
  bytes: Uint8Array,
  to: string,
  translate: (text: string) => string,
): Promise<Uint8Array> {
  const document = await formatOf('a.pdf', bytes).open(bytes, { to });
  return document.write(document.units.map(({ text }) => translate(text)));
}

/** The pieces of text of the first page. */
export async function textsOf(bytes: Uint8Array): Promise<readonly PlacedText[]> {
  const [page] = await readTextLayer(bytes);
  return (page?.texts ?? []).filter(({ text }) => text.trim() !== '');
}

/** The instructions of the first page. */
export async function contentOf(bytes: Uint8Array): Promise<string> {
  const { inflateSync } = await import('node:zlib');
  const document = await PDFDocument.load(bytes);
  const contents = document.getPage(0).node.Contents();
  if (contents === undefined || !('getContents' in contents)) throw new Error('The page has no content.');
  return inflateSync(contents.getContents()).toString('latin1');
}
