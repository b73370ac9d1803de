import { concat, plainOf, type StyledText, slice, trimEnd } from './styled-text.js';
import type { PlacedText } from './text-layer.js';

/** Text that belongs together, as a reader sees it. */
export interface PdfParagraph {
  readonly text: string;
  /** The same with the weight of its words. */
  readonly styled: StyledText;
  readonly size: number;
  /** Distance from the left edge of the text on its page, in points. */
  readonly indent: number;
  /** In order; there is always one. */
  readonly lines: readonly TextLine[];
}

export interface TextLine {
  readonly text: string;
  readonly styled: StyledText;
  readonly x: number;
  readonly right: number;
  readonly y: number;
  readonly size: number;
}

const EAST_ASIAN = /[\u3000-\u30FF\u3400-\u9FFF\uF900-\uFAFF\uFF00-\uFFEF]/;
const ENDS_SENTENCE = /[。．.!?！？:：」』）)]\s*$/;
const BEGINS_ITEM = /^\s*(?:[-•・‣◦▪■□◆●○*]|\(?\d{1,3}[.)．）、]|[①-⑳]|第[\d一二三四五六七八九十]+[章節条])/;
/** A gap of this many font sizes parts two cells of a table, or two columns. */
const CELL_GAP = 1;
/** Behind a mark that stands alone at the beginning of a line, a smaller one does. */
const MARK_GAP = 0.3;
const MARK = /^(?:[-•・‣◦▪■□◆●○*–—]|\p{Co})\s*$/u;
/** Lines that begin within so many points of each other stand in one column. */
const COLUMN_STEP = 36;
/** Lines further apart than this many font sizes are two paragraphs. */
const LINE_STEP = 1.9;

/** Paragraphs of a page: pieces become lines, and lines that follow each other become paragraphs. */
export function paragraphsOf(
  texts: readonly PlacedText[],
  isBold: (text: PlacedText) => boolean,
): readonly PdfParagraph[] {
  const lines = linesOf(texts, isBold);
  const left = lines.reduce((least, line) => Math.min(least, line.x), Number.POSITIVE_INFINITY);
  const rightOf = columnsOf(lines);
  const paragraphs: { lines: TextLine[] }[] = [];
  for (const line of lines) {
    const open = paragraphs.at(-1);
    const last = open?.lines.at(-1);
    if (open !== undefined && last !== undefined && goesOn(last, line, rightOf(last))) open.lines.push(line);
    else paragraphs.push({ lines: [line] });
  }
  return paragraphs.map(({ lines: own }) => {
    const styled = own.map((line) => line.styled).reduce(joined);
    return {
      text: plainOf(styled),
      styled,
      size: own[0]?.size ?? 11,
      indent: Math.max(0, (own[0]?.x ?? left) - left),
      lines: own,
    };
  });
}

function linesOf(texts: readonly PlacedText[], isBold: (text: PlacedText) => boolean): TextLine[] {
  const lines: TextLine[] = [];
  /** Of the widest piece of the last line, which says where and how large it is: others are raised or smaller. */
  let widest = 0;
  for (const piece of texts) {
    const { text, x, y, width, size } = piece;
    const last = lines.at(-1);
    if (last === undefined || !isSame(last, { x, y, size })) {
      if (text.trim() === '') continue;
      lines.push({ ...inStyle(text.trimStart(), isBold(piece)), x, right: x + width, y, size });
      widest = width;
      continue;
    }
    // How wide a blank is says nothing: the reader of PDF makes one of every gap.
    if (text.trim() === '') {
      if (!last.text.endsWith(' ')) lines[lines.length - 1] = { ...last, ...longer(last, ' ') };
      continue;
    }
    const gap = x - last.right > size * 0.2 && !last.text.endsWith(' ') && !text.startsWith(' ');
    const blank = gap && !(EAST_ASIAN.test(last.text.at(-1) ?? '') && EAST_ASIAN.test(text[0] ?? ''));
    lines[lines.length - 1] = {
      ...last,
      ...(width > widest && { y, size }),
      ...longer(blank ? longer(last, ' ') : last, text, isBold(piece)),
      right: Math.max(last.right, x + width),
    };
    widest = Math.max(widest, width);
  }
  return lines.map((line) => ({ ...line, text: line.text.trimEnd(), styled: trimEnd(line.styled) }));
}

function inStyle(text: string, bold: boolean): Pick<TextLine, 'text' | 'styled'> {
  return { text, styled: [{ text, bold }] };
}

/** A line with more text behind it; a blank has the weight of what it follows. */
function longer(
  { text, styled }: Pick<TextLine, 'text' | 'styled'>,
  more: string,
  bold = styled.at(-1)?.bold ?? false,
): Pick<TextLine, 'text' | 'styled'> {
  return { text: text + more, styled: concat(styled, [{ text: more, bold }]) };
}

/** Whether a piece goes on with a line, and is no cell of its own. */
function isSame(line: TextLine, { x, y, size }: Pick<PlacedText, 'x' | 'y' | 'size'>): boolean {
  const gap = x - line.right;
  const most = MARK.test(line.text) ? MARK_GAP : CELL_GAP;
  return (
    Math.abs(line.y - y) < Math.max(size, line.size) * 0.5 &&
    gap >= -size &&
    gap < most * Math.max(size, line.size)
  );
}

/** Where the column of a line ends, on the right. */
function columnsOf(lines: readonly TextLine[]): (line: TextLine) => number {
  const rights = new Map<number, number>();
  const column = ({ x }: TextLine) => Math.round(x / COLUMN_STEP);
  for (const line of lines) {
    for (const near of [column(line) - 1, column(line), column(line) + 1]) {
      rights.set(near, Math.max(rights.get(near) ?? 0, line.right));
    }
  }
  return (line) => rights.get(column(line)) ?? line.right;
}

/** Whether `next` continues the paragraph of `line`. */
function goesOn(line: TextLine, next: TextLine, right: number): boolean {
  const step = line.y - next.y;
  if (Math.abs(line.size - next.size) > line.size * 0.1 || step <= 0 || step > line.size * LINE_STEP)
    return false;
  // Cells and columns beside each other.
  if (next.x > line.right || next.right < line.x) return false;
  if (BEGINS_ITEM.test(next.text)) return false;
  // A line that ends long before the margin ends its paragraph, unless its sentence is still open.
  const short = line.right < right - line.size * 4;
  if (short && ENDS_SENTENCE.test(line.text)) return false;
  if (next.x > line.x + line.size * 0.8 && ENDS_SENTENCE.test(line.text)) return false;
  return !short || /[a-z、,，ぁ-ん]\s*$/.test(line.text);
}

function joined(before: StyledText, next: StyledText): StyledText {
  const [head, tail] = [trimEnd(before), plainOf(next)];
  const text = plainOf(head);
  if (/[A-Za-z]-$/.test(text) && /^[a-z]/.test(tail)) return concat(slice(head, 0, text.length - 1), next);
  const glued = EAST_ASIAN.test(text.at(-1) ?? '') || EAST_ASIAN.test(tail[0] ?? '');
  const blank = { text: glued ? '' : ' ', bold: head.at(-1)?.bold ?? false };
  return concat(head, [blank], next);
}
