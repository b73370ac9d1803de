import { ENGLISH_CURRENCIES } from '../notation/currencies.js';
import {
  type Decimal,
  decimal,
  decimalOf,
  isAtLeast,
  MAX_DIGITS,
  plus,
  times,
  ZERO,
} from '../notation/decimal.js';
import type { Token } from '../notation/tokens.js';
import type { Writing } from '../quantity.js';

const UNITS: ReadonlyMap<string, number> = new Map(
  `one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
  nineteen`
    .split(/\s+/)
    .map((word, index) => [word, index + 1]),
);
const TENS: ReadonlyMap<string, number> = new Map(
  'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, index) => [word, (index + 2) * 10]),
);
const ORDINAL_UNITS: ReadonlyMap<string, number> = new Map(
  'first second third fourth fifth sixth seventh eighth ninth'
    .split(' ')
    .map((word, index) => [word, index + 1]),
);
/** Below thirteen they are ways of speaking. */
const LONE_ORDINALS: ReadonlyMap<string, number> = new Map([
  ...'thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'
    .split(' ')
    .map((word, index) => [word, index + 13] as const),
  ...'twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth'
    .split(' ')
    .map((word, index) => [word, (index + 2) * 10] as const),
]);
const SCALES: ReadonlyMap<string, number> = new Map([
  ['hundred', 100],
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
  ['trillion', 1e12],
  ['mn', 1e6],
  ['mln', 1e6],
  ['bn', 1e9],
  ['tn', 1e12],
]);
/** One letter after the figures of an amount of money: $3.2M. */
const LETTERS: ReadonlyMap<string, number> = new Map([
  ['k', 1e3],
  ['m', 1e6],
  ['b', 1e9],
  ['t', 1e12],
]);
/** "Million million" is said; what goes on like this is no number. */
const MOST_SCALE_WORDS = 3;
const HALF: Decimal = { digits: 5n, exponent: -1 };

export interface EnglishNumber {
  readonly value: Decimal;
  /** Index of the token after it. */
  readonly next: number;
  readonly writing: Writing;
  /** Product of the scale words, so that "3 to 5 million" can share it. */
  readonly scale: number;
  /** "twenty-first". */
  readonly ordinal?: boolean;
  /** "a thousand" is as often a way of speaking as a number. */
  readonly loose?: boolean;
}

export function isScale(word: string | undefined): boolean {
  return word !== undefined && SCALES.has(word);
}

/** The number that begins at a token, or undefined. */
export function numberAt(tokens: readonly Token[], at: number, money = false): EnglishNumber | undefined {
  const token = tokens[at];
  if (token === undefined) return undefined;
  if (token.kind === 'figure') return scaledFigures(tokens, at, money);
  return token.kind === 'word' ? words(tokens, at) : undefined;
}

function scaledFigures(tokens: readonly Token[], at: number, money: boolean): EnglishNumber | undefined {
  const token = tokens[at];
  if (token === undefined || token.text.length > MAX_DIGITS) return undefined;
  let value = decimalOf(token.text);
  let next = at + 1;
  let scale = 1;
  const glued = tokens[next];
  const letter = money && glued !== undefined && !glued.apart ? LETTERS.get(glued.lower) : undefined;
  if (letter !== undefined)
    return { value: times(value, decimal(letter)), next: next + 1, writing: 'scaled', scale: letter };
  // "$300+ billion".
  if (tokens[next]?.text === '+' && SCALES.has(tokens[next + 1]?.lower ?? '')) next += 1;
  for (let words = 0; words < MOST_SCALE_WORDS; words += 1) {
    const hyphen = tokens[next]?.text === '-' && tokens[next]?.apart === false ? 1 : 0;
    const factor = scaleAfterFigures(tokens[next + hyphen]?.lower ?? '');
    if (factor === undefined || (hyphen === 1 && tokens[next + 1]?.apart === true)) break;
    value = times(value, decimal(factor));
    scale *= factor;
    next += hyphen + 1;
  }
  return { value, next, writing: scale === 1 ? 'figures' : 'scaled', scale };
}

/** "185.4 thousands tons" is written, too. */
function scaleAfterFigures(word: string): number | undefined {
  return SCALES.get(/^(?:thousand|million|billion|trillion)s$/.test(word) ? word.slice(0, -1) : word);
}

