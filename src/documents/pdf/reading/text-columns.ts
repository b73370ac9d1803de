import type { PlacedText } from './text-layer.js';

/** A gap between words that is wider than any font has, in font sizes; lines that are set flush have some. */
export const WIDE_BLANK = 0.45;
/** How far away the rows of a table are, in font sizes. */
const NEAR_ROWS = 6;
/** Rows that have to agree, beside the one at hand. */
const FEWEST_ROWS = 2;
/** Rows that are remembered of one column; no page has more. */
const MOST_ROWS = 2000;

/**
 * Columns without rules: places behind a wide gap at which the text of several rows begins. One gap alone may be an
 * accident of a line that is set flush; three above each other are not.
 */
export class TextColumns {
  readonly #starts = new Map<number, number[]>();

  /** Text begins here, behind a gap. */
  add(x: number, y: number): void {
    const key = Math.round(x);
    const known = this.#starts.get(key);
    if (known === undefined) this.#starts.set(key, [y]);
    else if (known.at(-1) !== y && known.length < MOST_ROWS) known.push(y);
  }

  begins(x: number, { y, size }: Pick<PlacedText, 'y' | 'size'>): boolean {
    let rows = 0;
    for (const key of [Math.round(x) - 1, Math.round(x), Math.round(x) + 1]) {
      for (const other of this.#starts.get(key) ?? []) {
        const distance = Math.abs(other - y);
        if (distance > size * 0.5 && distance < size * NEAR_ROWS) rows += 1;
        if (rows >= FEWEST_ROWS) return true;
      }
    }
    return false;
  }
}
