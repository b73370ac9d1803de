/** The year before the first of each era; 民国 is the calendar of Taiwan. */
export const ERAS: ReadonlyMap<string, number> = new Map([
  ['明治', 1867],
  ['大正', 1911],
  ['昭和', 1925],
  ['平成', 1988],
  ['令和', 2018],
  ['民国', 1911],
  ['民國', 1911],
]);

export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

const MONTH_NUMBERS: ReadonlyMap<string, number> = new Map(
  MONTHS.flatMap((name, index) => [
    [name, index + 1] as const,
    [name.slice(0, 3), index + 1] as const,
    ...(name === 'September' ? [['Sept', 9] as const] : []),
  ]),
);

/** 1 to 12 for a month's name or its short form, written with a capital. */
export function monthOf(word: string): number | undefined {
  return MONTH_NUMBERS.get(word);
}
