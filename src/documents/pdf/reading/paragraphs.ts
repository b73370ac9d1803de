import { letterWidth } from '../../text/letter-width.js';
import type { PageWalls } from './page-walls.js';
import { concat, isMostly, plainOf, type StyledText, slice, trimEnd } from './styled-text.js';
import { EAST_ASIAN, type TextLine } from './text-lines.js';
import type { TextStyle } from './text-style.js';

/** Text that belongs together, as a reader sees it: a paragraph, a heading, a cell, an item of a list. */
export interface PdfParagraph {
  readonly text: string;
  /** The same with the style of its words. */
  readonly styled: StyledText;
  readonly size: number;
  /** Distance from the left edge of the text on its page, in points. */
  readonly indent: number;
  /** In order; there is always one. */
  readonly lines: readonly TextLine[];
  /** A program listing or a sign, which stays as it is. */
  readonly isListing: boolean;
}

const ENDS_SENTENCE = /[。．.!?！？:：」』）)]\s*$/;
/** The sentence is not over: a hyphen, a word that nothing ends with. */
const GOES_ON =
  /(?:[‐–-]|(?:^|\s)(?:a|an|the|of|and|or|for|to|in|on|at|by|with|from|as|is|are|der|die|das|und|oder|von|für|mit|de|la|le|les|des|du|et|pour|del|y|e|di))\s*$/i;
const BEGINS_ITEM =
  /^\s*(?:[-•・‣◦▪■□◆◇●○▶►➢✓✔☐☑☒*]|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)．）、](?=\s|\p{Lo}|$)|\d{1,2}(?:\.\d{1,2}){1,4}\.?\s|[①-⑳]|第[\d一二三四五六七八九十]+[章節条])/u;
const WORDS = /[\p{L}\p{N}]/u;
const BEGINS_ANEW = /^[\p{Lu}\d]/u;
/** Lines that begin within so many points of each other stand in one column. */
const COLUMN_STEP = 36;
/** Lines further apart than this many font sizes are two paragraphs. */
const LINE_STEP = 1.9;
/** And cells beside each other stand closer. */
const CELL_STEP = 1.55;
/** How much wider than the one before a step may be inside of a paragraph. */
const WIDER_STEP = 1.25;
/** A column that is narrower than this many font sizes holds labels as often as sentences. */
const LABEL_WIDTH = 14;
/** An address has so many lines, in a size of running text, none of them wide: each begins anew. */
const ADDRESS = { least: 3, most: 7, largest: 12.5, width: 24 };
/** Points by which the middles of centred lines differ. */
const CENTRED = 2;
/** Paragraphs that a line may go on with: programs that write row by row go through the cells of one row. */
const MOST_OPEN = 12;

/** What is known about a line from the others on its page. */
interface LineContext {
  /** Where its column ends, on the right, and how many lines say so. */
  readonly right: number;
  readonly lines: number;
  /** How many lines of its column begin with a capital or a figure. */
  readonly begins: number;
  /** The same if the line is centred: it may grow to both sides. */
  readonly centredRight: number;
  /** Numbers, dates or codes stand beside it in the same row. */
  readonly hasFigures: boolean;
  /** How many texts stand beside it. */
  readonly cells: number;
}

/** Paragraphs of a page: lines that follow each other and are not parted by anything that a reader sees. */
export function paragraphsOf(lines: readonly TextLine[], walls: PageWalls): readonly PdfParagraph[] {
  const left = lines.reduce((least, line) => Math.min(least, line.x), Number.POSITIVE_INFINITY);
  const contextOf = contexts(lines);
  const paragraphs: TextLine[][] = [];
  for (const line of lines) {
    const last = paragraphs.at(-1);
    const open = paragraphs
      .slice(-MOST_OPEN)
      .reverse()
      .find((own) => goesOn(own, line, contextOf, walls) && (own === last || isColumn(own, line, contextOf)));
    if (open !== undefined) open.push(line);
    else paragraphs.push([line]);
  }
  return paragraphs.map((own) => {
    const styled = own.map((line) => line.styled).reduce(joined);
    return {
      text: plainOf(styled),
      styled,
      size: own[0]?.size ?? 11,
      indent: Math.max(0, (own[0]?.x ?? left) - left),
      lines: own,
      isListing: own.every((line) => isMonospaced(line) || isSymbols(line)),
    };
  });
}

function isMonospaced({ styled }: TextLine): boolean {
  return isMostly(styled, ({ monospaced }) => monospaced);
}

