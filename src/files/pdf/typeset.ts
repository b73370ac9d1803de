import { lineParts } from '../text/wrap.js';
import { concat, cutLike, plainOf, type StyledText, trimEnd } from './styled-text.js';

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
  readonly text: StyledText;
  readonly x: number;
  readonly y: number;
}

export interface TypesetText {
  readonly size: number;
  readonly lines: readonly TypesetLine[];
}

/** In units of the size. */
type Measure = (text: StyledText) => number;

/** Smaller than this nobody reads; text that needs more room then runs over its box. */
const SMALLEST = 0.5;
const STEP = 0.05;

/** Sets a text into a box, in a smaller size where it does not fit otherwise. */
export function typeset(text: StyledText, box: TextBox, unspaced: boolean, widthOf: Measure): TypesetText {
  const paragraphs = cutLike(text, plainOf(text).split(/(?<=\n)/)).map((line) => {
    const plain = plainOf(line).replace(/\n$/, '');
    return cutLike(line, lineParts(plain, unspaced));
  });
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
  text: StyledText,
  index: number,
  size: number,
  pitch: number,
  box: TextBox,
  widthOf: Measure,
): TypesetLine {
  const free = box.right - box.left - widthOf(text) * size;
  const start = index === 0 ? box.indent : 0;
  const shift = box.align === 'left' ? start : Math.max(0, box.align === 'center' ? free / 2 : free);
  return { text, x: box.left + shift, y: box.firstBaseline - index * pitch };
}

/** Lines that are no wider than the box; a word wider than it is cut. */
function broken(parts: readonly StyledText[], size: number, box: TextBox, widthOf: Measure): StyledText[] {
  const lines: StyledText[] = [];
  let line: StyledText[] = [];
  let used = 0;
  const limit = () => (box.right - box.left - (lines.length === 0 ? box.indent : 0)) / size + 0.01;
  const end = () => {
    lines.push(trimEnd(concat(...line)));
    [line, used] = [[], 0];
  };
  const add = (part: StyledText): void => {
    const width = widthOf(part);
    if (line.length > 0 && used + widthOf(trimEnd(part)) > limit()) end();
    const characters = line.length === 0 && width > limit() ? [...plainOf(part)] : [];
    if (characters.length > 1) {
      for (const character of cutLike(part, characters)) add(character);
      return;
    }
    line.push(part);
    used += width;
  };
  for (const part of parts) add(part);
  end();
  return lines;
}
