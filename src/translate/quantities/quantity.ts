import type { Decimal } from './notation/decimal.js';

export type QuantityKind = 'number' | 'money' | 'percent' | 'points' | 'date' | 'time' | 'ordinal';

/** How a quantity was written, which decides how far a model can be trusted with it. */
export type Writing =
  /** Figures alone: 12,345. */
  | 'figures'
  /** Figures with a scale word: 3.2 million, 3億2000万. */
  | 'scaled'
  /** Number words or Chinese numerals: fifty million, 五千万. */
  | 'words';

/** A date or time in parts; those that were not written are absent. */
export interface Calendar {
  readonly year?: number;
  readonly month?: number;
  readonly day?: number;
  /** 0 to 24. */
  readonly hour?: number;
  readonly minute?: number;
  readonly second?: number;
  /** Whether the hour was written on the clock of 12 hours: 3 p.m. and 15:00 are one hour. */
  readonly twelve?: boolean;
}

/** An amount found in a text, as UTF-16 offsets. */
export interface Quantity {
  readonly start: number;
  readonly end: number;
  readonly kind: QuantityKind;
  /** One value, or the two ends of a range; parts of a date in the order in which they are compared. */
  readonly values: readonly Decimal[];
  readonly writing: Writing;
  /** ISO 4217 code, for money. */
  readonly currency?: string;
  readonly calendar?: Calendar;
  /** 三十多万: the value is a lower bound, and the word that says so stands inside the number. */
  readonly over?: boolean;
  /** 3割引, 七折: taken off the price. */
  readonly off?: boolean;
  /** Whether the translation has to hold the value: not so for 一 in 一般, or for "one". */
  readonly required: boolean;
}