function isSymbols({ styled }: TextLine): boolean {
  return isMostly(styled, ({ symbols }) => symbols);
}

function contexts(lines: readonly TextLine[]): (line: TextLine) => LineContext {
  const rows = new Map<number, TextLine[]>();
  let [pageLeft, pageRight] = [Number.POSITIVE_INFINITY, 0];
  const columns = new Map<number, { right: number; lines: number; begins: number }>();
  const columnOf = ({ x }: TextLine) => Math.round(x / COLUMN_STEP);
  for (const line of lines) {
    [pageLeft, pageRight] = [Math.min(pageLeft, line.x), Math.max(pageRight, line.right)];
    const row = Math.round(line.y);
    const known = rows.get(row);
    if (known === undefined) rows.set(row, [line]);
    else known.push(line);
    for (const near of [columnOf(line) - 1, columnOf(line), columnOf(line) + 1]) {
      const column = columns.get(near) ?? { right: 0, lines: 0, begins: 0 };
      columns.set(near, {
        right: Math.max(column.right, line.right),
        lines: column.lines + 1,
        begins: column.begins + (BEGINS_ANEW.test(line.text) ? 1 : 0),
      });
    }
  }
  return (line) => {
    const row = Math.round(line.y);
    const beside = [row - 1, row, row + 1].flatMap((near) => rows.get(near) ?? []);
    const others = beside.slice(0, 50).filter((other) => other !== line && !isMark(other));
    const { right = line.right, lines: count = 1, begins = 0 } = columns.get(columnOf(line)) ?? {};
    const middle = (line.x + line.right) / 2;
    const half = Math.min(middle - pageLeft, pageRight - middle);
    return {
      right,
      lines: count,
      begins,
      // What is added at the end moves the line to the left by half of it.
      centredRight: line.right + 2 * (half - (line.right - line.x) / 2),
      hasFigures: others.some(({ text }) => !/\p{L}{2}/u.test(text)),
      cells: others.length,
    };
  };
}

function isMark(line: TextLine): boolean {
  const { text } = line;
  return isSymbols(line) || (text.length <= 4 && (BEGINS_ITEM.test(text) || /^\W{1,2}$/u.test(text)));
}

/** Whether a line continues a paragraph. */
function goesOn(
  paragraph: readonly TextLine[],
  next: TextLine,
  contextOf: (line: TextLine) => LineContext,
  walls: PageWalls,
): boolean {
  const line = paragraph.at(-1);
  if (line === undefined || !isBelow(paragraph, line, next)) return false;
  if (!WORDS.test(line.text) || !WORDS.test(next.text)) return false;
  if (BEGINS_ITEM.test(next.text) || isMark(line) || isMark(next) || isMonospaced(line) || isMonospaced(next))
    return false;
  const [own, other] = [contextOf(line), contextOf(next)];
  // Two rows of a table each have their figures, and two entries of a table of contents their pages.
  if (own.hasFigures && other.hasFigures) return false;
  if (own.cells + other.cells > 0 && line.y - next.y > line.size * CELL_STEP) return false;
  if (walls.part(line, next)) return false;
  const isFull = !wouldFit(line, next, isCentred(line, next) ? own.centredRight : own.right);
  // A heading is in another weight or colour than what it stands above; words are where a line happens to end.
  if (looksOther(line, next) && !(isFull && /^\p{Ll}/u.test(next.text))) return false;
  if (isTaggedApart(line, next) && ENDS_SENTENCE.test(line.text)) return false;
  if (next.x > line.x + line.size * 0.8 && ENDS_SENTENCE.test(line.text)) return false;
  if (isFull) return !isLabel(paragraph, next, own) && !isAddress(line, own);
  return !ENDS_SENTENCE.test(line.text) && goesOnInside(line, next);
}

/** Two paragraphs by what the file says. Some programs make one of each line, so this alone says nothing. */
function isTaggedApart(line: TextLine, next: TextLine): boolean {
  return line.block !== undefined && next.block !== undefined && line.block !== next.block;
}

/**
 * Whether a line goes on with a paragraph although something else was written in between. Programs that go through a page
 * row by row do that with two columns of text; in a table each row begins anew.
 */
function isColumn(
  paragraph: readonly TextLine[],
  next: TextLine,
  contextOf: (line: TextLine) => LineContext,
): boolean {
  const line = paragraph.at(-1);
  const begins = BEGINS_ANEW.test(next.text) && !GOES_ON.test(line?.text ?? '');
  return !begins && contextOf(next).cells < 2 && !isMark(next);
}

