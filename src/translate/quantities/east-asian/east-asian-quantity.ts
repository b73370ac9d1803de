import { type Decimal, decimal } from '../notation/decimal.js';
import type { Calendar, Quantity, QuantityKind, Writing } from '../quantity.js';
import type { HanNumber } from './han-numerals.js';

/** A quantity that is written with a number. */
export function made(
  start: number,
  end: number,
  kind: QuantityKind,
  values: readonly Decimal[],
  number: HanNumber,
  more: Partial<Quantity> = {},
): Quantity {
  const writing: Writing = number.figures ? (number.scaled ? 'scaled' : 'figures') : 'words';
  return { start, end, kind, values, writing, required: true, ...more };
}

/** A date or a time. */
export function dated(
  start: number,
  end: number,
  calendar: Calendar,
  kind: 'date' | 'time',
  writing: Writing,
): Quantity {
  const parts =
    kind === 'date' ? [calendar.year, calendar.month, calendar.day] : [calendar.hour, calendar.minute];
  const values = parts.flatMap((part) => (part === undefined ? [] : [decimal(part)]));
  return { start, end, kind, values, writing, calendar, required: true };
}

/** Looks like a quantity and is none: what stands there is passed over. */
export function nothing(start: number, end: number): Quantity {
  return { start, end, kind: 'number', values: [], writing: 'words', required: false };
}
