import {
  type Decimal,
  decimal,
  decimalOf,
  isAtLeast,
  MAX_DIGITS,
  plus,
  times,
  timesTen,
  ZERO,
} from '../notation/decimal.js';

/** A number of Japanese or Chinese text. */
export interface HanNumber {
  readonly value: Decimal;
  readonly end: number;
  /** Figures stand in it. */
  readonly figures: boolean;
  /** 万 億 兆, or 千 and 百 after figures, stand in it. */
  readonly scaled: boolean;
  /** Chinese numerals in it, scale words included. */
  readonly numerals: number;
  /** No digit at all: 千万, 百万. */
  readonly bare: boolean;
  /** 三十多万. */
  readonly over: boolean;
  /** 数万, 十几, 二三十: a number that is meant roughly and has no value. */
  readonly vague: boolean;
}

const DIGITS: ReadonlyMap<string, number> = new Map([
  ...[...'〇一二三四五六七八九'].map((digit, value) => [digit, value] as const),
  ...[...'零壱弐参'].map((digit, value) => [digit, value] as const),
  ['两', 2],
  ['兩', 2],
]);
const UNITS: ReadonlyMap<string, number> = new Map([
  ['十', 1],
  ['拾', 1],
  ['百', 2],
  ['千', 3],
]);
const SCALES: ReadonlyMap<string, number> = new Map([
  ['万', 4],
  ['萬', 4],
  ['億', 8],
  ['亿', 8],
  ['兆', 12],
  ['京', 16],
]);
/** A longer row of numerals and figures is no number; reading on from each of its characters would cost its square. */
export const LONGEST_NUMBER = 64;
const FIGURES = /\d{1,3}(?:,\d{3}){1,16}(?!\d)(?:\.\d+)?|\d{1,3},(?![12]\d{3}(?!\d))\d{4,}|\d+(?:\.\d+)?/y;
/** Before a scale word: an uncounted number of them. */
const VAGUE_BEFORE = new Set('数數几幾何');
const VAGUE_INSIDE = new Set('数數几幾');
const OVER_INSIDE = new Set('多余餘');
const METRIC_UNITS = new Set('米克瓦赫卡伏帕焦字比位欧');
/** What may follow 三点五 for it to be a decimal and not a time. */
const AFTER_DECIMAL = /[万萬億亿兆倍%％度元円公米千克吨噸个個]/;

export function isNumeral(character: string): boolean {
  return DIGITS.has(character) || UNITS.has(character) || SCALES.has(character);
}

/**
 * Reads the number at `start` of a text in narrow form: figures, Chinese numerals, or both (3億2000万, 一万两千).
 * Sections below 万 are summed, and closed by 万, 億 or 兆; 万亿 multiplies.
 */
