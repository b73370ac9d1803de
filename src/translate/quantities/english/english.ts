import { CODES, ENGLISH_CURRENCIES, SIGNS } from '../notation/currencies.js';
import { compare, type Decimal, decimal, isAtLeast, small, times } from '../notation/decimal.js';
import { type Token, tokensOf } from '../notation/tokens.js';
import type { Quantity, QuantityKind } from '../quantity.js';
import { clock, dayFirst, isoDate, monthFirst } from './english-calendar.js';
import { type Hit, isGlued, ORDINAL } from './english-hit.js';
import { type EnglishNumber, numberAt } from './english-numbers.js';

/** Words that may qualify a currency: "Hong Kong dollars". */
const LONGEST_CURRENCY_WORDS = 3;
const RANGE_MARKS = new Set(['to', '-', '–', '—', '~', '〜', '～']);
const ROUGHLY = new Set(['about', 'around', 'nearly', 'almost', 'some', 'roughly']);
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
  const range = isBeginning(tokens, at)
    ? undefined
    : rangeEnd(tokens, first, from, (next) => numberAt(tokens, skipSign(tokens, next), true));
  const named = currencyAt(tokens, (range ?? first).next);
  return hit(tokens, at, named?.next ?? (range ?? first).next, 'money', ends(first, range), range ?? first, {
    currency: named?.code ?? currency,
  });
}

/** "from 12 to 15 percent" has two amounts, and neither is a range. */
function isBeginning(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1]?.lower ?? '';
  return before === 'from' || (ROUGHLY.has(before) && tokens[at - 2]?.lower === 'from');
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
  const range = isBeginning(tokens, at)
    ? undefined
    : rangeEnd(tokens, first, at, (next) => numberAt(tokens, next));
  const last = range ?? first;
  const values = ends(first, range);
  if (last.ordinal === true) return hit(tokens, at, last.next, 'ordinal', values, last);
  const ending = tokens[last.next];
  if (ending?.apart === false && ending.kind === 'word' && token.kind === 'figure') {
    if (ORDINAL.has(ending.lower)) return hit(tokens, at, last.next + 1, 'ordinal', values, last);
    // "100K users" may stand for a hundred thousand, and may be a size.
    if (ending.lower === 'k' && isAtLeast(last.value, 10)) {
      const thousands = values.map((value) => times(value, decimal(1000)));
      return hit(tokens, at, last.next + 1, 'number', thousands, last, { required: false });
    }
    // 1990s is a decade; 3D, 4K and 10m are left as they are.
    if (ending.lower !== 's') return undefined;
  }
  const percent = percentAt(tokens, last.next);
  if (percent !== undefined) {
    const off = percent.kind === 'percent' && tokens[percent.next]?.lower === 'off';
    return hit(tokens, at, percent.next + (off ? 1 : 0), percent.kind, values, last, off ? { off } : {});
  }
  const currency = currencyAt(tokens, last.next);
  if (currency !== undefined && !isVerb(tokens, last)) {
    const once = last.loose === true && last.scale === 1;
    return hit(tokens, at, currency.next, 'money', values, last, {
      currency: currency.code,
      ...(once ? { required: false } : {}),
    });
  }
  return hit(tokens, at, last.next, 'number', values, last, last.loose === true ? { required: false } : {});
}

/** "24 won over the jury": small amounts of won are rare; "line 2 won't close". */
function isVerb(tokens: readonly Token[], { value, next }: EnglishNumber): boolean {
  const after = tokens[next + 1];
  if (tokens[next]?.lower !== 'won') return false;
  return /^['’]/u.test(after?.text ?? '') || (after?.kind === 'word' && !isAtLeast(value, 100));
}

/** "3 to 5 million", "3-5%", "between 3 and 5 million": a first number without scale shares that of the second. */
function rangeEnd(
  tokens: readonly Token[],
  first: EnglishNumber,
  at: number,
  read: (next: number) => EnglishNumber | undefined,
): EnglishNumber | undefined {
  if (first.writing === 'scaled' || isAtLeast(first.value, 1000)) return undefined;
  const mark = tokens[first.next]?.lower ?? '';
  const between = mark === 'and' && tokens[at - 1]?.lower === 'between';
  if (!RANGE_MARKS.has(mark) && !between) return undefined;
  const second = read(first.next + 1);
  if (second === undefined) return undefined;
  const shares =
    percentAt(tokens, second.next) !== undefined || currencyAt(tokens, second.next) !== undefined;
  const signed = skipSign(tokens, first.next + 1) > first.next + 1;
  // "Raised by $15 to $120" came to that.
  if (signed && tokens[at - 2]?.lower === 'by' && compare(times(first.value, decimal(4)), second.value) < 0)
    return undefined;
  // "500 to 3 million" begins with 500.
  const rises = compare(times(first.value, decimal(second.scale)), second.value) <= 0;
  return (second.scale >= 1e3 && first.writing === 'figures' && rises) || shares || signed
    ? second
    : undefined;
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
  if (word === '%' || word === 'percent' || word === 'percents' || word === 'pct') {
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
