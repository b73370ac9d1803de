import { hasText } from '../../document.js';
import type { Extent } from '../content/extent.js';
import type { PageLink } from '../content/page-links.js';
import { DrawnPage } from './drawn-page.js';
import { PageWalls } from './page-walls.js';
import { type PdfParagraph, paragraphsOf } from './paragraphs.js';
import { type FoundStretch, type StyledPiece, stretchesOf, styledPieces } from './styled-pieces.js';
import { TextColumns, WIDE_BLANK } from './text-columns.js';
import type { PdfPage, PlacedText } from './text-layer.js';
import { linesOf } from './text-lines.js';
import { type TextMark, textMarks } from './text-marks.js';
import type { TextStyles } from './text-style.js';

/** A page with its paragraphs and what stands between them. */
export interface ReadPage extends PdfPage {
  readonly paragraphs: readonly PdfParagraph[];
  readonly walls: PageWalls;
  readonly pictures: readonly Extent[];
  /** Lines under and through words, by the rules that draw them. */
  readonly marks: ReadonlyMap<string, TextMark>;
  /** Texts that stay as they are because a reader does not see them, or sees them turned. */
  readonly left: number;
}

export interface PageReading {
  readonly drawn: DrawnPage | undefined;
  readonly links: readonly PageLink[];
  readonly styles: TextStyles;
  readonly isTypewritten: boolean;
  /** Text that is turned or invisible is read too: it is written somewhere else. */
  readonly all: boolean;
}

/** Finds the blocks of a page before anything is cut into sentences. */
export function readPage(page: PdfPage, reading: PageReading): ReadPage {
  const drawn = reading.drawn ?? new DrawnPage();
  const { marks, byRule, walls: rules } = textMarks(drawn);
  const walls = new PageWalls(rules, drawn.shades);
  const texts = page.texts.filter(({ level }) => level || reading.all);
  const found = texts.map((piece) => ({ piece, stretches: stretchesOf(piece, drawn) }));
  const columns = columnsOf(found.map(({ piece, stretches }) => [piece, stretches] as const));
  const surroundings = { ...reading, walls, marks, columns };
  const pieces = found.flatMap(({ piece, stretches }) => styledPieces(piece, stretches, surroundings));
  const read = (some: readonly StyledPiece[]) => paragraphsOf(linesOf(some, { walls, columns }), walls);
  const seen = reading.all ? pieces : pieces.filter(({ invisible }) => !invisible);
  const unseen = reading.all ? [] : read(pieces.filter(({ invisible }) => invisible));
  const turned = page.texts.filter(({ level, text }) => !level && !reading.all && hasText(text));
  return {
    ...page,
    paragraphs: read(seen),
    walls,
    pictures: drawn.pictures,
    marks: byRule,
    left: unseen.filter(({ text }) => hasText(text)).length + turned.length,
  };
}

/** A gap between words of a line. */
interface WordGap {
  /** Where the text behind it begins. */
  readonly x: number;
  readonly width: number;
}

/** Gaps of a line that are all about as wide are those between its words: it is set flush. */
const FEWEST_WORD_GAPS = 3;
const WIDER_GAP = 1.6;
/** The blank of a font of one width is wide by nature, in font sizes. */
const MONOSPACED_BLANK = 0.9;

/** Places behind a gap at which text begins, of one string or of two that follow each other. */
function columnsOf(found: readonly (readonly [PlacedText, readonly FoundStretch[]])[]): TextColumns {
  const columns = new TextColumns();
  let row: { readonly y: number; readonly size: number; readonly gaps: WordGap[]; end: number } | undefined;
  const finish = (): void => {
    if (row === undefined) return;
    const { y, size, gaps } = row;
    const least = gaps.length < FEWEST_WORD_GAPS ? 0 : Math.min(...gaps.map(({ width }) => width));
    for (const { x, width } of gaps) {
      if (width > size * WIDE_BLANK && width > least * WIDER_GAP) columns.add(x, y);
    }
  };
  for (const [{ text, x, y, width, size }, stretches] of found) {
    if (text.trim() === '') continue;
    const isMonospaced = stretches.length > 0 && stretches.every(({ string }) => string.monospaced);
    const least = size * (isMonospaced ? MONOSPACED_BLANK : 0.1);
    if (row === undefined || Math.abs(row.y - y) >= size * 0.2) {
      finish();
      row = { y, size, gaps: [], end: x };
    } else if (x - row.end > least) row.gaps.push({ x, width: x - row.end });
    for (const [at, stretch] of stretches.entries()) {
      const before = stretches[at - 1];
      const gap = before === undefined ? 0 : stretch.x - before.right;
      if (gap > least) row.gaps.push({ x: stretch.x, width: gap });
    }
    row.end = x + width;
  }
  finish();
  return columns;
}
