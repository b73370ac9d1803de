import type { Lang } from '../../../base/lang.js';
import { findQuantities } from '../find.js';
import { monthOf } from '../notation/calendar.js';
import { type Decimal, decimal, small } from '../notation/decimal.js';
import type { Quantity } from '../quantity.js';

/** Small numbers are often written out or change into another word. */
const WORDS: readonly RegExp[] = [
  /zero|no\b|零|〇|ゼロ/iu,
  /\bone\b|\bfirst|\ba\b|\ban\b|once|single|each|every|\bper\b|一|初|壱|同|每|毎/iu,
  /\btwo\b|second|twice|both|pair|half|couple|fortnight|doubl|二|两|兩|双|雙|両/iu,
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

const TENS = [
  '',
  '',
  'twenties',
  'thirties',
  'forties',
  'fifties',
  'sixties',
  'seventies',
  'eighties',
  'nineties',
];
const ROMAN: readonly (readonly [number, string])[] = [
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
];

/** Roman figures of a number below a hundred. */
function roman(amount: number): string {
  let left = amount;
  let out = '';
  for (const [value, letters] of ROMAN) {
    for (; left >= value; left -= value) out += letters;
  }
  return out;
}

const CAPITALIZED = /\b[A-Z][a-z]{2,8}\b/g;

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
  const there = new ValuesThere(translation, to);
  const lost = wanted.filter((quantity) => quantity.required && !isKept(quantity, there));
  return { lost, shifted: lost.filter((quantity) => there.holdsShifted(quantity)) };
}

/** The values of a translation, so that each one wanted is looked up and not searched for. */
class ValuesThere {
  readonly #translation: string;
  /** By value and what it is a value of: nothing in particular, a kind, a currency. */
  readonly #values = new Set<string>();
  /** Powers of ten, by kind and digits. */
  readonly #powers = new Map<string, Set<number>>();
  readonly #asWord = new Map<number, boolean>();
  /** Hours on the clock of 12 hours, as hours of the day. */
  readonly #halfDays = new Set<number>();
  /** Minutes past each hour, on the clock of 12 hours. */
  readonly #minutes = new Map<number, Set<number>>();

  constructor(translation: string, to: Lang) {
    this.#translation = translation;
    // A month by itself ("in July") is no quantity of English, and 7月 is one.
    for (const [word] of translation.matchAll(CAPITALIZED)) {
      const month = monthOf(word);
      if (month !== undefined) this.#values.add(keyOf('', decimal(month)));
    }
    for (const { kind, currency, values, calendar } of findQuantities(translation, to)) {
      if (kind === 'time' && calendar?.hour !== undefined) {
        const minutes = this.#minutes.get(calendar.hour % 12) ?? new Set();
        this.#minutes.set(calendar.hour % 12, minutes.add(calendar.minute ?? 0));
      }
      if (calendar?.twelve === true && calendar.hour !== undefined) this.#halfDays.add(calendar.hour % 24);
      for (const value of values) {
        for (const of of ['', kind, ...(kind === 'money' ? [currency ?? ''] : [])]) {
          this.#values.add(keyOf(of, value));
        }
        const digits = `${kind} ${value.digits}`;
        const powers = this.#powers.get(digits) ?? new Set();
        this.#powers.set(digits, powers.add(value.exponent));
      }
    }
  }

  /** @param of kinds or a currency of which one has to have the value; none for any */
  holds(value: Decimal, of: readonly string[] = ['']): boolean {
    return of.some((one) => this.#values.has(keyOf(one, value)));
  }

  /** Whether one of the values is there with another power of ten. */
  holdsShifted({ kind, values }: Quantity): boolean {
    return values.some(({ digits, exponent }) => {
      const powers = this.#powers.get(`${kind} ${digits}`);
      return powers !== undefined && (powers.size > 1 || !powers.has(exponent));
    });
  }

  /** Whether an hour stands there in the other half of the day: 3 p.m. as 上午3点. */
  contradicts(hour: number): boolean {
    return this.#halfDays.size > 0 && !this.#halfDays.has(hour % 24) && this.#halfDays.has((hour + 12) % 24);
  }

  /** Whether a full hour is there with minutes alone: 13:00 as 13時15分. */
  hasMinutesAlone(hour: number): boolean {
    const minutes = this.#minutes.get(hour % 12);
    if (minutes === undefined || minutes.has(0)) return false;
    const hours = [hour, hour % 12, (hour % 12) + 12].join('|');
    return !new RegExp(
      `(?<![\\d:])(?:${hours})(?:[点點時时](?!\\d)|(?= ?(?:[–-]|to|and|until|[ap]\\.?m|o['’]clock)))`,
      'iu',
    ).test(this.#translation);
  }

  /** Two decades, in his thirties, Leo XIII. */
  holdsRound(amount: number): boolean {
    if (amount > 99) return false;
    if (new RegExp(`\\b${roman(amount)}\\b`).test(this.#translation)) return true;
    const tens = amount / 10;
    if (!Number.isInteger(tens) || tens < 2) return false;
    return (
      (this.holds(decimal(tens)) && /decades/iu.test(this.#translation)) ||
      new RegExp(`${TENS[tens]}|${amount}s`, 'iu').test(this.#translation)
    );
  }

  holdsHalf(): boolean {
    return /half|半/iu.test(this.#translation);
  }

  /** Whether a small number is there as a word. */
  holdsWord(amount: number): boolean {
    const known = this.#asWord.get(amount) ?? WORDS[amount]?.test(this.#translation) === true;
    this.#asWord.set(amount, known);
    return known;
  }
}

function keyOf(of: string, { digits, exponent }: Decimal): string {
  return `${of} ${digits}e${exponent}`;
}

function isKept(quantity: Quantity, there: ValuesThere): boolean {
  if (quantity.kind === 'time') return keepsTime(quantity, there);
  const fitting = fittingFor(quantity);
  return quantity.values.every((value) => {
    if (there.holds(value, fitting)) return true;
    const amount = small(value);
    // Half an hour, half of them.
    const isHalf =
      (quantity.kind === 'number' && amount === 30) || (quantity.kind === 'percent' && amount === 50);
    if (isHalf && there.holdsHalf()) return true;
    if (quantity.kind === 'percent' || quantity.kind === 'points' || quantity.kind === 'money') return false;
    if (amount !== undefined && (there.holdsWord(amount) || there.holdsRound(amount))) return true;
    return quantity.kind === 'ordinal' && amount !== undefined && amount < 100;
  });
}

/** What may stand for a quantity at all: kinds, or its currency. */
function fittingFor({ kind, currency }: Quantity): readonly string[] | undefined {
  // "2,000 pounds" may be a weight.
  if (kind === 'money') return currency === 'GBP' ? ['GBP', 'number'] : [currency ?? ''];
  if (kind === 'percent') return ['percent'];
  return kind === 'points' ? ['points', 'percent', 'number'] : undefined;
}

function keepsTime({ calendar, writing }: Quantity, there: ValuesThere): boolean {
  const has = (value: number): boolean => there.holds(decimal(value)) || there.holdsWord(value);
  const hour = calendar?.hour ?? 0;
  const hourKept = has(hour) || has(hour % 12 === 0 ? 12 : hour % 12) || hour % 12 === 0;
  if (writing === 'figures' && calendar?.minute === 0 && there.hasMinutesAlone(hour)) return false;
  return (
    hourKept &&
    (calendar?.twelve !== true || !there.contradicts(hour)) &&
    (calendar?.minute === undefined ||
      calendar.minute === 0 ||
      calendar.minute === 30 ||
      has(calendar.minute))
  );
}
