import type { Lang } from '../../../base/lang.js';
import { findQuantities } from '../find.js';

/** Years, which other calendars count otherwise, and decades: 90年代, 平成28年. */
const FIRST_YEAR = 1000;
const LAST_YEAR = 2100;
/** Smaller amounts are often words of another kind: a dozen, half, a pair. */
const LEAST = 100;
const COUNTED: ReadonlySet<string> = new Set(['number', 'money', 'percent']);

/**
 * Whether a translation holds an amount in figures that stands nowhere in a source with amounts of its own: "from 70,000 to
 * 56,000 to 536,000" for 从七万件降到五万六千件. Of 11,000 translations by people three do.
 */
export function hasMadeUpAmount(source: string, translation: string, from: Lang, to: Lang): boolean {
  const own = findQuantities(source, from);
  if (!own.some(({ kind, required }) => required && COUNTED.has(kind))) return false;
  const known = new Set(own.flatMap(({ values }) => values.map(({ digits }) => digits)));
  const figures = source.normalize('NFKC').replaceAll(/(?<=\d),(?=\d)/g, '');
  return findQuantities(translation, to).some(
    ({ kind, writing, values }) =>
      COUNTED.has(kind) &&
      writing !== 'words' &&
      values.some(({ digits, exponent }) => {
        const amount = Number(digits) * 10 ** exponent;
        if (amount < LEAST || (amount >= FIRST_YEAR && amount <= LAST_YEAR)) return false;
        return !known.has(digits) && !figures.includes(String(digits));
      }),
  );
}
