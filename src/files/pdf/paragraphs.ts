import type { PdfPage, PlacedText } from './text-layer.js';

/** Text that belongs together, as a reader sees it. */
export interface PdfParagraph {
  readonly text: string;
  readonly size: number;
  /** Distance from the left edge of the text on its page, in points. */
  readonly indent: number;
}

interface Line {
  readonly text: string;
  readonly x: number;
  readonly right: number;
  readonly y: number;
  readonly size: number;
}

const EAST_ASIAN = /[\u3000-\u30FF\u3400-\u9FFF\uF900-\uFAFF\uFF00-\uFFEF]/;
const ENDS_SENTENCE = /[。．.!?！？:：」』）)]\s*$/;
const BEGINS_ITEM = /^\s*(?:[-•・‣◦▪■□◆●○*]|\(?\d{1,3}[.)．）、]|[①-⑳]|第[\d一二三四五六七八九十]+[章節条])/;
/** Lines further apart than this many font sizes are two paragraphs. */
const LINE_STEP = 1.9;

/** Paragraphs of a page: pieces become lines, and lines that follow each other become paragraphs. */
export function paragraphsOf(page: PdfPage): readonly PdfParagraph[] {
  const lines = linesOf(page.texts);
  const left = Math.min(...lines.map((line) => line.x));
  const right = Math.max(...lines.map((line) => line.right));
  const paragraphs: { lines: Line[] }[] = [];
  for (const line of lines) {
    const open = paragraphs.at(-1);
    const last = open?.lines.at(-1);
    if (open !== undefined && last !== undefined && goesOn(last, line, right)) open.lines.push(line);
    else paragraphs.push({ lines: [line] });
  }
  return paragraphs.map(({ lines: own }) => ({
    text: own.map(({ text }) => text).reduce(joined),
    size: own[0]?.size ?? 11,
    indent: Math.max(0, (own[0]?.x ?? left) - left),
  }));
}

function linesOf(texts: readonly PlacedText[]): Line[] {
  const lines: Line[] = [];
  for (const { text, x, y, width, size } of texts) {
    const last = lines.at(-1);
    const same =
      last !== undefined && Math.abs(last.y - y) < Math.max(size, last.size) * 0.5 && x >= last.right - size;
    if (!same) {
      if (text.trim() !== '') lines.push({ text: text.trimStart(), x, right: x + width, y, size });
      continue;
    }
    const gap = x - last.right > size * 0.2 && !last.text.endsWith(' ') && !text.startsWith(' ');
    const blank = gap && !(EAST_ASIAN.test(last.text.at(-1) ?? '') && EAST_ASIAN.test(text[0] ?? ''));
    lines[lines.length - 1] = {
      ...last,
      text: last.text + (blank ? ' ' : '') + text,
      right: Math.max(last.right, x + width),
    };
  }
  return lines.filter((line) => line.text.trim() !== '');
}

/** Whether `next` continues the paragraph of `line`. */
function goesOn(line: Line, next: Line, right: number): boolean {
  const step = line.y - next.y;
  if (Math.abs(line.size - next.size) > line.size * 0.1 || step <= 0 || step > line.size * LINE_STEP)
    return false;
  if (BEGINS_ITEM.test(next.text)) return false;
  // A line that ends long before the margin ends its paragraph, unless its sentence is still open.
  const short = line.right < right - line.size * 4;
  if (short && ENDS_SENTENCE.test(line.text)) return false;
  if (next.x > line.x + line.size * 0.8 && ENDS_SENTENCE.test(line.text)) return false;
  return !short || /[a-z、,，ぁ-ん]\s*$/.test(line.text);
}

function joined(before: string, next: string): string {
  const head = before.trimEnd();
  if (/[A-Za-z]-$/.test(head) && /^[a-z]/.test(next)) return head.slice(0, -1) + next;
  const glued = EAST_ASIAN.test(head.at(-1) ?? '') || EAST_ASIAN.test(next[0] ?? '');
  return glued ? head + next : `${head} ${next}`;
}
