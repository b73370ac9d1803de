import type { Lang } from '../../lang.js';
import { ERAS } from './calendar.js';
import { CHINESE_CURRENCIES, CODES, JAPANESE_CURRENCIES, SIGNS } from './currencies.js';
import { type Decimal, decimal, isAtLeast, plus, small, times } from './decimal.js';
import { type HanNumber, hanNumberAt, isNumeral, percentNumberAt, tenths } from './han-numerals.js';
import type { Calendar, Quantity, QuantityKind, Writing } from './quantity.js';
import { narrow } from './tokens.js';

/** First characters of what is counted: after one of these a numeral is an amount and not part of a word. */
const COUNTERS = new Set(
  '人名個个箇本枚台臺件回社軒戸冊羽匹頭头隻只条條点點位家所校店歳岁歲年月日天時时分秒週周円圓元块塊ドユポ米公里斤吨噸升尺寸坪畝亩平メキセグトリヘパ倍度次种種类類项項张張辆輛艘架座間间層层階阶级級世票発発首曲句字行页頁通号號代杯瓶箱袋双雙套株棵粒滴台機组組班队隊戶户多余餘以あ余%％℃',
);
const PERCENT = ['パーセント', '％', '%', 'ﾊﾟｰｾﾝﾄ'];
const RANGE_MARKS = new Set(['~', '〜', '～', '-', '–', '—', '至', '到', 'か', 'か']);
const POINTS = ['個百分點', '个百分点', '百分点', '百分點', 'パーセントポイント', '%ポイント'];
const AFTERNOON = ['午後', '下午', '晚上', '夜', '傍晚', 'PM', 'pm'];
const MORNING = ['午前', '上午', '早上', '凌晨', '清晨', '朝', '未明', 'AM', 'am'];
const LONGEST_HALF_DAY = 2;
/** Numerals from here on have to be found again; below, 二 may well become "both". */
const NUMERALS_FROM = 13;
/** A longer run of numerals is no number; reading it from each of its characters would take the square of its length. */
const LONGEST_RUN = 64;

interface Reading {
  readonly text: string;
  readonly chinese: boolean;
}

