import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from 'vitest';
import { type Kept, kept, leftOver } from './left-over.js';

/** A socket that is being closed, on a machine that may be busy. */
const PATIENCE_MS = 30_000;
const LOOK_MS = 20;

let before: Kept;
// The first hook of every test file, and the last.
beforeAll(() => {
  before = kept();
});

afterAll(async () => {
  const end = Date.now() + PATIENCE_MS;
  let left = leftOver(before, kept());
  while (left.length > 0 && Date.now() < end) {
    await sleep(LOOK_MS);
    left = leftOver(before, kept());
  }
  expect(left, 'still open after the last test of this file').toEqual([]);
}, 2 * PATIENCE_MS);
