import { letterWidth } from '../text/letter-width.js';

/** How text is made to fit: the share of its size, and by how much its lines stand closer. */
export interface Shrinking {
  readonly share: number;
  readonly closer: number;
}

/** A paragraph as it is measured: cut where somebody began a new line, with its largest size in points. */
export interface MeasuredParagraph {
  readonly lines: readonly string[];
  readonly size: number;
}

/** The room of a text in points, without the margins inside of its shape. */
export interface TextRoom {
  readonly width: number;
  readonly height: number;
}

/** The last of the steps: smaller than that, nobody could read it. */
export const SMALLEST: Shrinking = { share: 0.625, closer: 0.2 };
/** The steps that PowerPoint takes, down to a size that can still be read. */
export const SHRINKING_STEPS: readonly Shrinking[] = [
  { share: 1, closer: 0 },
  { share: 0.925, closer: 0.1 },
  { share: 0.85, closer: 0.1 },
  { share: 0.775, closer: 0.2 },
  { share: 0.7, closer: 0.2 },
  SMALLEST,
];
/** From line to line, in font sizes. */
const LINE = 1.2;

/**
 * The first step at which a translation fits; undefined where none is small enough. What is measured is how much more room
 * than its source it needs, by the same rough measure for both: a text that ran over its shape before may run as far.
 */
export function stepFor(
  before: readonly MeasuredParagraph[],
  after: readonly MeasuredParagraph[],
  { width, height }: TextRoom,
  steps: readonly Shrinking[] = SHRINKING_STEPS,
): Shrinking | undefined {
  const wide = Math.max(1, width);
  const room = Math.max(height, heightOf(before, wide, 1));
  return steps.find(({ share, closer }) => heightOf(after, wide, share) * (1 - closer) <= room);
}

function heightOf(paragraphs: readonly MeasuredParagraph[], width: number, share: number): number {
  let height = 0;
  for (const { lines, size } of paragraphs) {
    for (const line of lines) {
      height += Math.max(1, Math.ceil((widthOf(line) * size * share) / width)) * size * share * LINE;
    }
  }
  return height;
}

function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += letterWidth(letter);
  return width;
}
