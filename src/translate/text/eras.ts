/** The year before the first of each era. */
const ERAS: Readonly<Record<string, number>> = { 明治: 1867, 大正: 1911, 昭和: 1925, 平成: 1988, 令和: 2018 };
const ERA_YEAR = /(明治|大正|昭和|平成|令和)\s?(元|[0-9０-９]{1,2})\s?年/gu;

/**
 * Years of Japanese eras as years of the common calendar. Readers of other languages do not count in eras, and models
 * guess at the sum.
 *
 * @example
 * commonYears('令和6年11月') // '2024年11月'
 */
export function commonYears(text: string): string {
  return text.replace(ERA_YEAR, (whole, era: string, year: string) => {
    const before = ERAS[era];
    if (before === undefined) return whole;
    return `${before + (year === '元' ? 1 : Number(year.normalize('NFKC')))}年`;
  });
}
