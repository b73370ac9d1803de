import type { Lang } from '../../base/lang.js';
import { findQuantities } from '../quantities/find.js';
import { formatDate } from '../quantities/notation/format.js';

/**
 * Dates of Japanese eras, of the calendar of Taiwan and in Chinese numerals, in figures of the common calendar. Readers
 * of other languages do not count in eras, and models guess at the sum.
 *
 * @example
 * commonDates('令和6年11月', 'ja') // '2024年11月'
 * commonDates('二〇二四年三月五日', 'ja') // '2024年3月5日'
 */
export function commonDates(text: string, from: Lang): string {
  if (!text.includes('年') && !text.includes('月')) return text;
  let out = '';
  let at = 0;
  for (const { start, end, kind, writing, calendar, required } of findQuantities(text, from)) {
    if (kind !== 'date' || writing !== 'words' || calendar === undefined || !required) continue;
    out += text.slice(at, start) + formatDate(calendar, 'ja');
    at = end;
  }
  return out + text.slice(at);
}
