import { monthOf } from './calendar.js';
import { CODES, ENGLISH_CURRENCIES, SIGNS } from './currencies.js';
import { type Decimal, decimal, isAtLeast, small, times } from './decimal.js';
import { type EnglishNumber, isScale, numberAt } from './english-numbers.js';
import type { Calendar, Quantity, QuantityKind } from './quantity.js';
import { type Token, tokensOf } from './tokens.js';

/** Words that may qualify a currency: "Hong Kong dollars". */
const LONGEST_CURRENCY_WORDS = 3;
const RANGE_MARKS = new Set(['to', '-', '–', '—', '~', '〜', '～']);
const ORDINAL = new Set(['st', 'nd', 'rd', 'th']);
/** From here on number words are amounts that the translation has to hold; below, "two" may become "both". */
const WORDS_FROM = 13;

/** Quantities of English text, in one pass over its tokens. */
export function englishQuantities(text: string): Quantity[] {
  const tokens = tokensOf(text);
  const found: Quantity[] = [];
  for (let at = 0; at < tokens.length; ) {
    const hit = quantityAt(tokens, at);
    if (hit === undefined) {
      at = skipped(tokens, at);
      continue;
    }
    found.push(hit.quantity);
    at = hit.next;
  }
  return found;
}

interface Hit {
  readonly quantity: Quantity;
  readonly next: number;
}

/** Past a token that begins no quantity; parts of an identifier (EIP-4844, v1.2.3, 4K) go together. */
function skipped(tokens: readonly Token[], at: number): number {
  let next = at + 1;
  const isWord = tokens[at]?.kind !== 'mark';
  while (isWord && tokens[next]?.apart === false && isIdentifierPart(tokens, next)) next += 1;
  return next;
}

function isIdentifierPart(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token?.kind === 'figure') return true;
  const joins = token?.text === '-' || token?.text === '_' || token?.text === '.' || token?.text === '/';
  return joins && tokens[at + 1]?.kind === 'figure' && tokens[at + 1]?.apart === false;
}

function quantityAt(tokens: readonly Token[], at: number): Hit | undefined {
  const token = tokens[at];
  if (token === undefined) return undefined;
  return (
    signedMoney(tokens, at) ??
    monthFirst(tokens, at) ??
    (token.kind === 'mark'
      ? undefined
      : (dayFirst(tokens, at) ?? clock(tokens, at) ?? isoDate(tokens, at) ?? counted(tokens, at)))
  );
}

/** $3.2 million, US$ 5, EUR 3 million. */
function signedMoney(tokens: readonly Token[], at: number): Hit | undefined {
  const token = tokens[at];
  if (token === undefined) return undefined;
  let written = '';
  for (let next = at; next < at + 4 && next < tokens.length; next += 1) {
    if (next > at && tokens[next]?.apart === true) break;
    written += tokens[next]?.text ?? '';
    const sign = SIGNS.find(([text]) => text === written);
    if (sign !== undefined) return amount(tokens, at, next + 1, sign[1]);
  }
  const code = CODES.get(token.text);
  return code === undefined ? undefined : amount(tokens, at, at + 1, code);
}

function amount(tokens: readonly Token[], at: number, from: number, currency: string): Hit | undefined {
  const first = numberAt(tokens, from, true);
  if (first === undefined || tokens[from]?.kind !== 'figure') return undefined;
  const range = rangeEnd(tokens, first, from, (next) => numberAt(tokens, skipSign(tokens, next), true));
  const named = currencyAt(tokens, (range ?? first).next);
  return hit(tokens, at, named?.next ?? (range ?? first).next, 'money', ends(first, range), range ?? first, {
    currency: named?.code ?? currency,
  });
}

function skipSign(tokens: readonly Token[], at: number): number {
  return SIGNS.some(([sign]) => sign === tokens[at]?.text) ? at + 1 : at;
}

/** A number and what follows it: currency, percent, ordinal ending, or nothing. */
function counted(tokens: readonly Token[], at: number): Hit | undefined {
  const token = tokens[at];
  if (token === undefined || isGlued(tokens, at)) return undefined;
  const first = numberAt(tokens, at);
  if (first === undefined) return undefined;
  const range =
    tokens[at - 1]?.lower === 'from'
      ? undefined
      : rangeEnd(tokens, first, at, (next) => numberAt(tokens, next));
  const last = range ?? first;
  const values = ends(first, range);
  const ending = tokens[last.next];
  if (ending?.apart === false && ending.kind === 'word' && token.kind === 'figure') {
    if (ORDINAL.has(ending.lower)) return hit(tokens, at, last.next + 1, 'ordinal', values, last);
    // 1990s is a decade; 3D, 4K and 10m are left as they are.
    if (ending.lower !== 's') return undefined;
  }
  const percent = percentAt(tokens, last.next);
  if (percent !== undefined) return hit(tokens, at, percent.next, percent.kind, values, last);
  const currency = currencyAt(tokens, last.next);
  if (currency !== undefined) {
    return hit(tokens, at, currency.next, 'money', values, last, { currency: currency.code });
  }
  return hit(tokens, at, last.next, 'number', values, last);
}