/** "fifty million", "two hundred and five", "a million", "half a million", "two and a half million". */
function words(tokens: readonly Token[], at: number): EnglishNumber | undefined {
  const first = tokens[at]?.lower ?? '';
  const article = first === 'a' || first === 'an' || first === 'half';
  if (article) return withArticle(tokens, at, first === 'half');
  let total = ZERO;
  let current = 0;
  let next = at;
  let scale = 1;
  /** The size of what came last: a smaller one may follow, a larger one multiplies. */
  let last = Number.POSITIVE_INFINITY;
  const alone = LONE_ORDINALS.get(first);
  if (alone !== undefined)
    return { value: decimal(alone), next: at + 1, writing: 'words', scale, ordinal: true };
  for (;;) {
    const word = wordAt(tokens, next, next > at);
    if (word === undefined) break;
    const { lower, after } = word;
    const unit = UNITS.get(lower);
    const ten = TENS.get(lower);
    const factor = SCALES.get(lower);
    if (unit !== undefined && (last > 19 || next === at) && !(last === 20 && unit > 9)) {
      current += unit;
      last = 1;
    } else if (ten !== undefined && (last >= 100 || next === at)) {
      current += ten;
      last = 20;
    } else if (factor === 100 && current > 0 && current < 100) {
      current *= 100;
      last = 100;
    } else if (factor !== undefined && factor >= 1e3 && current > 0 && (scale === 1 || factor < scale)) {
      total = plus(total, times(decimal(current), decimal(factor)));
      scale = factor;
      current = 0;
      last = factor;
    } else break;
    next = after;
  }
  if (next === at) return undefined;
  const ordinal = ordinalAfter(tokens, next);
  if (ordinal !== undefined && last >= 20) {
    const value = plus(total, decimal(current + ordinal));
    return { value, next: next + 2, writing: 'words', scale, ordinal: true };
  }
  const half = halfAfter(tokens, next, total, current);
  if (half !== undefined) return half;
  return { value: plus(total, decimal(current)), next, writing: 'words', scale };
}

function withArticle(tokens: readonly Token[], at: number, half: boolean): EnglishNumber | undefined {
  const from = half && (tokens[at + 1]?.lower === 'a' || tokens[at + 1]?.lower === 'an') ? at + 2 : at + 1;
  if (half && from === at + 1) return undefined;
  const factor = SCALES.get(tokens[from]?.lower ?? '');
  if (factor === undefined) {
    const isMoney = !half && ENGLISH_CURRENCIES.has(tokens[from]?.lower ?? '');
    return isMoney ? { value: decimal(1), next: from, writing: 'words', scale: 1, loose: true } : undefined;
  }
  if (factor < 1e6)
    return half
      ? undefined
      : { value: decimal(factor), next: from + 1, writing: 'words', scale: factor, loose: true };
  if (tokens[at - 1]?.lower === 'thanks' || tokens[at - 1]?.lower === 'in') return undefined;
  const value = half ? times(HALF, decimal(factor)) : decimal(factor);
  return { value, next: from + 1, writing: 'words', scale: factor };
}

/** The "first" of "twenty-first" and of "hundred and first". */
function ordinalAfter(tokens: readonly Token[], at: number): number | undefined {
  const joint = tokens[at];
  const joined =
    (joint?.text === '-' && !joint.apart && tokens[at + 1]?.apart === false) || joint?.lower === 'and';
  return joined ? ORDINAL_UNITS.get(tokens[at + 1]?.lower ?? '') : undefined;
}

/** "two and a half million". */
function halfAfter(
  tokens: readonly Token[],
  at: number,
  total: Decimal,
  current: number,
): EnglishNumber | undefined {
  const follows = ['and', 'a', 'half'].every((word, index) => tokens[at + index]?.lower === word);
  const factor = SCALES.get(tokens[at + 3]?.lower ?? '');
  if (!follows || factor === undefined || isAtLeast(total, 1)) return undefined;
  const value = times(plus(decimal(current), HALF), decimal(factor));
  return { value, next: at + 4, writing: 'words', scale: factor };
}

/** The next number word, a hyphen or "and" before it skipped. */
function wordAt(
  tokens: readonly Token[],
  at: number,
  inside: boolean,
): { readonly lower: string; readonly after: number } | undefined {
  const isNumber = (index: number): boolean => {
    const lower = tokens[index]?.lower ?? '';
    return UNITS.has(lower) || TENS.has(lower) || SCALES.has(lower);
  };
  if (isNumber(at)) return { lower: tokens[at]?.lower ?? '', after: at + 1 };
  if (!inside) return undefined;
  const joint = tokens[at]?.lower;
  if (joint === '-' && tokens[at]?.apart === false && tokens[at + 1]?.apart === false && isNumber(at + 1)) {
    return { lower: tokens[at + 1]?.lower ?? '', after: at + 2 };
  }
  const beforeAnd = SCALES.has(tokens[at - 1]?.lower ?? '');
  const smallNext = UNITS.has(tokens[at + 1]?.lower ?? '') || TENS.has(tokens[at + 1]?.lower ?? '');
  return joint === 'and' && beforeAnd && smallNext
    ? { lower: tokens[at + 1]?.lower ?? '', after: at + 2 }
    : undefined;
}
