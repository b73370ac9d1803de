import { PDFDocument } from '@cantoo/pdf-lib';
import { drawnPages } from '#src/documents/pdf/reading/drawn-page.js';
import type { PageWalls } from '#src/documents/pdf/reading/page-walls.js';
import type { PdfParagraph } from '#src/documents/pdf/reading/paragraphs.js';
import { type ReadPage, readPage } from '#src/documents/pdf/reading/read-page.js';
import { type PlacedText, readTextLayer } from '#src/documents/pdf/reading/text-layer.js';
import { TextStyles } from '#src/documents/pdf/reading/text-style.js';
import { comparePictures } from './page-pictures.js';
import type { Problem } from './problems.js';

/** From the baseline up and down, in font sizes: what letters really cover, so that lines that stand close do not touch. */
const ASCENT = 0.6;
const DESCENT = 0.1;
/** How much of the smaller of two pieces of text may lie under the other. */
const COVERED = 0.2;
/** A gap inside of a line that only columns have, and lines that differ so much in size are heading and text. */
const COLUMN_GAP = 1.5;
const OTHER_SIZE = 0.15;

/** Compares a PDF with its translation by what stands where, and as pictures. */
export async function comparePdf(before: Uint8Array, after: Uint8Array): Promise<readonly Problem[]> {
  const [old, fresh] = [await pagesOf(before), await pagesOf(after)];
  const problems: Problem[] = [];
  if (old.length !== fresh.length) problems.push({ kind: 'structure', detail: 'other pages' });
  for (const [at, page] of old.entries()) {
    const translated = fresh[at];
    if (translated === undefined) continue;
    const where = (text: string) => `page ${at + 1}: ${text.slice(0, 60)}`;
    for (const paragraph of page.paragraphs) {
      if (!/\p{L}/u.test(paragraph.text)) continue;
      if (!isWritten(paragraph, translated))
        problems.push({ kind: 'lostBlock', detail: where(paragraph.text) });
      if (isJoined(paragraph, page) || isOverTags(paragraph, page)) {
        problems.push({ kind: 'joinedBlock', detail: where(paragraph.text) });
      }
    }
    const known = new Set(overprints(page).map(({ place }) => place));
    for (const { place, text } of overprints(translated)) {
      if (!known.has(place)) problems.push({ kind: 'overprint', detail: where(text) });
    }
  }
  return [
    ...problems,
    ...(await comparePictures({ bytes: before, pages: old }, { bytes: after, pages: fresh })),
  ];
}

async function pagesOf(bytes: Uint8Array): Promise<readonly ReadPage[]> {
  const layer = await readTextLayer(bytes);
  const drawn = drawnPages(await PDFDocument.load(bytes, { updateMetadata: false }), layer);
  const styles = new TextStyles();
  return layer.map((page, at) =>
    readPage(page, { drawn: drawn[at], links: [], styles, isTypewritten: false, all: false }),
  );
}

/** Whether something stands where a paragraph began. */
function isWritten({ lines, size }: PdfParagraph, { texts }: ReadPage): boolean {
  const [first] = lines;
  if (first === undefined) return true;
  const right = Math.max(...lines.map((line) => line.right));
  return texts.some(
    ({ text, x, y, width }) =>
      text.trim() !== '' &&
      Math.abs(y - first.y) < size * 0.7 &&
      x < right + size &&
      x + width > Math.min(first.x, lines[1]?.x ?? first.x) - size,
  );
}

/** Whether a paragraph holds what a reader sees apart: two sizes, or two columns. */
function isJoined({ lines, size }: PdfParagraph, { texts }: ReadPage): boolean {
  if (lines.some((line) => Math.abs(line.size - size) > size * OTHER_SIZE)) return true;
  return lines.some((line) => {
    const pieces = texts
      .filter(
        ({ text, x, y, width }) =>
          text.trim() !== '' && Math.abs(y - line.y) < 1 && x > line.x - 1 && x + width < line.right + 1,
      )
      .sort((one, other) => one.x - other.x);
    const gaps = pieces.slice(1).map(({ x }, at) => x - (pieces[at]?.x ?? x) - (pieces[at]?.width ?? 0));
    // Where all gaps are wide the line is set flush.
    const [least, most] = [Math.min(...gaps), Math.max(...gaps)];
    return most > COLUMN_GAP * size && (gaps.length === 1 || most > least * 1.5);
  });
}

/** Whether a tagged PDF says that a paragraph is several. */
function isOverTags({ lines }: PdfParagraph, { texts }: ReadPage): boolean {
  const blocks = texts.flatMap(({ text, x, y, block }) =>
    block !== undefined &&
    /\p{L}/u.test(text) &&
    lines.some((line) => Math.abs(line.y - y) < 1 && x > line.x - 1 && x < line.right - 1)
      ? [block]
      : [],
  );
  return new Set(blocks).size > 1;
}

/** Pieces of text that lie over each other, over an upright rule or beyond the page, by where they do. */
function overprints({ texts, walls, width }: ReadPage): readonly { place: string; text: string }[] {
  const pieces = texts.filter(({ text, level }) => level && text.trim() !== '').sort((a, b) => a.y - b.y);
  const found: { place: string; text: string }[] = [];
  const add = ({ x, y, text }: PlacedText) =>
    found.push({ place: `${Math.round(x / 8)} ${Math.round(y / 8)}`, text });
  for (const [at, piece] of pieces.entries()) {
    if (piece.x < -1 || piece.x + piece.width > width + 1 || crosses(piece, walls)) add(piece);
    for (let next = at + 1; next < pieces.length; next += 1) {
      const other = pieces[next];
      if (other === undefined || other.y - piece.y > piece.size) break;
      if (covers(piece, other)) add(piece);
    }
  }
  return found;
}

function crosses(piece: PlacedText, walls: PageWalls): boolean {
  const inset = piece.size * 0.5;
  return walls.between(piece.x + inset, piece.x + piece.width - inset, piece) !== undefined;
}

function covers(one: PlacedText, other: PlacedText): boolean {
  // Drawn twice to look bold.
  if (one.text.trim() === other.text.trim() && Math.abs(one.x - other.x) < 1.5) return false;
  const wide = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const top = Math.min(one.y + one.size * ASCENT, other.y + other.size * ASCENT);
  const bottom = Math.max(one.y - one.size * DESCENT, other.y - other.size * DESCENT);
  if (wide < Math.min(one.size, other.size) * 0.3 || top <= bottom) return false;
  const areaOf = ({ width, size }: PlacedText) => width * size * (ASCENT + DESCENT);
  return wide * (top - bottom) > COVERED * Math.min(areaOf(one), areaOf(other));
}
