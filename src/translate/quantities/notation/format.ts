import type { Lang } from '../../../base/lang.js';
import type { Calendar, Quantity } from '../quantity.js';
import { MONTHS } from './calendar.js';
import { currencyWord, signOf } from './currencies.js';
import { type Decimal, figures, grouped, isAtLeast, isWhole, placesOf, timesTen } from './decimal.js';

const ENGLISH_SCALES = [
  [12, 'trillion'],
  [9, 'billion'],
  [6, 'million'],
] as const;
/** More places than this read worse than the figures in full. */
const MOST_PLACES = 3;

/** A quantity as the target language writes it. The value is the same, figure for figure. */
export function formatQuantity(quantity: Quantity, to: Lang): string {
  const { kind, calendar } = quantity;
  if (calendar !== undefined) return kind === 'time' ? formatTime(calendar, to) : formatDate(calendar, to);
  const written = quantity.values.map((value) => formatNumber(value, to, quantity.writing !== 'figures'));
  const number = written.length === 2 ? `${written[0]}${rangeMark(to)}${written[1]}` : (written[0] ?? '');
  const amount = withUnit(quantity, number, to);
  if (quantity.over !== true) return amount;
  return isEnglish(to)
    ? `more than ${amount}`
    : to === 'ja'
      ? `${amount}以上`
      : to === 'zh-CN'
        ? `超过${amount}`
        : `超過${amount}`;
}

/** Money with both figures of its cents where it is written so: EUR 1,036.80 is 1,036.80ユーロ. */
export function formatWritten(quantity: Quantity, written: string, to: Lang): string {
  const amount = formatQuantity(quantity, to);
  const isInCents =
    quantity.kind === 'money' && quantity.writing === 'figures' && quantity.values.length === 1;
  return isInCents && /\d[.．]\d[0０](?![\d０-９])/u.test(written)
    ? amount.replace(/(?<=\d\.\d)(?!\d)/u, '0')
    : amount;
}

function withUnit({ kind, currency, off }: Quantity, number: string, to: Lang): string {
  if (kind === 'percent') {
    if (off !== true) return `${number}%`;
    return isEnglish(to)
      ? `${number}% off`
      : to === 'ja'
        ? `${number}%引き`
        : to === 'zh-CN'
          ? `优惠${number}%`
          : `優惠${number}%`;
  }
  if (kind === 'points') {
    return isEnglish(to)
      ? `${number} percentage points`
      : to === 'ja'
        ? `${number}ポイント`
        : `${number}${to === 'zh-CN' ? '个百分点' : '個百分點'}`;
  }
  if (kind !== 'money' || currency === undefined) return number;
  const sign = isEnglish(to) ? signOf(currency) : undefined;
  if (sign !== undefined) return `${sign}${number.replace(' to ', ` to ${sign}`)}`;
  return isEnglish(to) ? `${number} ${currencyWord(currency, to)}` : `${number}${currencyWord(currency, to)}`;
}

function isEnglish(to: Lang): boolean {
  return to !== 'ja' && !to.startsWith('zh');
}

function rangeMark(to: Lang): string {
  return isEnglish(to) ? ' to ' : to === 'ja' ? '～' : '至';
}

/** @param scaled whether scale words may be used; figures stay figures */
function formatNumber(value: Decimal, to: Lang, scaled: boolean): string {
  // Chinese has four figures without a comma: 1850美元.
  if (!scaled) return to.startsWith('zh') && !isAtLeast(value, 10_000) ? figures(value) : grouped(value);
  if (isEnglish(to)) return english(value);
  const [hundredMillion, tenThousand] =
    to === 'zh-CN' ? ['亿', '万'] : to === 'ja' ? ['億', '万'] : ['億', '萬'];
  return to === 'ja'
    ? japanese(value, hundredMillion, tenThousand)
    : chinese(value, hundredMillion, tenThousand);
}

function english(value: Decimal): string {
  for (const [power, word] of ENGLISH_SCALES) {
    const count = timesTen(value, -power);
    if (isAtLeast(count, 1) && placesOf(count) <= MOST_PLACES) return `${figures(count)} ${word}`;
  }
  return grouped(value);
}

/** 3億2000万, 1万2000: in steps of ten thousand, none of them zero. */
function japanese(value: Decimal, hundredMillion: string, tenThousand: string): string {
  if (!isWhole(value) || !isAtLeast(value, 10_000)) return figures(value);
  const digits = figures(value);
  const steps = ['', tenThousand, hundredMillion, '兆', '京'];
  if (digits.length > steps.length * 4) return grouped(value);
  let out = '';
  for (let end = digits.length, step = 0; end > 0; end -= 4, step += 1) {
    const part = Number(digits.slice(Math.max(0, end - 4), end));
    if (part > 0) out = `${part}${steps[step]}${out}`;
  }
  return out;
}

/** 3.2亿, 350万, 1.2万亿: one scale word with few places, else the figures in full. */
function chinese(value: Decimal, hundredMillion: string, tenThousand: string): string {
  const scales = [
    [12, tenThousand + hundredMillion],
    [8, hundredMillion],
    [4, tenThousand],
  ] as const;
  for (const [power, word] of scales) {
    const count = timesTen(value, -power);
    if (isAtLeast(count, 1) && placesOf(count) <= MOST_PLACES) return `${figures(count)}${word}`;
  }
  return isAtLeast(value, 10_000) ? grouped(value) : figures(value);
}

export function formatDate({ year, month, day }: Calendar, to: Lang): string {
  if (!isEnglish(to)) {
    return `${year === undefined ? '' : `${year}年`}${month === undefined ? '' : `${month}月`}${day === undefined ? '' : `${day}日`}`;
  }
  const name = month === undefined ? '' : (MONTHS[month - 1] ?? '');
  if (name === '') return year === undefined ? '' : String(year);
  const dayPart = day === undefined ? name : `${name} ${day}`;
  if (year === undefined) return dayPart;
  return day === undefined ? `${name} ${year}` : `${dayPart}, ${year}`;
}

function formatTime({ hour = 0, minute, twelve }: Calendar, to: Lang): string {
  const minutes = String(minute ?? 0).padStart(2, '0');
  if (twelve !== true)
    return isEnglish(to) || minute === undefined
      ? isEnglish(to)
        ? `${hour}:${minutes}`
        : `${hour}${to === 'ja' ? '時' : '点'}`
      : `${hour}:${minutes}`;
  const onClock = hour % 12 === 0 ? 12 : hour % 12;
  const afternoon = hour >= 12 && hour < 24;
  if (isEnglish(to))
    return `${onClock}${minute === undefined ? '' : `:${minutes}`} ${afternoon ? 'p.m.' : 'a.m.'}`;
  const [before, after, unit] =
    to === 'ja' ? ['午前', '午後', '時'] : to === 'zh-CN' ? ['上午', '下午', '点'] : ['上午', '下午', '點'];
  return `${afternoon ? after : before}${onClock}${unit}${minute === undefined ? '' : `${minute}分`}`;
}