/** A figure that belongs to a word or a longer figure before it. */
function isGlued(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  const before = tokens[at - 1];
  if (token?.kind !== 'figure' || token.apart || before === undefined) return false;
  if (before.kind === 'word') return true;
  const farther = tokens[at - 2];
  const joined = !before.apart && (before.text === '-' || before.text === '_' || before.text === '.');
  return joined && farther?.kind === 'word' && !isScale(farther.lower);
}

/** "3 to 5 million", "3-5%", "between 3 and 5 million": a first number without scale shares that of the second. */
function rangeEnd(
  tokens: readonly Token[],
  first: EnglishNumber,
  at: number,
  read: (next: number) => EnglishNumber | undefined,
): EnglishNumber | undefined {
  if (first.writing !== 'figures' || isAtLeast(first.value, 1000)) return undefined;
  const mark = tokens[first.next]?.lower ?? '';
  const between = mark === 'and' && tokens[at - 1]?.lower === 'between';
  if (!RANGE_MARKS.has(mark) && !between) return undefined;
  const second = read(first.next + 1);
  return second !== undefined && second.scale >= 1e3 ? second : undefined;
}

function ends(first: EnglishNumber, range: EnglishNumber | undefined): readonly Decimal[] {
  return range === undefined ? [first.value] : [times(first.value, decimal(range.scale)), range.value];
}

function percentAt(
  tokens: readonly Token[],
  at: number,
): { readonly kind: 'percent' | 'points'; readonly next: number } | undefined {
  const from = tokens[at]?.text === '-' ? at + 1 : at;
  const word = tokens[from]?.lower;
  const points = (next: number): boolean =>
    tokens[next]?.lower === 'point' || tokens[next]?.lower === 'points';
  if (word === 'percentage' && points(from + 1)) return { kind: 'points', next: from + 2 };
  if (word === '%' || word === 'percent' || word === 'pct') {
    return word === 'percent' && points(from + 1)
      ? { kind: 'points', next: from + 2 }
      : { kind: 'percent', next: from + 1 };
  }
  return word === 'per' && tokens[from + 1]?.lower === 'cent'
    ? { kind: 'percent', next: from + 2 }
    : undefined;
}

function currencyAt(
  tokens: readonly Token[],
  at: number,
): { readonly code: string; readonly next: number } | undefined {
  const from = tokens[at]?.text === '-' && tokens[at]?.apart === false ? at + 1 : at;
  for (let words = LONGEST_CURRENCY_WORDS; words > 0; words -= 1) {
    const phrase = Array.from({ length: words }, (_, index) => tokens[from + index]?.lower ?? '').join(' ');
    const code = ENGLISH_CURRENCIES.get(phrase);
    if (code !== undefined) return { code, next: from + words };
  }
  const abbreviated = ['u', '.', 's', '.'].every((text, index) => tokens[from + index]?.lower === text);
  if (abbreviated && tokens[from + 4]?.lower.startsWith('dollar') === true)
    return { code: 'USD', next: from + 5 };
  const code = CODES.get(tokens[from]?.text ?? '');
  return code === undefined ? undefined : { code, next: from + 1 };
}

/** March 5, 2024 · March 5 · March 2024. */
function monthFirst(tokens: readonly Token[], at: number): Hit | undefined {
  const month = monthOf(tokens[at]?.text ?? '');
  if (month === undefined) return undefined;
  const from = tokens[at + 1]?.text === '.' ? at + 2 : at + 1;
  const year = yearAt(tokens, from);
  if (year !== undefined) return dated(tokens, at, from + 1, { year, month });
  const day = dayAt(tokens, from);
  if (day === undefined) return undefined;
  const comma = tokens[day.next]?.text === ',' ? day.next + 1 : day.next;
  const after = yearAt(tokens, comma);
  return after === undefined
    ? dated(tokens, at, day.next, { month, day: day.day })
    : dated(tokens, at, comma + 1, { year: after, month, day: day.day });
}

/** 5 March 2024 · 5th of March. */
function dayFirst(tokens: readonly Token[], at: number): Hit | undefined {
  if (tokens[at]?.kind !== 'figure' || isGlued(tokens, at)) return undefined;
  const day = dayAt(tokens, at);
  if (day === undefined) return undefined;
  const named = tokens[day.next]?.lower === 'of' ? day.next + 1 : day.next;
  const month = monthOf(tokens[named]?.text ?? '');
  if (month === undefined || tokens[named]?.apart === false) return undefined;
  const comma = tokens[named + 1]?.text === ',' ? named + 2 : named + 1;
  const year = yearAt(tokens, comma);
  return year === undefined
    ? dated(tokens, at, named + 1, { month, day: day.day })
    : dated(tokens, at, comma + 1, { year, month, day: day.day });
}

