/** A translation, what was estimated of it and how it is. */
export interface Estimated {
  readonly quality: number;
  readonly isUsable: boolean;
}

/** What a reader finds who looks at everything below a threshold. */
export interface CurvePoint {
  readonly threshold: number;
  /** Of all sentences, those below. */
  readonly share: number;
  /** Of those below, the bad ones. */
  readonly precision: number;
  /** Of all bad ones, those below. */
  readonly recall: number;
}

const THRESHOLDS = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

export function curveOf(estimated: readonly Estimated[]): CurvePoint[] {
  const bad = estimated.filter(({ isUsable }) => !isUsable).length;
  return THRESHOLDS.map((threshold) => {
    const below = estimated.filter(({ quality }) => quality < threshold);
    const found = below.filter(({ isUsable }) => !isUsable).length;
    return {
      threshold,
      share: ratio(below.length, estimated.length),
      precision: ratio(found, below.length),
      recall: ratio(found, bad),
    };
  });
}

/** Chance that a usable translation is estimated above a bad one (area under the ROC curve). */
export function areaUnderCurve(estimated: readonly Estimated[]): number {
  const sorted = estimated.toSorted((a, b) => a.quality - b.quality);
  let badBelow = 0;
  let won = 0;
  for (const { isUsable } of sorted) {
    if (isUsable) won += badBelow;
    else badBelow += 1;
  }
  return ratio(won, badBelow * (estimated.length - badBelow));
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
