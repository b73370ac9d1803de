import { hasText } from '../document.js';
import { DrawnPage } from './drawn-page.js';
import type { Extent } from './extent.js';
import type { PageLink } from './page-links.js';
import { PageWalls } from './page-walls.js';
import { type PdfParagraph, paragraphsOf } from './paragraphs.js';
import { type StyledPiece, stretchesOf, styledPieces } from './styled-pieces.js';
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

/** Places behind a gap at which text begins, of one string or of two that follow each other. */
function columnsOf(
  found: readonly (readonly [PlacedText, readonly { readonly x: number; readonly right: number }[]])[],
): TextColumns {
  const columns = new TextColumns();
  let end = Number.POSITIVE_INFINITY;
  let row = Number.NaN;
  for (const [{ text, x, y, width, size }, stretches] of found) {
    if (text.trim() === '') continue;
    if (Math.abs(row - y) < size * 0.2 && x - end > size * WIDE_BLANK) columns.add(x, y);
    for (const [at, stretch] of stretches.entries()) {
      const before = stretches[at - 1];
      if (before !== undefined && stretch.x - before.right > size * WIDE_BLANK) columns.add(stretch.x, y);
    }
    [end, row] = [x + width, y];
  }
  return columns;
}
