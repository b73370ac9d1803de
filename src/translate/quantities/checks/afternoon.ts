import { baseOf, type Lang } from '../../../base/lang.js';
import { findQuantities } from '../find.js';
import type { Quantity } from '../quantity.js';

interface Hour {
  readonly start: number;
  /** 0 to 23, as it is written. */
  readonly hour: number;
  readonly minute: number;
  /** Whether the half of the day stands beside it. */
  readonly hasHalf: boolean;
}

/** What says the half of the day in other words: 夕方6時, 晚10时, 每晚, 翌朝. */
const PART_OF_DAY = /[朝昼晝夕晩晚夜早午晨]/u;
/** A source without it says no afternoon. */
const MAY_BE_AFTERNOON = /[午夕晩晚夜]|p\.?m/iu;

/**
 * Japanese and Chinese times with the afternoon that the source says, where a model leaves it out: 2時 for 下午2点. Before noon
 * the hours are those of the clock of 24 hours.
 */
export function withAfternoon(translation: string, source: string, from: Lang, to: Lang): string {
  const base = baseOf(to);
  if (base === 'en' || !MAY_BE_AFTERNOON.test(source) || PART_OF_DAY.test(translation)) return translation;
  const said = hoursOf(findQuantities(source, from)).filter(({ hasHalf, hour }) => hasHalf && hour > 12);
  if (said.length === 0) return translation;
  const written = hoursOf(findQuantities(translation, to));
  if (written.some(({ hour }) => hour > 12)) return translation;
  return written.reduceRight((text, { start, hour, minute }) => {
    const meant = said.find((one) => one.hour === hour + 12 && one.minute === minute);
    if (meant === undefined) return text;
    const half = base === 'ja' ? '午後' : meant.hour < 18 ? '下午' : '晚上';
    return text.slice(0, start) + half + text.slice(start);
  }, translation);
}

function hoursOf(quantities: readonly Quantity[]): Hour[] {
  return quantities.flatMap(({ kind, start, calendar }) =>
    kind === 'time' && calendar?.hour !== undefined
      ? [
          {
            start,
            hour: calendar.hour,
            minute: calendar.minute ?? 0,
            hasHalf: calendar.twelve === true,
          },
        ]
      : [],
  );
}
