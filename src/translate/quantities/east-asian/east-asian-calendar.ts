import { ERAS } from '../notation/calendar.js';
import { decimal, small } from '../notation/decimal.js';
import type { Calendar, Quantity, Writing } from '../quantity.js';
import { dated, made } from './east-asian-quantity.js';
import type { EastAsianText } from './east-asian-text.js';
import type { HanNumber } from './han-numerals.js';

const AFTERNOON = ['午後', '下午', '晚上', '夜', '傍晚', 'PM', 'pm'];
const MORNING = ['午前', '上午', '早上', '凌晨', '清晨', '朝', '未明', 'AM', 'am'];
const LONGEST_HALF_DAY = 2;

/** First characters of what may stand before the figures of a date or a time. */
export const CALENDAR_OPENERS: readonly string[] = [...ERAS.keys(), ...AFTERNOON, ...MORNING].map(
  (word) => word[0] ?? '',
);

/** 令和6年11月3日, 昭和六十三年, 平成元年, 民國113年. */
export function eraDate(source: EastAsianText, at: number): Quantity | undefined {
  const { text } = source;
  const before = ERAS.get(text.slice(at, at + 2));
  if (before === undefined) return undefined;
  const from = text[at + 2] === ' ' ? at + 3 : at + 2;
  const first = text[from] === '元';
  const number = first ? undefined : source.plainNumberAt(from);
  const count = first ? 1 : number === undefined ? undefined : small(number.value);
  const end = first ? from + 1 : (number?.end ?? from);
  if (count === undefined || count < 1 || count > 150 || text[end] !== '年') return undefined;
  return calendarFrom(source, at, end + 1, { year: before + count }, 'words');
}

/** 2024年3月5日, 3月5日; months and days after a year. */
function calendarFrom(
  source: EastAsianText,
  start: number,
  from: number,
  known: Calendar,
  writing: Writing,
): Quantity {
  const { text } = source;
  let calendar = known;
  let end = from;
  const next = (
    at: number,
    unit: string,
    limit: number,
  ): { readonly value: number; readonly end: number } | undefined => {
    const begin = text[at] === ' ' ? at + 1 : at;
    const number = source.plainNumberAt(begin);
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
export function halfDayTime(source: EastAsianText, at: number): Quantity | undefined {
  const { text } = source;
  for (let length = LONGEST_HALF_DAY; length > 0; length -= 1) {
    const word = text.slice(at, at + length);
    const afternoon = AFTERNOON.includes(word);
    if (!afternoon && !MORNING.includes(word)) continue;
    const from = text[at + length] === ' ' || text[at + length] === 'の' ? at + length + 1 : at + length;
    return clockFrom(source, at, from, afternoon);
  }
  return undefined;
}

function clockFrom(
  source: EastAsianText,
  start: number,
  from: number,
  afternoon: boolean | undefined,
): Quantity | undefined {
  const { text, chinese } = source;
  const number = source.plainNumberAt(from);
  const hour = number === undefined || number.scaled || number.vague ? undefined : small(number.value);
  if (number === undefined || hour === undefined || hour > 29) return undefined;
  const colon = text[number.end] === ':' && /^[0-5]\d(?!\d)/.test(text.slice(number.end + 1, number.end + 4));
  const mark = text[number.end] ?? '';
  const named = mark === '時' || mark === '时' || (chinese && (mark === '点' || mark === '點'));
  if (!colon && (!named || text.startsWith('間', number.end + 1) || text.startsWith('间', number.end + 1)))
    return undefined;
  // 夜の一時 is after midnight.
  const onDay = afternoon === true && hour < 12 && (hour > 5 || !isNight(text, start)) ? hour + 12 : hour;
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
    const minutes = bell === 1 ? undefined : source.plainNumberAt(end);
    const value = minutes === undefined || minutes.scaled ? undefined : small(minutes.value);
    if (minutes !== undefined && value !== undefined && value < 60 && text[minutes.end] === '分') {
      minute = value;
      end = minutes.end + 1;
    } else end += bell;
  }
  if (
    !colon &&
    !number.figures &&
    afternoon === undefined &&
    minute === undefined &&
    !isClock(text, end, hour, mark)
  )
    return undefined;
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
    ...(afternoon === undefined ? {} : { twelve: true }),
  };
  return dated(start, end, calendar, 'time', number.figures ? 'figures' : 'words');
}

function isNight(text: string, start: number): boolean {
  return text[start] === '夜' || text.startsWith('晚上', start);
}

/** 一時停止 and 风行一时 tell no hour; 一時に does. */
function isClock(text: string, end: number, hour: number, mark: string): boolean {
  if (mark === '时') return false;
  return hour !== 1 || mark !== '時' || /^(?:に|から|まで|ごろ|頃|過|前)/u.test(text.slice(end, end + 2));
}

/** 20世纪70年代 is 1970, also where blanks stand beside the figures. */
export function decade(source: EastAsianText, at: number, first: HanNumber): Quantity | undefined {
  const { text } = source;
  const century = small(first.value);
  const named = /^ ?世[纪紀] ?/u.exec(text.slice(first.end, first.end + 4))?.[0].length;
  if (named === undefined || century === undefined || century > 30) return undefined;
  const tens = source.plainNumberAt(first.end + named);
  const years = tens === undefined ? undefined : small(tens.value);
  if (tens === undefined || years === undefined || years >= 100) return undefined;
  const said = /^ ?年代/u.exec(text.slice(tens.end, tens.end + 3))?.[0].length;
  if (said === undefined) return undefined;
  return made(at, tens.end + said, 'number', [decimal((century - 1) * 100 + years)], tens);
}

/** A date or a time that begins with a number. */
export function calendarAt(source: EastAsianText, at: number, first: HanNumber): Quantity | undefined {
  const { text } = source;
  const value = first.scaled ? undefined : small(first.value);
  if (value === undefined) return undefined;
  const mark =
    text[first.end] === ' ' && /[年月]/.test(text[first.end + 1] ?? '') ? first.end + 1 : first.end;
  const writing: Writing = first.figures ? 'figures' : 'words';
  const isYear =
    value >= 1000 &&
    value < 3000 &&
    (first.figures || !first.bare) &&
    text[mark] === '年' &&
    !/[間间代]/.test(text[mark + 1] ?? '');
  if (isYear) return calendarFrom(source, at, mark + 1, { year: value }, writing);
  if (text[mark] === '月' && value >= 1 && value <= 12 && !text.startsWith('間', mark + 1)) {
    const date = calendarFrom(source, at, mark + 1, { month: value }, writing);
    // 三月 may be a name or three months; with its day it is a date.
    return date.calendar?.day === undefined && !first.figures ? { ...date, required: false } : date;
  }
  const iso = isoDate(text, at);
  return iso ?? clockFrom(source, at, at, undefined);
}

export function isoDate(text: string, at: number): Quantity | undefined {
  const match = /^([12]\d{3})([-/])(0?[1-9]|1[0-2])\2(\d{1,2})(?![\d-])/.exec(text.slice(at, at + 12));
  if (match === null) return undefined;
  const calendar = { year: Number(match[1]), month: Number(match[3]), day: Number(match[4]) };
  return dated(at, at + match[0].length, calendar, 'date', 'figures');
}
