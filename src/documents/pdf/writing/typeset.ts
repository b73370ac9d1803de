import { lineParts } from '../../text/wrap.js';
import { concat, cutLike, plainOf, type StyledText, trimEnd } from '../reading/styled-text.js';

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
  /** Width of the letters to their usual one. */
  readonly stretch: number;
  readonly lines: readonly TypesetLine[];
}

/** In units of the size. */
type Measure = (text: StyledText) => number;

/** Smaller than this nobody reads; text that needs more room then is narrowed, and at last runs over its box. */
const SMALLEST = 0.5;
const NARROWEST = 0.6;
const STEP = 0.05;
/** Lines stand no closer than this many font sizes. */
const TIGHTEST = 1.08;

/** Characters of a label, which stands on one line, and of a word that becomes smaller before it is cut. */
const LONGEST_LABEL = 8;
const LONGEST_WORD = 16;

/** A text cut at every place where a line may end, and the lines that it must have. */
export type BreakableText = readonly (readonly StyledText[])[];

export function breakable(text: StyledText, unspaced: boolean): BreakableText {
  return cutLike(text, plainOf(text).split(/(?<=\n)/)).map((line) => {
    const plain = plainOf(line).replace(/\n$/, '');
    return cutLike(line, plain.length <= LONGEST_LABEL ? [plain] : lineParts(plain, unspaced));
  });
}

/** How a text fits into its box: the shares of its size and of its width, 1 where it fits as it is. */
export interface Fit {
  readonly share: number;
  readonly stretch: number;
  /** It needs more room even so. */
  readonly overflows: boolean;
}

export function fitOf(text: BreakableText, box: TextBox, widthOf: Measure): Fit {
  const words = text.flat().filter((part) => plainOf(part).length <= LONGEST_WORD);
  const widest = words.reduce((most, word) => Math.max(most, widthOf(trimEnd(word))), 0);
  const fits = (share: number, stretch: number): boolean => {
    const size = box.size * share;
    if (widest * size * stretch > box.right - box.left + 0.01) return false;
    const lines = text.reduce((sum, parts) => sum + broken(parts, size, stretch, box, widthOf).length, 0);
    return (lines - 1) * tightest(box, share) <= roomOf(box);
  };
  let [share, stretch] = [1, 1];
  while (share > SMALLEST + STEP / 2 && !fits(share, stretch)) share -= STEP;
  if (share > SMALLEST + STEP / 2) return { share, stretch, overflows: false };
  while (stretch > NARROWEST + STEP / 2 && !fits(share, stretch)) stretch -= STEP;
  return { share, stretch, overflows: !fits(share, stretch) };
}

export function typeset(
  text: BreakableText,
  box: TextBox,
  { share, stretch }: Fit,
  widthOf: Measure,
): TypesetText {
  const size = box.size * share;
  const lines = text.flatMap((parts) => broken(parts, size, stretch, box, widthOf));
  const pitch = pitchOf(box, share, lines.length);
  return {
    size,
    stretch,
    lines: lines.map((line, index) => placed(line, index, pitch, box, widthOf(line) * size * stretch)),
  };
}

function roomOf({ firstBaseline, lastBaseline }: TextBox): number {
  return firstBaseline - lastBaseline + 0.01;
}

/** The pitch of the source, but no more than the lines have room for. */
function pitchOf(box: TextBox, share: number, lines: number): number {
  const usual = Math.max(box.size * share, box.pitch * share);
  return lines < 2 ? usual : Math.max(tightest(box, share), Math.min(usual, roomOf(box) / (lines - 1)));
}

function tightest({ size, pitch }: TextBox, share: number): number {
  return Math.min(size * TIGHTEST, Math.max(size, pitch)) * share;
}

function placed(text: StyledText, index: number, pitch: number, box: TextBox, width: number): TypesetLine {
  const free = box.right - box.left - width;
  const start = index === 0 ? box.indent : 0;
  const shift = box.align === 'left' ? start : Math.max(0, box.align === 'center' ? free / 2 : free);
  return { text, x: box.left + shift, y: box.firstBaseline - index * pitch };
}

/** Lines that are no wider than the box; a word wider than it is cut. */
function broken(
  parts: readonly StyledText[],
  size: number,
  stretch: number,
  box: TextBox,
  widthOf: Measure,
): StyledText[] {
  const lines: StyledText[] = [];
  let line: StyledText[] = [];
  let used = 0;
  const limit = () =>
    (box.right - box.left - (lines.length === 0 ? box.indent : 0)) / (size * stretch) + 0.01;
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
