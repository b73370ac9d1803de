/** Points in a unit. */
const POINTS: Readonly<Record<string, number>> = {
  pt: 1,
  in: 72,
  cm: 72 / 2.54,
  mm: 7.2 / 2.54,
  pc: 12,
  px: 0.75,
};

/** A length with its unit, as OpenDocument and VML write it, in points; undefined where it is none. */
export function points(length: string | undefined): number | undefined {
  const [, value = '', unit = ''] = /^\s*(-?[\d.]+)(pt|in|cm|mm|pc|px)\s*$/.exec(length ?? '') ?? [];
  const one = POINTS[unit];
  return one === undefined || Number.isNaN(Number(value)) ? undefined : Number(value) * one;
}