function dayAt(
  tokens: readonly Token[],
  at: number,
): { readonly day: number; readonly next: number } | undefined {
  const token = tokens[at];
  if (token?.kind !== 'figure' || !/^\d{1,2}$/.test(token.text)) return undefined;
  const day = Number(token.text);
  if (day < 1 || day > 31) return undefined;
  const ending = tokens[at + 1];
  const next = ending?.apart === false && ORDINAL.has(ending.lower) ? at + 2 : at + 1;
  return { day, next };
}

function yearAt(tokens: readonly Token[], at: number): number | undefined {
  const token = tokens[at];
  if (token?.kind !== 'figure' || !/^[12]\d{3}$/.test(token.text)) return undefined;
  const after = tokens[at + 1];
  return after?.apart === false && after.kind === 'word' ? undefined : Number(token.text);
}

/** 2024-03-05. */
function isoDate(tokens: readonly Token[], at: number): Hit | undefined {
  const [year, first, month, second, day] = tokens.slice(at, at + 5);
  if (year === undefined || !/^[12]\d{3}$/.test(year.text) || isGlued(tokens, at)) return undefined;
  const mark = first?.text ?? '';
  if ((mark !== '-' && mark !== '/') || second?.text !== mark) return undefined;
  if (!/^(?:0?[1-9]|1[0-2])$/.test(month?.text ?? '') || !/^\d{1,2}$/.test(day?.text ?? '')) return undefined;
  if ([first, month, second, day].some((token) => token?.apart === true)) return undefined;
  return dated(tokens, at, at + 5, {
    year: Number(year.text),
    month: Number(month?.text),
    day: Number(day?.text),
  });
}

/** 3:45 p.m. · 10 am · 14:30. */
function clock(tokens: readonly Token[], at: number): Hit | undefined {
  const token = tokens[at];
  if (token?.kind !== 'figure' || !/^\d{1,2}$/.test(token.text) || isGlued(tokens, at)) return undefined;
  const hour = Number(token.text);
  if (hour > 24) return undefined;
  const minutes =
    tokens[at + 1]?.text === ':' && tokens[at + 1]?.apart === false ? tokens[at + 2] : undefined;
  const minute =
    minutes !== undefined && /^[0-5]\d$/.test(minutes.text) && !minutes.apart
      ? Number(minutes.text)
      : undefined;
  const next = minute === undefined ? at + 1 : at + 3;
  const half = halfOfDay(tokens, next);
  if (half === undefined && minute === undefined) return undefined;
  // 3:45:12 and ratios such as 10:1:1 are left alone.
  if (tokens[next]?.text === ':' && half === undefined) return undefined;
  const onDay = half === undefined || hour > 12 ? hour : (hour % 12) + (half.afternoon ? 12 : 0);
  const calendar: Calendar = {
    hour: onDay,
    ...(minute === undefined ? {} : { minute }),
    ...(half === undefined ? {} : { twelve: true }),
  };
  return dated(tokens, at, half?.next ?? next, calendar, 'time');
}

function halfOfDay(
  tokens: readonly Token[],
  at: number,
): { readonly afternoon: boolean; readonly next: number } | undefined {
  const word = tokens[at]?.lower;
  if (word === 'am' || word === 'pm') return { afternoon: word === 'pm', next: at + 1 };
  if (word !== 'a' && word !== 'p') return undefined;
  const dotted =
    tokens[at + 1]?.text === '.' && tokens[at + 2]?.lower === 'm' && tokens[at + 2]?.apart === false;
  if (!dotted) return undefined;
  return { afternoon: word === 'p', next: tokens[at + 3]?.text === '.' ? at + 4 : at + 3 };
}

function dated(
  tokens: readonly Token[],
  at: number,
  next: number,
  calendar: Calendar,
  kind: 'date' | 'time' = 'date',
): Hit {
  const { year, month, day, hour, minute } = calendar;
  const parts = kind === 'date' ? [year, month, day] : [hour, minute];
  const quantity: Quantity = {
    start: tokens[at]?.start ?? 0,
    end: tokens[next - 1]?.end ?? 0,
    kind,
    values: parts.flatMap((part) => (part === undefined ? [] : [decimal(part)])),
    writing: 'figures',
    calendar,
    required: true,
  };
  return { quantity, next };
}

function hit(
  tokens: readonly Token[],
  at: number,
  next: number,
  kind: QuantityKind,
  values: readonly Decimal[],
  { writing }: EnglishNumber,
  more: Partial<Quantity> = {},
): Hit {
  const [value] = values;
  const amount = value === undefined ? undefined : small(value);
  const required = writing !== 'words' || kind !== 'number' || amount === undefined || amount >= WORDS_FROM;
  const quantity: Quantity = {
    start: tokens[at]?.start ?? 0,
    end: tokens[next - 1]?.end ?? 0,
    kind,
    values,
    writing,
    required,
    ...more,
  };
  return { quantity, next };
}
