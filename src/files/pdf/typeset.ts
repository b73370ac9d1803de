import { lineParts } from '../text/wrap.js';

/** The room that a paragraph had on its page, on the upright page with its origin below. */
export interface TextBox {
  readonly left: number;
  readonly right: number;
  /** Of the first line. */
  readonly indent: number;
  readonly firstBaseline: number;
  /** Lowest baseline that touches nothing below. */
  readonly lastBaseline: number;
  readonly size: number;
  /** From baseline to baseline. */
  readonly pitch: number;
  readonly align: 'left' | 'center' | 'right';
}

export interface TypesetLine {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

export interface TypesetText {
  readonly size: number;
  readonly lines: readonly TypesetLine[];
}

/** Smaller than this nobody reads; text that needs more room then runs over its box. */
const SMALLEST = 0.5;
const STEP = 0.05;

/** Sets a text into a box, in a smaller size where it does not fit otherwise. `widthOf` measures in units of the size. */
export function typeset(
  text: string,
  box: TextBox,
  unspaced: boolean,
  widthOf: (text: string) => number,
): TypesetText {
  const paragraphs = text.split('\n').map((line) => lineParts(line, unspaced));
  const room = box.firstBaseline - box.lastBaseline + 0.01;
  for (let share = 1; ; share -= STEP) {
    const size = box.size * share;
    const pitch = Math.max(size, box.pitch * share);
    const lines = paragraphs.flatMap((parts) => broken(parts, size, box, widthOf));
    if ((lines.length - 1) * pitch > room && share > SMALLEST + STEP / 2) continue;
    return { size, lines: lines.map((line, index) => placed(line, index, size, pitch, box, widthOf)) };
  }
}

function placed(
  text: string,
  index: number,
  size: number,
  pitch: number,
  box: TextBox,
  widthOf: (text: string) => number,
): TypesetLine {
  const free = box.right - box.left - widthOf(text) * size;
  const start = index === 0 ? box.indent : 0;
  const shift = box.align === 'left' ? start : Math.max(0, box.align === 'center' ? free / 2 : free);
  return { text, x: box.left + shift, y: box.firstBaseline - index * pitch };
}

/** Lines that are no wider than the box; a word wider than it is cut. */
function broken(
  parts: readonly string[],
  size: number,
  box: TextBox,
  widthOf: (text: string) => number,
): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  const limit = () => (box.right - box.left - (lines.length === 0 ? box.indent : 0)) / size + 0.01;
  const add = (part: string): void => {
    const width = widthOf(part);
    if (line !== '' && used + widthOf(part.trimEnd()) > limit()) {
      lines.push(line.trimEnd());
      [line, used] = ['', 0];
    }
    if (line === '' && width > limit() && [...part].length > 1) {
      for (const character of part) add(character);
      return;
    }
    line += part;
    used += width;
  };
  for (const part of parts) add(part);
  lines.push(line.trimEnd());
  return lines;
}
