import { expect, test } from 'vitest';
import { Pace } from '#src/model/worker/pace.js';

/** How many of 200 steps have several threads when each kind takes so long, give or take a half. */
function together(alone: number, several: number): number {
  const pace = new Pace();
  let count = 0;
  for (let step = 0; step < 200; step++) {
    const kind = pace.together;
    if (kind) count++;
    pace.note(kind, (kind ? several : alone) * (0.5 + ((step * 7) % 10) / 10));
  }
  return count;
}

test('both kinds of steps are tried in turn, then the faster one is kept', () => {
  expect(together(2.2, 1.7)).toBe(200 - 24);
  expect(together(1.1, 1.9)).toBe(24);
});

test('a first slow step of a kind, when its graph is new, does not decide', () => {
  const pace = new Pace();
  for (let step = 0; step < 60; step++) {
    const kind = pace.together;
    pace.note(kind, step < 8 && kind ? 500 : kind ? 1 : 2);
  }
  expect(pace.together).toBe(true);
});