/** Quantities of Japanese or Chinese text, in one pass. */
export function eastAsianQuantities(source: string, lang: Lang): Quantity[] {
  const reading: Reading = { text: narrow(source), chinese: lang !== 'ja' };
  const { text } = reading;
  const found: Quantity[] = [];
  for (let at = 0; at < text.length; ) {
    const character = text[at] ?? '';
    const run = numeralsEnd(text, at);
    if (run - at > LONGEST_RUN) {
      at = run;
      continue;
    }
    const quantity = mayBegin(character) ? quantityAt(reading, at) : undefined;
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

const OPENERS = new Set([
  ...[...ERAS.keys()].map((era) => era[0] ?? ''),
  ...SIGNS.map(([sign]) => sign[0] ?? ''),
  ...AFTERNOON.map((word) => word[0] ?? ''),
  ...MORNING.map((word) => word[0] ?? ''),
  ...[...CODES.keys()].map((code) => code[0] ?? ''),
  '打',
  '人',
]);

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

function quantityAt(reading: Reading, at: number): Quantity | undefined {
  return (
    signedMoney(reading, at) ??
    eraDate(reading, at) ??
    halfDayTime(reading, at) ??
    fraction(reading, at) ??
    discount(reading, at) ??
    counted(reading, at)
  );
}

/** $320万, US$5, 人民币五千万元, USD 300. */
function signedMoney({ text, chinese }: Reading, at: number): Quantity | undefined {
  const named = chinese ? ['人民币', '人民幣', '新台币', '新台幣', '新臺幣', '港币', '港幣'] : [];
  const word = named.find((name) => text.startsWith(name, at));
  const sign = SIGNS.find(([written]) => text.startsWith(written, at));
  const code = [...CODES].find(([written]) => text.startsWith(written, at));
  const head = word ?? sign?.[0] ?? code?.[0];
  if (head === undefined) return undefined;
  if (head === code?.[0] && /[A-Za-z]/.test(text[at - 1] ?? '')) return undefined;
  const from = text[at + head.length] === ' ' ? at + head.length + 1 : at + head.length;
  const number = hanNumberAt(text, from, chinese);
  if (number === undefined || number.vague) return undefined;
  const suffix = currencyAt(text, number.end, chinese);
  const currency =
    word !== undefined
      ? (CHINESE_CURRENCIES.find(([name]) => name === word)?.[1] ?? 'CNY')
      : head === '¥' && chinese
        ? 'CNY'
        : (sign?.[1] ?? code?.[1] ?? '');
  return made(at, suffix?.end ?? number.end, 'money', [number.value], number, { currency, required: true });
}

/** 令和6年11月3日, 昭和六十三年, 平成元年, 民國113年. */
function eraDate(reading: Reading, at: number): Quantity | undefined {
  const { text } = reading;
  const before = ERAS.get(text.slice(at, at + 2));
  if (before === undefined) return undefined;
  const from = text[at + 2] === ' ' ? at + 3 : at + 2;
  const first = text[from] === '元';
  const number = first ? undefined : hanNumberAt(text, from, false);
  const count = first ? 1 : number === undefined ? undefined : small(number.value);
  const end = first ? from + 1 : (number?.end ?? from);
  if (count === undefined || count < 1 || count > 150 || text[end] !== '年') return undefined;
  return calendarFrom(reading, at, end + 1, { year: before + count }, 'words');
}

/** 2024年3月5日, 3月5日; months and days after a year. */
function calendarFrom(
  { text }: Reading,
  start: number,
  from: number,
  known: Calendar,
  writing: Writing,
): Quantity {
  let calendar = known;
  let end = from;
  const next = (
    at: number,
    unit: string,
    limit: number,
  ): { readonly value: number; readonly end: number } | undefined => {
    const begin = text[at] === ' ' ? at + 1 : at;
    const number = hanNumberAt(text, begin, false);
    const value = number === undefined || number.scaled ? undefined : small(number.value);
    if (number === undefined || value === undefined || value < 1 || value > limit) return undefined;
    const mark = text[number.end] === ' ' ? number.end + 1 : number.end;
    const closed = text[mark] === unit || (unit === '日' && (text[mark] === '号' || text[mark] === '號'));
    return closed ? { value, end: mark + 1 } : undefined;
  };
  if (calendar.month === undefined) {
    const month = next(end, '月', 12);
    if (month === undefined) return dated(start, end, calendar, 'date', writing);
    calendar = { ...calendar, month: month.value };
    end = month.end;
  }
  const day = next(end, '日', 31);
  if (day !== undefined) {
    calendar = { ...calendar, day: day.value };
    end = day.end;
  }
  return dated(start, end, calendar, 'date', writing);
}

/** 午後3時30分, 下午三点半. */
function halfDayTime(reading: Reading, at: number): Quantity | undefined {
  const { text } = reading;
  for (let length = LONGEST_HALF_DAY; length > 0; length -= 1) {
    const word = text.slice(at, at + length);
    const afternoon = AFTERNOON.includes(word);
    if (!afternoon && !MORNING.includes(word)) continue;
    const from = text[at + length] === ' ' || text[at + length] === 'の' ? at + length + 1 : at + length;
    return clockFrom(reading, at, from, afternoon);
  }
  return undefined;
}

function clockFrom(
  { text, chinese }: Reading,
  start: number,
  from: number,
  afternoon: boolean | undefined,
): Quantity | undefined {
  const number = hanNumberAt(text, from, false);
  const hour = number === undefined || number.scaled || number.vague ? undefined : small(number.value);
  if (number === undefined || hour === undefined || hour > 29) return undefined;
  const colon = text[number.end] === ':' && /^[0-5]\d(?!\d)/.test(text.slice(number.end + 1, number.end + 4));
  const mark = text[number.end] ?? '';
  const named = mark === '時' || mark === '时' || (chinese && (mark === '点' || mark === '點'));
  if (!colon && (!named || text.startsWith('間', number.end + 1) || text.startsWith('间', number.end + 1)))
    return undefined;
  const onDay = afternoon === true && hour < 12 ? hour + 12 : hour;
  let end = number.end + 1;
  let minute: number | undefined;
  if (colon) {
    minute = Number(text.slice(end, end + 2));
    end += 2;
  } else if (text[end] === '半') {
    minute = 30;
    end += 1;
  } else {
    const bell = text[end] === '钟' || text[end] === '鐘' ? 1 : 0;
    const minutes = bell === 1 ? undefined : hanNumberAt(text, end, false);
    const value = minutes === undefined || minutes.scaled ? undefined : small(minutes.value);
    if (minutes !== undefined && value !== undefined && value < 60 && text[minutes.end] === '分') {
      minute = value;
      end = minutes.end + 1;
    } else end += bell;
  }
  // 三点 without more may be three points.
  if (
    afternoon === undefined &&
    (mark === '点' || mark === '點') &&
    minute === undefined &&
    text[end - 1] === mark
  )
    return undefined;
  const calendar: Calendar = {
    hour: onDay,
    ...(minute === undefined ? {} : { minute }),
    ...(afternoon === undefined && !chinese ? {} : { twelve: true }),
  };
  return dated(start, end, calendar, 'time', number.figures ? 'figures' : 'words');
}

/** 百分之三十五点六; 三分之一 and 3分の1 are passed over. */
function fraction({ text, chinese }: Reading, at: number): Quantity | undefined {
  if (text.startsWith('百分之', at)) {
    const number = percentNumberAt(text, at + 3);
    if (number === undefined) return undefined;
    return {
      start: at,
      end: number.end,
      kind: 'percent',
      values: [number.value],
      writing: 'words',
      required: true,
    };
  }
  const below = hanNumberAt(text, at, false);
  if (below === undefined) return undefined;
  const joint = ['分の', '分之'].find((word) => text.startsWith(word, below.end));
  const above = joint === undefined ? undefined : hanNumberAt(text, below.end + joint.length, chinese);
  if (above === undefined) return undefined;
  return { start: at, end: above.end, kind: 'number', values: [], writing: 'words', required: false };
}

/** 3割引, 打七折, 8.5折. */
function discount({ text, chinese }: Reading, at: number): Quantity | undefined {
  if (!chinese) return undefined;
  const from = text[at] === '打' ? at + 1 : at;
  const number = hanNumberAt(text, from, false);
  if (number === undefined || number.scaled || text[number.end] !== '折' || (from === at && !number.figures))
    return undefined;
  const paid = isAtLeast(number.value, 10) ? number.value : times(number.value, decimal(10));
  if (isAtLeast(paid, 100)) return undefined;
  const value = plus(decimal(100), times(decimal(-1), paid));
  return {
    start: at,
    end: number.end + 1,
    kind: 'percent',
    values: [value],
    writing: 'words',
    off: true,
    required: true,
  };
}

/** A number and what follows it. */
function counted(reading: Reading, at: number): Quantity | undefined {
  const { text, chinese } = reading;
  const first = hanNumberAt(text, at, chinese);
  if (first === undefined) return undefined;
  if (first.vague) return nothing(at, first.end);
  if (isPartOfCode(text, at, first)) return nothing(at, first.end);
  const dateOrTime = calendarAt(reading, at, first);
  if (dateOrTime !== undefined) return dateOrTime;
  const range = rangeEnd(reading, first);
  const last = range?.number ?? first;
  const values = range === undefined ? [first.value] : [range.first, last.value];
  const rest = (word: string): boolean => text.startsWith(word, last.end);
  const over = first.over ? { over: true } : {};
  const points = POINTS.find(rest);
  if (points !== undefined) return made(at, last.end + points.length, 'points', values, last, over);
  const percent = PERCENT.find(rest);
  if (percent !== undefined) return made(at, last.end + percent.length, 'percent', values, last, over);
  const share = shareAt(reading, at, last);
  if (share !== undefined) return share;
  const currency = currencyAt(text, last.end, chinese);
  if (currency !== undefined) {
    return made(at, currency.end, 'money', values, last, {
      ...over,
      currency: currency.code,
      required: true,
    });
  }
  if (!isAmount(reading, last)) return made(at, last.end, 'number', values, last, { required: false });
  return made(at, last.end, 'number', values, last, over);
}

function calendarAt(reading: Reading, at: number, first: HanNumber): Quantity | undefined {
  const { text } = reading;
  const value = first.scaled ? undefined : small(first.value);
  if (value === undefined) return undefined;
  const mark =
    text[first.end] === ' ' && /[年月]/.test(text[first.end + 1] ?? '') ? first.end + 1 : first.end;
  const writing: Writing = first.figures ? 'figures' : 'words';
  const isYear =
    value >= 1000 && value < 3000 && text[mark] === '年' && !/[間间代]/.test(text[mark + 1] ?? '');
  if (isYear) return calendarFrom(reading, at, mark + 1, { year: value }, writing);
  if (text[mark] === '月' && value >= 1 && value <= 12 && !text.startsWith('間', mark + 1)) {
    const date = calendarFrom(reading, at, mark + 1, { month: value }, writing);
    // 三月 may be a name or three months; with its day it is a date.
    return date.calendar?.day === undefined && !first.figures ? { ...date, required: false } : date;
  }
  const iso = isoDate(text, at);
  return iso ?? clockFrom(reading, at, at, undefined);
}

function isoDate(text: string, at: number): Quantity | undefined {
  const match = /^([12]\d{3})([-/])(0?[1-9]|1[0-2])\2(\d{1,2})(?![\d-])/.exec(text.slice(at, at + 12));
  if (match === null) return undefined;
  const calendar = { year: Number(match[1]), month: Number(match[3]), day: Number(match[4]) };
  return dated(at, at + match[0].length, calendar, 'date', 'figures');
}

/** 3割5分, 三割引 (Japanese), 三成 (Chinese). */
function shareAt({ text, chinese }: Reading, at: number, number: HanNumber): Quantity | undefined {
  const mark = text[number.end];
  if (number.scaled || !isAtLeast(decimal(10), Number(small(number.value) ?? 1))) return undefined;
  if (chinese) {
    const whole = mark === '成' && !/[為为功立员員本果年都]/.test(text[number.end + 1] ?? '');
    return whole
      ? made(at, number.end + 1, 'percent', [tenths(number.value, undefined)], number, { required: true })
      : undefined;
  }
  if (mark !== '割') return undefined;
  const parts = hanNumberAt(text, number.end + 1, false);
  const fine = parts !== undefined && text[parts.end] === '分' ? parts : undefined;
  let end = fine === undefined ? number.end + 1 : fine.end + 1;
  const off = text[end] === '引';
  if (off) end += text[end + 1] === 'き' ? 2 : 1;
  return made(at, end, 'percent', [tenths(number.value, fine?.value)], number, {
    required: true,
    ...(off ? { off } : {}),
  });
}

/** 3~5万: a first number without scale shares that of the second. */
function rangeEnd(
  { text, chinese }: Reading,
  first: HanNumber,
): { readonly first: Decimal; readonly number: HanNumber } | undefined {
  const mark = text.startsWith('から', first.end) ? '' : (text[first.end] ?? '');
  if (!RANGE_MARKS.has(mark) || !first.figures || first.scaled || isAtLeast(first.value, 10_000))
    return undefined;
  const number = hanNumberAt(text, first.end + 1, chinese);
  if (number === undefined || !number.figures || !number.scaled || number.numerals !== 1) return undefined;
  const power = { 万: 1e4, 萬: 1e4, 億: 1e8, 亿: 1e8, 兆: 1e12 }[text[number.end - 1] ?? ''];
  return power === undefined ? undefined : { first: times(first.value, decimal(power)), number };
}

function currencyAt(
  text: string,
  at: number,
  chinese: boolean,
): { readonly code: string; readonly end: number } | undefined {
  const from = text[at] === ' ' || text[at] === '多' || text[at] === '余' ? at + 1 : at;
  const words = chinese ? CHINESE_CURRENCIES : JAPANESE_CURRENCIES;
  const found = words.find(([word]) => text.startsWith(word, text[at] === ' ' ? from : at));
  if (found === undefined) return undefined;
  const end = (text[at] === ' ' ? from : at) + found[0].length;
  // 円形, 元気, 元素 and 块 as a piece are no money.
  if (/^[形卓周滑柱気素旦首年]/.test(text.slice(end, end + 1)) && found[0].length === 1) return undefined;
  return { code: found[1], end };
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
  return (before && /[-.]/.test(text[at - 1] ?? '')) || after || /[A-Za-z]/.test(text[number.end] ?? '');
}

/** Whether a number stands for itself, and is not part of a word such as 一般, 三千院 or 五十嵐. */
function isAmount({ text }: Reading, number: HanNumber): boolean {
  if (number.figures) return true;
  const next = text[number.end] ?? '';
  const amount = small(number.value);
  if (amount !== undefined && amount < NUMERALS_FROM) return false;
  if (COUNTERS.has(next)) return true;
  return !number.bare && number.numerals > 1 && !/\p{Script=Han}/u.test(next);
}

function nothing(start: number, end: number): Quantity {
  return { start, end, kind: 'number', values: [], writing: 'words', required: false };
}

function made(
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

function dated(
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