export function hanNumberAt(text: string, start: number, chinese: boolean): HanNumber | undefined {
  let total = ZERO;
  let section = ZERO;
  let current: Decimal | undefined;
  /** Power of the last unit or scale read; a lone digit after it counts tenths of it in spoken Chinese (三万五). */
  let lastPower = 0;
  let lastScale = Number.POSITIVE_INFINITY;
  let figures = false;
  let scaled = false;
  let over = false;
  let vague = VAGUE_BEFORE.has(text[start - 1] ?? '');
  /** 多 or 几 stood in it, which no number has twice. */
  let inside = false;
  let digits = 0;
  let numerals = 0;
  let run = 0;
  let zeroBefore = false;
  let at = start;
  for (; at < text.length; ) {
    if (at - start > LONGEST_NUMBER) return undefined;
    const character = text[at] ?? '';
    if (character >= '0' && character <= '9') {
      if (current !== undefined) break;
      FIGURES.lastIndex = at;
      const written = FIGURES.exec(text)?.[0] ?? '';
      if (written.length > MAX_DIGITS) return undefined;
      // 3万2000 goes on; 3千2 or 5、6 does not.
      if (at > start && (lastPower < 3 || isAtLeast(decimalOf(written), 10 ** Math.min(lastPower, 15))))
        break;
      current = decimalOf(written);
      figures = true;
      digits += 1;
      run = 0;
      at += written.length;
      // 316 万: a blank between figures and letters is a custom of many typesetters.
      if (text[at] === ' ' && SCALES.has(text[at + 1] ?? '')) at += 1;
      continue;
    }
    const digit = DIGITS.get(character);
    if (digit !== undefined) {
      if ((current !== undefined && run === 0) || run >= MAX_DIGITS) break;
      const filler = digit === 0 && run === 0 && at > start;
      zeroBefore ||= filler;
      current = filler ? undefined : plus(timesTen(current ?? ZERO, 1), decimal(digit));
      run = filler ? 0 : run + 1;
      digits += 1;
      numerals += 1;
      at += 1;
      const decimals = filler ? undefined : decimalsAt(text, at);
      if (decimals !== undefined) {
        current = plus(current ?? ZERO, decimals.value);
        at = decimals.end;
      }
      continue;
    }
    const unit = UNITS.get(character);
    if (unit !== undefined) {
      if (chinese && isMetricPrefix(text, at) && (figures || isAtLeast(section, 10))) break;
      if (run > 1) vague = true;
      section = plus(section, timesTen(current ?? decimal(1), unit));
      if (figures && current !== undefined) scaled = true;
      current = undefined;
      run = 0;
      lastPower = unit;
      zeroBefore = false;
      numerals += 1;
      at += 1;
    } else {
      const scale = SCALES.get(character);
      if (scale === undefined) {
        const mayStandInside = OVER_INSIDE.has(character) || VAGUE_INSIDE.has(character);
        if (!mayStandInside || inside || at === start || !closes(text, at + 1)) break;
        inside = true;
        if (VAGUE_INSIDE.has(character)) vague = true;
        else over = true;
        at += 1;
        continue;
      }
      if (chinese && isMetricPrefix(text, at)) break;
      // 京 alone is far more often a city than ten quadrillions.
      if (character === '京' && !figures) break;
      if (run > 1 && !figures) vague = true;
      const open = plus(section, current ?? ZERO);
      if (open.digits === 0n && lastScale <= scale) total = timesTen(total, scale);
      else if (scale > lastScale) total = timesTen(plus(total, open), scale);
      else total = plus(total, timesTen(open.digits === 0n ? decimal(1) : open, scale));
      section = ZERO;
      current = undefined;
      run = 0;
      scaled = true;
      lastPower = scale;
      lastScale = scale;
      zeroBefore = false;
      numerals += 1;
      at += 1;
    }
    if (VAGUE_INSIDE.has(text[at] ?? '') && !closes(text, at + 1)) vague = true;
  }
  if (at === start) return undefined;
  if (current !== undefined && chinese && run === 1 && lastPower >= 2 && !zeroBefore) {
    current = timesTen(current, lastPower - 1);
  }
  // 一二 and 五六 are estimates; a row of numerals is a figure from three on (二〇二四).
  if (run === 2 && numerals === 2) vague = true;
  const value = plus(total, plus(section, current ?? ZERO));
  return {
    value,
    end: at,
    figures,
    scaled,
    numerals,
    bare: digits === 0 || SCALES.has(text[start] ?? ''),
    over,
    vague,
  };
}

/** 千米, 千克, 兆焦: the scale belongs to the unit. */
function isMetricPrefix(text: string, at: number): boolean {
  return (text[at] === '千' || text[at] === '兆') && METRIC_UNITS.has(text[at + 1] ?? '');
}

/** Whether a scale word follows: 三十多万, 十几万. */
function closes(text: string, at: number): boolean {
  const character = text[at] ?? '';
  return SCALES.has(character) || UNITS.has(character);
}

/** 点五 of 三点五万. */
function decimalsAt(text: string, at: number): { readonly value: Decimal; readonly end: number } | undefined {
  if (text[at] !== '点' && text[at] !== '點') return undefined;
  const { value, end } = digitsAt(text, at + 1, ZERO);
  return end > at + 1 && AFTER_DECIMAL.test(text[end] ?? '') ? { value, end } : undefined;
}

/** Decimal places in numerals, added to a whole number. */
function digitsAt(
  text: string,
  start: number,
  whole: Decimal,
): { readonly value: Decimal; readonly end: number } {
  let value = whole;
  let end = start;
  for (; end - start < MAX_DIGITS; end += 1) {
    const digit = DIGITS.get(text[end] ?? '');
    if (digit === undefined) break;
    value = plus(value, timesTen(decimal(digit), start - 1 - end));
  }
  return { value, end };
}

/** Decimal of "点六" in 百分之三十五点六, where nothing needs to follow. */
export function percentNumberAt(
  text: string,
  start: number,
): { readonly value: Decimal; readonly end: number } | undefined {
  const whole = hanNumberAt(text, start, false);
  if (whole === undefined) return undefined;
  if (text[whole.end] !== '点' && text[whole.end] !== '點') return { value: whole.value, end: whole.end };
  const { value, end } = digitsAt(text, whole.end + 1, whole.value);
  return end === whole.end + 1 ? { value: whole.value, end: whole.end } : { value, end };
}

/** 3割5分 is 35 percent. */
export function tenths(value: Decimal, hundredths: Decimal | undefined): Decimal {
  return plus(times(value, decimal(10)), hundredths ?? ZERO);
}
