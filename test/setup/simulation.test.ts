import { describe, expect, it } from 'vitest';
import { Random } from '../../bench/robustness/random.js';
import {
  type Load,
  type MeasuredBatch,
  type ServiceTimes,
  simulate,
} from '../../bench/simulate/simulation.js';
import { isWhole } from './sample.js';

/** Exponential service times with a mean of a tenth of a second. */
const draws = new Random(7);
const EXPONENTIAL = Array.from({ length: 20_000 }, () => -0.1 * Math.log(1 - draws.next()));
const MEAN_MS = (1000 * EXPONENTIAL.reduce((sum, one) => sum + one, 0)) / EXPONENTIAL.length;
const FIXED = [0.1];
/** The same numbers are drawn every time. */
const REQUESTS = isWhole ? 1100_000 : 100_000;
const RANDOM_ERROR = 0.05;

function meanOf(
  times: readonly number[],
  batch: Omit<MeasuredBatch, 'callers'>,
  load: Partial<Load>,
): number {
  const service: ServiceTimes = {
    alone: times,
    outsideMs: 0,
    besideSeconds: 0,
    batches: [{ callers: 1, ...batch }],
  };
  const one = { machines: 1, processesPerMachine: 1, coresPerMachine: 1, perSecond: 1, requests: REQUESTS };
  return simulate(service, { ...one, ...load }, new Random(11)).meanMs;
}

function expectAbout(ms: number, theory: number): void {
  expect(Math.abs(ms / theory - 1), `${ms.toFixed(1)} ms, by theory ${theory.toFixed(1)} ms`).toBeLessThan(
    RANDOM_ERROR,
  );
}

// Kleinrock, Queueing Systems II: the mean time in M/G/1 with processor sharing is s / (1 − ρ), whatever the distribution.
describe('the simulation of machines agrees with queueing theory', () => {
  it.each([0.3, 0.6, 0.8])('for one process on one core at a load of %f', (load) => {
    const alone = { gain: 1, cores: 1 };
    expectAbout(meanOf(EXPONENTIAL, alone, { perSecond: (1000 * load) / MEAN_MS }), MEAN_MS / (1 - load));
    expectAbout(meanOf(FIXED, alone, { perSecond: 10 * load }), 100 / (1 - load));
  });

  // However many share it, the machine works off as much a second: with exponential times that is M/M/1.
  it.each([2, 5])('for %i processes that each have threads for both cores of their machine', (processes) => {
    const shared = { processesPerMachine: processes, coresPerMachine: 2, perSecond: 600 / MEAN_MS };
    expectAbout(meanOf(EXPONENTIAL, { gain: 1, cores: 2 }, shared), MEAN_MS / (1 - 0.6));
  });

  it('for batches that go faster together: the machine is that much faster', () => {
    const batch = { gain: 1.5, cores: 1 };
    expectAbout(meanOf(FIXED, batch, { perSecond: 9 }), 100 / 1.5 / (1 - 0.6));
  });
});
