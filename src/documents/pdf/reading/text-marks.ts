import type { Extent } from '../content/extent.js';
import type { DrawnPage, DrawnString } from './drawn-page.js';
import { RowIndex } from './row-index.js';

/** A line under or through words, which goes where they go. */
export interface TextMark {
  readonly kind: 'underline' | 'strike';
  readonly x: number;
  readonly right: number;
  /** Baseline of the words. */
  readonly y: number;
}

/** From the baseline, up and down, in font sizes. */
const UNDERLINE = { from: -0.32, to: 0.02 } as const;
const STRIKE = { from: 0.15, to: 0.5 } as const;
/** How much of it has words, and how far it reaches over them, in font sizes. */
const COVERED = 0.6;
const OVERHANG = 0.35;

/** Which rules of a page are lines under or through words; the others are edges of boxes and cells. */
export function textMarks({ rules, strings }: DrawnPage): {
  readonly marks: RowIndex<TextMark>;
  readonly byRule: ReadonlyMap<string, TextMark>;
  readonly walls: readonly Extent[];
} {
  const marks = new RowIndex<TextMark>();
  const byRule = new Map<string, TextMark>();
  const walls: Extent[] = [];
  for (const rule of rules) {
    const mark = markOf(rule, strings);
    if (mark === undefined) walls.push(rule);
    else {
      marks.add(mark);
      byRule.set(ruleKey(rule), mark);
    }
  }
  return { marks, byRule, walls };
}

/** By which a rule is found again when the page is drawn another time. */
export function ruleKey({ left, right, top, bottom }: Extent): string {
  return [left, right, top, bottom].map((side) => side.toFixed(2)).join(' ');
}

/** The words that a rule belongs to, if it belongs to any. */
function markOf(rule: Extent, strings: RowIndex<DrawnString>): TextMark | undefined {
  const { left, right, top, bottom } = rule;
  if (right - left < 2 || top - bottom > right - left) return undefined;
  const height = (top + bottom) / 2;
  const found = strings.find({ x: left, right, y: height });
  for (const [kind, { from, to }] of [
    ['underline', UNDERLINE],
    ['strike', STRIKE],
  ] as const) {
    const on = found.filter(
      ({ y, size, invisible }) => !invisible && height - y >= from * size && height - y <= to * size,
    );
    const [first] = on;
    if (first === undefined) continue;
    const stretches = on
      .flatMap((text) => text.stretches)
      .filter((part) => part.right > left && part.x < right);
    const covered = stretches.reduce(
      (sum, part) => sum + Math.min(right, part.right) - Math.max(left, part.x),
      0,
    );
    const start = stretches.reduce((least, part) => Math.min(least, part.x), Infinity);
    const end = stretches.reduce((most, part) => Math.max(most, part.right), -Infinity);
    const fits = start <= left + first.size * OVERHANG && end >= right - first.size * OVERHANG;
    if (fits && covered >= (right - left) * COVERED) return { kind, x: left, right, y: first.y };
  }
  return undefined;
}
