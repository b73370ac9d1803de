import { monthOf } from '../notation/calendar.js';
import { decimal } from '../notation/decimal.js';
import type { Token } from '../notation/tokens.js';
import type { Calendar, Quantity } from '../quantity.js';
import { type Hit, isGlued, ORDINAL } from './english-hit.js';

/** March 5, 2024 · March 5 · March 2024. */
export function monthFirst(tokens: readonly Token[], at: number): Hit | undefined {
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
export function dayFirst(tokens: readonly Token[], at: number): Hit | undefined {
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
export function isoDate(tokens: readonly Token[], at: number): Hit | undefined {
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
export function clock(tokens: readonly Token[], at: number): Hit | undefined {
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
