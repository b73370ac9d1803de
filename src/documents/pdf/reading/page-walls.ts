import type { Extent } from '../content/extent.js';
import type { Shade } from './drawn-page.js';

/** A line of text, as far as its place goes. */
export interface LinePlace {
  readonly x: number;
  readonly right: number;
  readonly y: number;
  readonly size: number;
}

/** From the baseline up to the middle of small letters, in font sizes. */
const MIDDLE = 0.3;
/** Areas with a colour; a page of more is a drawing. */
const MOST_SHADES = 2000;
/** Points by which an area may be smaller than the text that stands on it. */
const SLACK = 2;

/** Lines and areas of a page that text does not cross: rules, the edges of boxes and cells, coloured rows. */
export class PageWalls {
  /** From left to right. */
  readonly #upright: readonly Extent[];
  /** From the bottom up. */
  readonly #level: readonly Extent[];
  readonly #shades: readonly Shade[];

  constructor(rules: readonly Extent[], shades: readonly Shade[]) {
    const isUpright = ({ left, right, top, bottom }: Extent) => top - bottom > right - left;
    this.#upright = rules.filter(isUpright).sort((one, other) => one.left - other.left);
    this.#level = rules.filter((rule) => !isUpright(rule)).sort((one, other) => one.bottom - other.bottom);
    this.#shades = shades.length > MOST_SHADES ? [] : shades;
  }

  /** Where an upright rule stands between two places of a line; undefined where none does. */
  between(left: number, right: number, { y, size }: Pick<LinePlace, 'y' | 'size'>): number | undefined {
    const middle = y + size * MIDDLE;
    for (let at = firstFrom(this.#upright, left, 'left'); at < this.#upright.length; at += 1) {
      const rule = this.#upright[at];
      if (rule === undefined || rule.left > right) return undefined;
      if (rule.bottom < middle && rule.top > middle && rule.top - rule.bottom > size * 0.8) return rule.left;
    }
    return undefined;
  }

  /** Whether a level rule, or a change of the colour behind them, parts two lines of which one stands below the other. */
  part(above: LinePlace, below: LinePlace): boolean {
    const [left, right] = [Math.max(above.x, below.x), Math.min(above.right, below.right)];
    const [low, high] = [below.y + below.size * MIDDLE, above.y + above.size * MIDDLE];
    for (let at = firstFrom(this.#level, low, 'bottom'); at < this.#level.length; at += 1) {
      const rule = this.#level[at];
      if (rule === undefined || rule.bottom > high) break;
      if (Math.min(right, rule.right) - Math.max(left, rule.left) > (right - left) * 0.3) return true;
    }
    return this.#shadeOf(above) !== this.#shadeOf(below);
  }

  /** How far text may reach from an extent before it meets a rule, on both sides and below. */
  roomAround({ left, right, top, bottom }: Extent): Extent {
    const beside = this.#upright.filter((rule) => rule.bottom < top && rule.top > bottom);
    const under = this.#level.filter((rule) => rule.left < right && rule.right > left);
    return {
      left: beside.reduce(
        (most, rule) => (rule.right <= left + SLACK ? Math.max(most, rule.right) : most),
        -Infinity,
      ),
      right: beside.reduce(
        (least, rule) => (rule.left >= right - SLACK ? Math.min(least, rule.left) : least),
        Infinity,
      ),
      top,
      bottom: under.reduce(
        (most, rule) => (rule.top <= bottom + SLACK ? Math.max(most, rule.top) : most),
        -Infinity,
      ),
    };
  }

  /** The colour behind a whole line. */
  #shadeOf({ x, right, y, size }: LinePlace): string {
    const middle = y + size * MIDDLE;
    for (let at = this.#shades.length - 1; at >= 0; at -= 1) {
      const shade = this.#shades[at];
      if (shade === undefined || shade.left > x + SLACK || shade.right < right - SLACK) continue;
      if (shade.bottom < middle && shade.top > middle) return shade.colour;
    }
    return '';
  }
}

function firstFrom(sorted: readonly Extent[], value: number, side: 'left' | 'bottom'): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.[side] ?? value) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
