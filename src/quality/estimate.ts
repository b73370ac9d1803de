import type { Lang } from '../base/lang.js';

/** What the estimate is made from. */
export interface QualityEvidence {
  /** Mean log-probability of the target tokens under the model. */
  readonly score: number;
  readonly to: Lang;
  /** A term, value or name of the source is not in the translation. */
  readonly isBroken: boolean;
}

/** A logistic curve over the score. */
export interface Calibration {
  readonly bias: number;
  readonly slope: number;
}

/**
 * Fitted by `npm run eval -- quality --fit` to the bundled model, per target language: a token of Japanese is harder to
 * foresee than one of English, and says less about the sentence.
 */
const CALIBRATIONS: Readonly<Record<string, Calibration>> = {
  en: { bias: 5.41, slope: 8.79 },
  ja: { bias: 6.85, slope: 8.8 },
  zh: { bias: 4.72, slope: 6.4 },
};
/** For languages of other models. */
const ANY_LANGUAGE: Calibration = { bias: 4.99, slope: 6.73 };

/** Most that a translation gets in which something required is missing, however fluent it is. */
const BROKEN_CEILING = 0.3;

/** More digits would promise more than is known. */
const STEPS = 1000;

/**
 * Probability that a translation is usable, 0 to 1, by the model's own confidence in it. Calibrated: of the sentences that
 * get 0.3, about three in ten are usable.
 */
export function estimateQuality({ score, to, isBroken }: QualityEvidence): number {
  const { bias, slope } = CALIBRATIONS[to.split('-', 1)[0] ?? ''] ?? ANY_LANGUAGE;
  const quality = Math.round(STEPS * logistic(bias + slope * score)) / STEPS;
  return isBroken ? Math.min(quality, BROKEN_CEILING) : quality;
}

export function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
