import type { Lang } from '../../../base/lang.js';
import { compare, type Decimal, decimal, isAtLeast, small, times } from '../notation/decimal.js';
import type { Quantity } from '../quantity.js';
import {
  CALENDAR_OPENERS,
  calendarAt,
  decade,
  eraDate,
  halfDayTime,
  isoDate,
} from './east-asian-calendar.js';
import { currencyAt, MONEY_OPENERS, signedMoney } from './east-asian-money.js';
import { made, nothing } from './east-asian-quantity.js';
import { discount, fraction, shareAt } from './east-asian-shares.js';
import { EastAsianText } from './east-asian-text.js';
import { type HanNumber, isNumeral, LONGEST_NUMBER } from './han-numerals.js';

/** First characters of what is counted: after one of these a numeral is an amount and not part of a word. */
const COUNTERS = new Set(
  '人名千部册冊個个箇本枚台臺件回社軒戸冊羽匹頭头隻只条條点點位家所校店歳岁歲年月日天時时分秒週周円圓元块塊ドユポ米公里斤吨噸升尺寸坪畝亩平メキセグトリヘパ倍度次种種类類项項张張辆輛艘架座間间層层階阶级級世票発発首曲句字行页頁通号號代杯瓶箱袋双雙套株棵粒滴台機组組班队隊戶户多余餘以あ余%％℃',
);
const PERCENT = ['パーセント', '%', ' %', 'ﾊﾟｰｾﾝﾄ'];
const RANGE_MARKS = new Set(['~', '〜', '～', '-', '–', '—', '至', '到', 'か', 'か']);
const POINTS = ['個百分點', '个百分点', '百分点', '百分點', 'パーセントポイント', '%ポイント'];
const LATIN_UNIT =
  /^(?:[cdkmnµμ]?m[²³]?|[km]?g|t|[mdkc]?[Ll]|ha|cc|ppm|ppb|[kMGm]?W|kWh|k?V|m?A|[kMG]?Hz|[KkMGT]B|[kMG]?bps|dB|[hkM]?Pa|px|pt|rpm|kcal|cal|kph|mph|fps|bpm|m?s|h)(?![A-Za-z0-9_-])/u;
const LATIN_UNIT_REACH = 6;
/** Numerals from here on have to be found again; below, 二 may well become "both". */
const NUMERALS_FROM = 13;
const OPENERS: ReadonlySet<string> = new Set([...MONEY_OPENERS, ...CALENDAR_OPENERS, '打']);

/** Quantities of Japanese or Chinese text, in one pass. */
export function eastAsianQuantities(written: string, lang: Lang): Quantity[] {
  const source = new EastAsianText(written, lang);
  const { text } = source;
  const found: Quantity[] = [];
  for (let at = 0; at < text.length; ) {
    const character = text[at] ?? '';
    const run = numeralsEnd(text, at);
    if (run - at > LONGEST_NUMBER) {
      at = run;
      continue;
    }
    const quantity = mayBegin(character) ? quantityAt(source, at) : undefined;
    if (quantity !== undefined) {
      if (quantity.values.length > 0) found.push(quantity);
      at = Math.max(quantity.end, at + 1);
    } else if (/[A-Za-z0-9]/.test(character)) at = pastIdentifier(text, at);
    else at += 1;
  }
  return found;
}

/** Where the numerals that begin here end. */
function numeralsEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length && isNumeral(text[at] ?? '')) at += 1;
  return at;
}

function mayBegin(character: string): boolean {
  return (character >= '0' && character <= '9') || isNumeral(character) || OPENERS.has(character);
}

/** Letters with the figures and joints that belong to them: EIP-4844, GPT4, v1.2.3. */
function pastIdentifier(text: string, start: number): number {
  let at = start;
  while (at < text.length && /[A-Za-z0-9_]/.test(text[at] ?? '')) at += 1;
  while (/[-./_]/.test(text[at] ?? '') && /[0-9]/.test(text[at + 1] ?? '')) {
    at += 1;
    while (at < text.length && /[A-Za-z0-9_]/.test(text[at] ?? '')) at += 1;
  }
  return at;
}

function quantityAt(source: EastAsianText, at: number): Quantity | undefined {
  return (
    signedMoney(source, at) ??
    eraDate(source, at) ??
    halfDayTime(source, at) ??
    fraction(source, at) ??
    discount(source, at) ??
    counted(source, at)
  );
}

