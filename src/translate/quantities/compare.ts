import type { Lang } from '../../lang.js';
import { type Decimal, decimal, isSame, isShifted, small } from './decimal.js';
import { findQuantities } from './find.js';
import type { Quantity } from './quantity.js';

/** Small numbers are often written out or change into another word. */
const WORDS: readonly RegExp[] = [
  /zero|no\b|零|〇|ゼロ/iu,
  /\bone\b|\bfirst|\ba\b|\ban\b|once|single|一|初|壱|同|每|毎/iu,
  /\btwo\b|second|twice|both|pair|half|二|两|兩|双|雙|両/iu,
  /three|third|三/iu,
  /four|quarter|四/iu,
  /five|fifth|五/iu,
  /six|六/iu,
  /seven|七/iu,
  /eight|八/iu,
  /nine|ninth|九/iu,
  /\bten(?:th)?\b|decade|十/iu,
  /eleven|十一/iu,
  /twel|dozen|noon|midnight|十二/iu,
];

export interface QuantityCheck {
  /** Quantities of the source whose value does not stand in the translation. */
  readonly lost: readonly Quantity[];
  /** Those of them for which the translation holds the value times a power of ten. */
  readonly shifted: readonly Quantity[];
}

/**
 * Compares values, not spellings: 1,000 and 1000, 5万 and 50,000, "three" and 3, "May" and 5月, 午後3時 and 15:00 are the
 * same. Money has to keep its currency and a percentage its sign.
 */
export function checkQuantities(wanted: readonly Quantity[], translation: string, to: Lang): QuantityCheck {
  if (wanted.every(({ required }) => !required)) return { lost: [], shifted: [] };
  const there = findQuantities(translation, to);
  const lost = wanted.filter((quantity) => quantity.required && !isKept(quantity, there, translation));
  return { lost, shifted: lost.filter((quantity) => isOffByPower(quantity, there)) };
}

function isKept(quantity: Quantity, there: readonly Quantity[], translation: string): boolean {
  if (quantity.kind === 'time') return keepsTime(quantity, there);
  const fitting = there.filter((other) => fits(quantity, other));
  return quantity.values.every((value) => {
    if (fitting.some((other) => other.values.some((it) => isSame(it, value)))) return true;
    if (quantity.kind === 'percent' || quantity.kind === 'points' || quantity.kind === 'money') return false;
    const amount = small(value);
    if (amount !== undefined && WORDS[amount]?.test(translation) === true) return true;
    return quantity.kind === 'ordinal' && amount !== undefined && amount < 100;
  });
}

/** Whether another quantity may stand for this one at all. */
function fits(quantity: Quantity, other: Quantity): boolean {
  if (quantity.kind === 'money') return other.kind === 'money' && other.currency === quantity.currency;
  if (quantity.kind === 'percent') return other.kind === 'percent';
  if (quantity.kind === 'points')
    return other.kind === 'points' || other.kind === 'percent' || other.kind === 'number';
  return true;
}

function keepsTime({ calendar }: Quantity, there: readonly Quantity[]): boolean {
  const has = (value: number): boolean =>
    there.some((other) => other.values.some((it) => isSame(it, decimal(value))));
  const hour = calendar?.hour ?? 0;
  const hourKept = has(hour) || has(hour % 12 === 0 ? 12 : hour % 12) || hour % 12 === 0;
  return (
    hourKept &&
    (calendar?.minute === undefined ||
      calendar.minute === 0 ||
      calendar.minute === 30 ||
      has(calendar.minute))
  );
}

function isOffByPower(quantity: Quantity, there: readonly Quantity[]): boolean {
  const powers = (values: readonly Decimal[]): boolean =>
    quantity.values.some((value) => values.some((other) => isShifted(value, other)));
  return there.some((other) => other.kind === quantity.kind && powers(other.values));
}
