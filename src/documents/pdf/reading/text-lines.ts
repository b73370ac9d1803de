import { letterWidth } from '../../text/letter-width.js';
import { flushPieces } from './flush-lines.js';
import { BOX, BULLET, MARK, MARK_GAP, NUMBER, NUMBER_GAP } from './item-marks.js';
import type { LinePlace, PageWalls } from './page-walls.js';
import type { StyledPiece } from './styled-pieces.js';
import { concat, plainOf, type StyledText, slice, trimEnd } from './styled-text.js';
import { type TextColumns, WIDE_BLANK } from './text-columns.js';

/** A line of a paragraph or a cell. */
export interface TextLine extends LinePlace {
  readonly text: string;
  readonly styled: StyledText;
  /** What its first piece is part of, where the file says it. */
  readonly block: number | undefined;
}

/** What stands between the lines of a page. */
export interface LineSurroundings {
  readonly walls: PageWalls;
  readonly columns: TextColumns;
}

/** A line that grows, with where its pieces stand. */
interface OpenLine {
  readonly block: number | undefined;
  x: number;
  right: number;
  y: number;
  size: number;
  styled: StyledText;
  text: string;
  /** Of the widest piece, which says where and how large the line is: others are raised or smaller. */
  widest: number;
  readonly places: {
    readonly start: number;
    readonly text: string;
    readonly x: number;
    readonly right: number;
  }[];
}

export const EAST_ASIAN = /[\u3000-\u30FF\u3400-\u9FFF\uF900-\uFAFF\uFF00-\uFFEF]/;
/** A letter so many times as large as its neighbour belongs to a drawing, or begins a chapter. */
const OTHER_SIZE = 2.2;
/** A gap of this many font sizes parts two cells of a table, or two columns. */
const CELL_GAP = 1;
/** Dots between an entry of a table of contents and its page. */
const LEADER = /\s*(?:(?:[.·․_‥…]\s?){4,}|(?:(?:[.·]\s+){2,}|(?<=\s))[.·](?=\s*(?:\d+|[ivxlc]+)?\s*$))\s*/;

/** Pieces become lines, cut where a cell, a mark or a row of dots begins or ends. */
export function linesOf(pieces: readonly StyledPiece[], surroundings: LineSurroundings): readonly TextLine[] {
  const flush = flushPieces(pieces);
  const lines: OpenLine[] = [];
  for (const piece of pieces) {
    const { text, x, y, width, size, style } = piece;
    const last = lines.at(-1);
    const blank = text.trim() === '';
    if (last !== undefined && !blank && isRepeated(last, piece)) continue;
    if (last === undefined || !goesOn(last, piece, surroundings, flush)) {
      if (!blank) lines.push(begun(piece));
      continue;
    }
    // How wide a blank is says nothing: the reader of PDF makes one of every gap.
    if (blank) {
      if (!last.text.endsWith(' ')) append(last, ' ', last.styled.at(-1)?.style ?? style);
      continue;
    }
    const gap = x - last.right > size * 0.2 && !last.text.endsWith(' ') && !text.startsWith(' ');
    if (gap && !(EAST_ASIAN.test(last.text.at(-1) ?? '') && EAST_ASIAN.test(text[0] ?? ''))) {
      append(last, ' ', last.styled.at(-1)?.style ?? style);
    }
    last.places.push({ start: last.text.length, text, x, right: x + width });
    append(last, text, style);
    if (width > last.widest) Object.assign(last, { y, size, widest: width });
    last.right = Math.max(last.right, x + width);
  }
  return lines.flatMap(cut);
}

function begun({ text, x, y, width, size, style, block }: StyledPiece): OpenLine {
  const trimmed = text.trimStart();
  const styled = [{ text: trimmed, style }];
  const right = x + width;
  return {
    x,
    right,
    y,
    size,
    styled,
    text: trimmed,
    block,
    widest: width,
    places: [{ start: 0, text: trimmed, x, right }],
  };
}

function append(line: OpenLine, text: string, style: StyledPiece['style']): void {
  line.text += text;
  line.styled = concat(line.styled, [{ text, style }]);
}

/** Drawn a second time in nearly the same place, to look bold or to throw a shadow. */
function isRepeated(line: OpenLine, { text, x, y, size }: StyledPiece): boolean {
  const last = line.places.at(-1);
  const near = Math.max(1, size * 0.12);
  return last?.text === text && Math.abs(last.x - x) < near && Math.abs(line.y - y) < near;
}

/** Whether a piece goes on with a line, and is no cell of its own. */
function goesOn(
  line: OpenLine,
  piece: StyledPiece,
  { walls, columns }: LineSurroundings,
  flush: ReadonlySet<StyledPiece>,
): boolean {
  const { x, y, size, beginsCell } = piece;
  const gap = x - line.right;
  const em = Math.max(size, line.size);
  if (em > Math.min(size, line.size) * OTHER_SIZE && piece.text.trim() !== '') return false;
  if (flush.has(piece))
    return walls.between(line.right, x, piece) === undefined && Math.abs(line.y - y) < em * 0.5;
  const most = MARK.test(line.text) ? MARK_GAP : NUMBER.test(line.text.trim()) ? NUMBER_GAP : CELL_GAP;
  if (beginsCell || Math.abs(line.y - y) >= em * 0.5 || gap < -size || gap >= most * em) return false;
  if (piece.text.trim() === '') return true;
  // Signs from fonts of signs are no letters, whatever the reader takes them for.
  if (piece.style.symbols !== (line.styled.at(-1)?.style.symbols ?? false)) return false;
  if (gap > WIDE_BLANK * em && columns.begins(x, piece)) return false;
  return walls.between(line.right - size * 0.1, x + size * 0.1, piece) === undefined;
}

/** Parts the marks of items, and the dots before a page number, from the words. */
function cut(line: OpenLine): readonly TextLine[] {
  const ends = new Set<number>();
  const bullet = BULLET.exec(line.text)?.[0];
  if (bullet !== undefined) ends.add(bullet.length);
  for (const { index, 0: box } of line.text.matchAll(new RegExp(BOX, 'gu'))) {
    ends.add(index).add(index + box.length);
  }
  const leader = LEADER.exec(line.text);
  if (leader !== null) ends.add(leader.index).add(leader.index + leader[0].length);
  const places = [0, ...[...ends].filter((end) => end > 0 && end < line.text.length).sort((a, b) => a - b)];
  return places.flatMap((from, index) => {
    const to = places[index + 1] ?? line.text.length;
    const styled = trimEnd(slice(line.styled, from, to));
    const text = plainOf(styled);
    if (text === '') return [];
    const { y, size, block } = line;
    const right = to === line.text.length ? line.right : placeOf(line, from + text.length);
    return [{ x: from === 0 ? line.x : placeOf(line, from), right, y, size, text, styled, block }];
  });
}

/** Where on the page a character of a line begins. */
function placeOf(line: OpenLine, at: number): number {
  const piece = line.places.findLast(({ start }) => start <= at);
  if (piece === undefined) return line.x;
  const width = (text: string) => [...text].reduce((sum, letter) => sum + letterWidth(letter), 0);
  const share = width(piece.text.slice(0, at - piece.start)) / (width(piece.text) || 1);
  return piece.x + share * (piece.right - piece.x);
}