/** A number and what follows it. */
function counted(source: EastAsianText, at: number): Quantity | undefined {
  const { text } = source;
  const first = source.numberAt(at);
  if (first === undefined) return undefined;
  if (first.vague) return nothing(at, first.end);
  // 20g is copied as it is; that it is there is known.
  if (LATIN_UNIT.test(text.slice(first.end, first.end + LATIN_UNIT_REACH)))
    return made(at, first.end, 'number', [first.value], first, { required: false });
  if (isPartOfCode(text, at, first)) return nothing(at, first.end);
  // 百分比 is "percentage".
  if (text.startsWith('百分比', at)) return nothing(at, at + 3);
  const dateOrTime = decade(source, at, first) ?? calendarAt(source, at, first);
  if (dateOrTime !== undefined) return dateOrTime;
  const range = rangeEnd(source, first);
  const last = range?.number ?? first;
  const values = range === undefined ? [first.value] : [range.first, last.value];
  const rest = (word: string): boolean => text.startsWith(word, last.end);
  const over = first.over ? { over: true } : {};
  const points = POINTS.find(rest);
  if (points !== undefined) return made(at, last.end + points.length, 'points', values, last, over);
  const percent = PERCENT.find(rest);
  if (percent !== undefined) return made(at, last.end + percent.length, 'percent', values, last, over);
  const share = shareAt(source, at, last);
  if (share !== undefined) return share;
  const currency = currencyAt(source, last.end);
  if (currency !== undefined && isPrice(source, last, currency.code)) {
    return made(at, currency.end, 'money', values, last, {
      ...over,
      currency: currency.code,
      required: true,
    });
  }
  if (!isAmount(source, last)) return made(at, last.end, 'number', values, last, { required: false });
  return made(at, last.end, 'number', values, last, over);
}

/** 万元 alone is a heading, and 一元 in Japanese text a word. */
function isPrice(
  { chinese }: EastAsianText,
  { figures, scaled, bare, numerals, value }: HanNumber,
  code: string,
): boolean {
  if (figures) return true;
  if (bare && numerals === 1 && isAtLeast(value, 10_000)) return false;
  return chinese || scaled || code !== 'CNY';
}

/** 3~5万, 8至15美元: a first number without scale or unit shares that of the second. 500至3万 begins with 500. */
function rangeEnd(
  source: EastAsianText,
  first: HanNumber,
): { readonly first: Decimal; readonly number: HanNumber } | undefined {
  const { text } = source;
  const at = pastBlank(text, first.end);
  const mark = text.startsWith('から', at) ? '' : (text[at] ?? '');
  if (!RANGE_MARKS.has(mark) || !first.figures || first.scaled || isAtLeast(first.value, 10_000))
    return undefined;
  const number = source.numberAt(pastBlank(text, at + 1));
  if (number === undefined || !number.figures) return undefined;
  if (!number.scaled) {
    const shared =
      PERCENT.some((word) => text.startsWith(word, number.end)) || currencyAt(source, number.end);
    return shared ? { first: first.value, number } : undefined;
  }
  if (number.numerals !== 1) return undefined;
  const power = { 万: 1e4, 萬: 1e4, 億: 1e8, 亿: 1e8, 兆: 1e12 }[text[number.end - 1] ?? ''];
  if (power === undefined) return undefined;
  const scaled = times(first.value, decimal(power));
  return compare(scaled, number.value) > 0 ? undefined : { first: scaled, number };
}

function pastBlank(text: string, at: number): number {
  return text[at] === ' ' ? at + 1 : at;
}

/** Telephone numbers, versions and the like: figures joined to figures by marks. */
function isPartOfCode(text: string, at: number, number: HanNumber): boolean {
  if (!number.figures || number.scaled) return false;
  const before =
    /[-./:][^\s]?$/.test(text.slice(Math.max(0, at - 1), at)) && /[\dA-Za-z]/.test(text[at - 2] ?? '');
  const after =
    text[number.end] === '-' &&
    /\d/.test(text[number.end + 1] ?? '') &&
    text.length > number.end + 2 &&
    /^-\d+-\d/.test(text.slice(number.end, number.end + 8)) &&
    isoDate(text, at) === undefined;
  // 30-65岁 is a range.
  const isRange = /(?:^|[^\d.A-Za-z-])\d{1,4}-$/.test(text.slice(Math.max(0, at - 6), at));
  return (
    (before && !isRange && /[-.]/.test(text[at - 1] ?? '')) ||
    after ||
    /[A-Za-z]/.test(text[number.end] ?? '')
  );
}

/** Whether a number stands for itself, and is not part of a word such as 一般, 三千院 or 五十嵐. */
function isAmount({ text }: EastAsianText, number: HanNumber): boolean {
  // 80年代 may become the 1980s.
  if (text.startsWith('年代', number.end) && !isAtLeast(number.value, 100)) return false;
  if (number.figures) return true;
  // 万歳, 千家, 百里香: a scale word by itself is more often part of a word.
  if (number.bare && number.numerals === 1) return false;
  const next = text[number.end] ?? '';
  const amount = small(number.value);
  if (amount !== undefined && amount < NUMERALS_FROM) return false;
  if (COUNTERS.has(next)) return true;
  // 八百二十 is no part of a word, 三千院 is.
  return !number.bare && (number.numerals > 2 || (number.numerals > 1 && !/\p{Script=Han}/u.test(next)));
}