/** Right below, in the same size, and neither beside nor further away than the lines before. */
function isBelow(paragraph: readonly TextLine[], line: TextLine, next: TextLine): boolean {
  const step = line.y - next.y;
  if (Math.abs(line.size - next.size) > line.size * 0.1 || step <= 0 || step > line.size * LINE_STEP)
    return false;
  if (
    Math.min(line.right, next.right) - Math.max(line.x, next.x) <
    Math.min(line.size * 0.5, next.right - next.x)
  )
    return false;
  const before = paragraph.at(-2);
  return before === undefined || step < (before.y - line.y) * WIDER_STEP + 0.5;
}

/** Whether two lines of different lengths have one middle. */
function isCentred(line: TextLine, next: TextLine): boolean {
  const middle = (line.x + line.right - next.x - next.right) / 2;
  return Math.abs(middle) < CENTRED && Math.abs(line.x - next.x) > CENTRED * 2;
}

/** Whether the first word of a line had found room at the end of the line before: then somebody wanted a new line. */
function wouldFit(line: TextLine, next: TextLine, right: number): boolean {
  const [first = ''] = EAST_ASIAN.test(next.text[0] ?? '')
    ? [next.text.slice(0, 2)]
    : next.text.split(/\s/, 1);
  const widthOf = (text: string) => [...text].reduce((sum, letter) => sum + letterWidth(letter), 0);
  const share = widthOf(first) / (widthOf(next.text) || 1);
  const blank = EAST_ASIAN.test(next.text[0] ?? '') ? 0 : 0.25 * line.size;
  return line.right + blank + share * (next.right - next.x) < right - line.size * 0.5;
}

/** A sentence that runs on in small letters, whatever room there was: lines that are not filled as far as possible. */
function goesOnInside(line: TextLine, next: TextLine): boolean {
  const runsOn = /^[\p{Ll}ぁ-んー、。]/u.test(next.text);
  return (runsOn && /[\p{Ll}\p{Lo},、，]\s*$/u.test(line.text)) || GOES_ON.test(line.text);
}

/** A block that stands by itself, of narrow lines that all begin with a capital or a figure. */
function isAddress({ text, size, x }: TextLine, { right, lines, begins }: LineContext): boolean {
  if (lines < ADDRESS.least || lines > ADDRESS.most || begins < lines || GOES_ON.test(text)) return false;
  return size <= ADDRESS.largest && right - x < size * ADDRESS.width;
}

/** In a narrow column that nothing else tells the width of, a capital begins the next label. */
function isLabel(paragraph: readonly TextLine[], next: TextLine, { right, lines }: LineContext): boolean {
  const [line] = paragraph.slice(-1);
  if (line === undefined || !BEGINS_ANEW.test(next.text) || GOES_ON.test(line.text)) return false;
  const width = right - Math.min(line.x, next.x);
  return (
    width < line.size * LABEL_WIDTH &&
    (lines < 3 || paragraph.length === 1) &&
    !/\p{Ll}{3}.*\s.*\p{Ll}{3}/u.test(line.text)
  );
}

function looksOther(line: TextLine, next: TextLine): boolean {
  const [end, start] = [line.styled.at(-1)?.style, next.styled[0]?.style];
  if (end === undefined || start === undefined) return false;
  const differs = (is: (style: TextStyle) => boolean) =>
    isMostly(line.styled, is) !== isMostly(next.styled, is) && is(end) !== is(start);
  if (differs(({ bold }) => bold)) return true;
  return end.colour !== start.colour && [line, next].every((own) => isOneColour(own));
}

function isOneColour({ styled }: TextLine): boolean {
  return styled.every(({ style }) => style.colour === styled[0]?.style.colour);
}

function joined(before: StyledText, next: StyledText): StyledText {
  const [head, tail] = [trimEnd(before), plainOf(next)];
  const text = plainOf(head);
  if (/[\p{L}][-‐]$/u.test(text) && /^\p{Ll}/u.test(tail))
    return concat(slice(head, 0, text.length - 1), next);
  const glued = EAST_ASIAN.test(text.at(-1) ?? '') || EAST_ASIAN.test(tail[0] ?? '');
  const last = head.at(-1);
  return glued || last === undefined
    ? concat(head, next)
    : concat(head, [{ text: ' ', style: last.style }], next);
}
