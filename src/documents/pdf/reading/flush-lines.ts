import type { StyledPiece } from './styled-pieces.js';

/** A line whose words stand so far apart that they could be cells. */
interface Row {
  readonly pieces: StyledPiece[];
  right: number;
}

/** Gaps that have to be alike, and by how much they may differ and how wide they may be, in font sizes. */
const FEWEST_GAPS = 2;
const ALIKE = 0.15;
const WIDEST = 5;
/** Pieces that are closer are parts of one word. */
const TOUCHING = 0.1;
/** How much wider than the others a gap behind a full stop may be. */
const BEHIND_CLAUSE = 3.5;
/** By how many font sizes the ends of two flush lines may differ: readers do not measure all blanks right. */
const SAME_END = 1;
/** Points by which the beginnings of two cells of a column may. */
const SAME_START = 1;

/**
 * Words of lines that are set flush, with gaps as wide as those between cells. All gaps of such a line are alike, it ends
 * where its neighbour ends, and most of its words do not begin below others.
 *
 * @returns pieces that go on with the one before them, however far away it is
 */
export function flushPieces(pieces: readonly StyledPiece[]): ReadonlySet<StyledPiece> {
  const rows = rowsOf(pieces);
  const flush = new Set<StyledPiece>();
  for (const [at, row] of rows.entries()) {
    const size = row.pieces[0]?.size ?? 0;
    const gaps = row.pieces.slice(1).map(({ x }, index) => x - endOf(row.pieces[index]));
    const least = gaps.reduce(
      (narrow, gap) => (gap > size * TOUCHING ? Math.min(narrow, gap) : narrow),
      Infinity,
    );
    if (gaps.length < FEWEST_GAPS || row.pieces.every(({ style }) => style.monospaced)) continue;
    // Behind the end of a sentence or a clause some programs leave more room.
    const isWide = (gap: number, index: number) =>
      gap - least > size * ALIKE &&
      !(/[.:;,!?]$/.test(row.pieces[index]?.text.trimEnd() ?? '') && gap < least * BEHIND_CLAUSE);
    const near = [rows[at - 1], rows[at + 1]].flatMap((other) =>
      other !== undefined && isAlike(other, row) ? [other] : [],
    );
    if (near.length === 0 || gaps.some(isWide) || Math.max(...gaps) > size * WIDEST) continue;
    if (near.some((other) => sharesColumns(row, other))) continue;
    const [, ...others] = row.pieces;
    for (const piece of others) flush.add(piece);
  }
  return flush;
}

/** Whether two lines begin and end alike; the first one of a paragraph may be indented. */
function isAlike(one: Row, other: Row): boolean {
  const [left, right] = [one, other].map(({ pieces }) => pieces[0]?.x ?? 0);
  const size = one.pieces[0]?.size ?? 0;
  return (
    Math.abs(one.right - other.right) < size * SAME_END && Math.abs((left ?? 0) - (right ?? 0)) < size * 3
  );
}

/** Whether most words begin below others, as in a table. Some do by accident, in fonts of one width more. */
function sharesColumns(row: Row, other: Row): boolean {
  const [, ...pieces] = row.pieces;
  const shared = pieces.filter(({ x }) => other.pieces.some((piece) => Math.abs(piece.x - x) < SAME_START));
  return shared.length > pieces.length / 2;
}

/** Pieces that follow each other on one line, blanks apart. */
function rowsOf(pieces: readonly StyledPiece[]): readonly Row[] {
  const rows: Row[] = [];
  for (const piece of pieces) {
    if (piece.text.trim() === '') continue;
    const last = rows.at(-1);
    const before = last?.pieces.at(-1);
    const goesOn = before !== undefined && Math.abs(before.y - piece.y) < 0.5 && piece.x > endOf(before) - 1;
    if (last !== undefined && goesOn) {
      last.pieces.push(piece);
      last.right = endOf(piece);
    } else rows.push({ pieces: [piece], right: endOf(piece) });
  }
  return rows;
}

function endOf(piece: StyledPiece | undefined): number {
  return piece === undefined ? 0 : piece.x + piece.width;
}
