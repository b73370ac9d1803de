import { type Calibration, logistic } from '#src/quality/estimate.js';

/** A translation as the estimate sees it, and what became of it. */
export interface Judged {
  readonly score: number;
  readonly isUsable: boolean;
}

const ROUNDS = 50;
/** Keeps the curve finite where the two kinds can be told apart without error. */
const RIDGE = 1e-3;

/** Logistic regression on the score, by Newton's method. */
export function fitCalibration(judged: readonly Judged[]): Calibration {
  let bias = 0;
  let slope = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    let [gradientBias, gradientSlope] = [-RIDGE * bias, -RIDGE * slope];
    let [biasBias, biasSlope, slopeSlope] = [RIDGE, 0, RIDGE];
    for (const { score, isUsable } of judged) {
      const expected = logistic(bias + slope * score);
      const error = (isUsable ? 1 : 0) - expected;
      const weight = expected * (1 - expected);
      gradientBias += error;
      gradientSlope += error * score;
      biasBias += weight;
      biasSlope += weight * score;
      slopeSlope += weight * score * score;
    }
    const determinant = biasBias * slopeSlope - biasSlope * biasSlope;
    bias += (slopeSlope * gradientBias - biasSlope * gradientSlope) / determinant;
    slope += (biasBias * gradientSlope - biasSlope * gradientBias) / determinant;
  }
  return { bias, slope };
}
