import type { TextStyle } from '../reading/text-style.js';
import type { Faces } from './faces.js';
import type { TypesetText } from './typeset.js';

/** Words of one style on one line, where they are set. */
export interface PlacedRun {
  readonly text: string;
  readonly style: TextStyle;
  readonly x: number;
  readonly right: number;
  readonly y: number;
  readonly size: number;
  /** Width of the letters to their usual one. */
  readonly stretch: number;
  /** The first of its line. */
  readonly isFirst: boolean;
}

export function placedRuns({ lines, size, stretch }: TypesetText, faces: Faces): readonly PlacedRun[] {
  return lines.flatMap(({ text, x: left, y }) => {
    let x = left;
    return text.map((run, at) => {
      const right = x + faces.width([run]) * size * stretch;
      const placed = { ...run, x, right, y, size, stretch, isFirst: at === 0 };
      x = right;
      return placed;
    });
  });
}
