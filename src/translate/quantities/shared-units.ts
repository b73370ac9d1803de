import { baseOf, type Lang } from '../../base/lang.js';
import { compare, type Decimal, decimal, isAtLeast, times } from './notation/decimal.js';
import type { Quantity } from './quantity.js';

/** How a language joins the two ends of a change or a range whose unit is said once. */
interface Joint {
  /** What stands before the first end. */
  readonly before: RegExp;
  readonly between: RegExp;
  /** What may follow the second end where it has no unit of its own: a mark, the end, a little word. */
  readonly behind: RegExp;
}

const JOINTS: Readonly<Record<string, Joint>> = {
  en: {
    before: /\bfrom (?:about |around |nearly |almost |some |roughly )?$/iu,
    between: /^ to (?:about |around |nearly |almost |some |roughly )?$/iu,
    behind:
      /^(?:[.,;:!?)]|$| (?:in|by|last|this|on|since|after|over|within|and|but|as|when|while|during)\b)/iu,
  },
  ja: {
    before: /(?:^|[^\d第])(?:約|およそ|ほぼ)?$/u,
    between: /^(?:から|より)(?:約|およそ|ほぼ)?$/u,
    behind: /^(?:[にへ]|まで)/u,
  },
  zh: {
    before: /[从從由](?:大?约|大?約|近)?$/u,
    between:
      /^(?:上升|上涨|上漲|上调|上調|增加|增长|增長|增|提高|提升|扩大|擴大|延长|延長|涨|漲|升|下降|下跌|下调|下調|降低|降|减少|減少|减|減|跌|缩短|縮短|缩小|縮小)?(?:到|至|为|為)了?(?:大?约|大?約|近)?$/u,
    behind: /^(?:[。，；、）)]|$)/u,
  },
};
const REACH = 16;
/** Ends of one change seldom lie further apart than this: "from 500 to 3 million" begins with 500, "from 320 to 300 million" does not. */
const FACTOR = decimal(10);
const SCALES: readonly (readonly [RegExp, number])[] = [
  [/thousand/iu, 1e3],
  [/million|\bmn|mln/iu, 1e6],
  [/billion|bn/iu, 1e9],
  [/trillion|tn/iu, 1e12],
  [/[万萬]/u, 1e4],
  [/[億亿]/u, 1e8],
  [/兆/u, 1e12],
];

/**
 * Quantities with the unit and the scale that are said once for both ends: "from 320 to 300 dollars" begins with 320 dollars,
 * "from $3 to $5 million" with three million, and 从900美元涨到950 ends with 950 dollars.
 */
export function withSharedUnits(text: string, lang: Lang, quantities: readonly Quantity[]): Quantity[] {
  const joint = JOINTS[baseOf(lang)];
  const shared = [...quantities];
  if (joint === undefined) return shared;
  for (const [at, first] of quantities.entries()) {
    const second = quantities[at + 1];
    if (second === undefined || !areJoined(text, first, second, joint)) continue;
    const isSameKind = first.kind === second.kind && first.currency === second.currency;
    if (isSameKind) shared[at] = withScaleOf(second, first, text);
    else if (first.kind === 'number' && isMeasured(second)) {
      shared[at] = withUnitOf(second, withScaleOf(second, first, text));
    } else if (
      isMeasured(first) &&
      second.kind === 'number' &&
      joint.behind.test(text.slice(second.end, second.end + REACH))
    ) {
      shared[at + 1] = withUnitOf(first, second);
    }
  }
  return shared;
}

function areJoined(text: string, first: Quantity, second: Quantity, { before, between }: Joint): boolean {
  return (
    first.values.length === 1 &&
    second.values.length === 1 &&
    second.start - first.end < REACH &&
    between.test(text.slice(first.end, second.start)) &&
    before.test(text.slice(Math.max(0, first.start - REACH), first.start))
  );
}

function isMeasured({ kind, off }: Quantity): boolean {
  return (kind === 'money' || kind === 'percent' || kind === 'points') && off !== true;
}

function withUnitOf({ kind, currency }: Quantity, quantity: Quantity): Quantity {
  return { ...quantity, kind, required: true, ...(currency !== undefined && { currency }) };
}

function withScaleOf(second: Quantity, first: Quantity, text: string): Quantity {
  const [value] = first.values;
  const [end] = second.values;
  if (first.writing === 'scaled' || value === undefined || end === undefined) return first;
  const written = text.slice(second.start, second.end);
  const scale = SCALES.find(([word]) => word.test(written))?.[1];
  if (scale === undefined || isAtLeast(value, 1000)) return first;
  const scaled = times(value, decimal(scale));
  return isNear(scaled, end) ? { ...first, values: [scaled], writing: 'scaled' } : first;
}

function isNear(a: Decimal, b: Decimal): boolean {
  return compare(a, times(b, FACTOR)) <= 0 && compare(b, times(a, FACTOR)) <= 0;
}
