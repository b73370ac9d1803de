import { expect, test } from 'vitest';
import { ThreadTuner } from '#src/model/thread/single/thread-tuner.js';

/** How many of 200 steps have several threads when each kind takes so long, give or take a half. */
function parallelSteps(sequential: number, parallel: number): number {
  const tuner = new ThreadTuner();
  let count = 0;
  for (let step = 0; step < 200; step++) {
    const several = tuner.parallel;
    if (several) count++;
    tuner.note(several, (several ? parallel : sequential) * (0.5 + ((step * 7) % 10) / 10));
  }
  return count;
}

test('both kinds of steps are tried in turn, then the faster one is kept', () => {
  expect(parallelSteps(2.2, 1.7)).toBe(200 - 24);
  expect(parallelSteps(1.1, 1.9)).toBe(24);
});

test('a first slow step of a kind, when its graph is new, does not decide', () => {
  const tuner = new ThreadTuner();
  for (let step = 0; step < 60; step++) {
    const several = tuner.parallel;
    tuner.note(several, step < 8 && several ? 500 : several ? 1 : 2);
  }
  expect(tuner.parallel).toBe(true);
});
