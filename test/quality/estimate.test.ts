import { describe, expect, it } from 'vitest';
import { estimateQuality, logistic } from '#src/quality/estimate.js';
import { areaUnderCurve, curveOf } from '../../bench/quality/curve.js';
import { fitCalibration } from '../../bench/quality/fit.js';

describe('the quality estimate', () => {
  const estimate = (score: number, to = 'en', isBroken = false) => estimateQuality({ score, to, isBroken });

  it.each(['en', 'ja', 'zh-TW', 'fr'])('rises with the confidence of the model, from 0 to 1 (%s)', (to) => {
    const scores = [Number.NEGATIVE_INFINITY, -3, -1, -0.5, -0.1, 0];
    const estimates = scores.map((score) => estimate(score, to));
    expect(estimates).toEqual(estimates.toSorted((a, b) => a - b));
    expect(estimates[0]).toBe(0);
    expect(estimates.at(-1)).toBeGreaterThan(0.98);
    expect(estimates.at(-1)).toBeLessThanOrEqual(1);
  });

  it('is low where something required is missing, however sure the model is', () => {
    expect(estimate(0, 'en', true)).toBeLessThan(0.5);
    expect(estimate(-3, 'en', true)).toBe(estimate(-3));
  });
});

describe('its measure', () => {
  it('finds the curve that judgements were drawn from', () => {
    // A hundred of each score, as many of them usable as the curve says.
    const judged = Array.from({ length: 40 }, (_, at) => -at / 20).flatMap((score) =>
      Array.from({ length: 100 }, (_, one) => ({ score, isUsable: one < 100 * logistic(5 + 6 * score) })),
    );
    const { bias, slope } = fitCalibration(judged);
    expect(bias).toBeCloseTo(5, 0);
    expect(slope).toBeCloseTo(6, 0);
  });

  it('counts what is below a threshold, and how much of it is bad', () => {
    const some = [
      { quality: 0.1, isUsable: false },
      { quality: 0.45, isUsable: true },
      { quality: 0.48, isUsable: false },
      { quality: 0.85, isUsable: false },
      { quality: 0.95, isUsable: true },
    ];
    const at = curveOf(some).find(({ threshold }) => threshold === 0.5);
    expect(at?.share).toBeCloseTo(0.6);
    expect(at?.precision).toBeCloseTo(2 / 3);
    expect(at?.recall).toBeCloseTo(2 / 3);
    expect(areaUnderCurve(some)).toBeCloseTo(4 / 6);
  });
});
