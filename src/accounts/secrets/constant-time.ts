import { timingSafeEqual } from 'node:crypto';

/** Compares secrets so that the time says nothing about where they differ. The only place that compares them. */
export function sameSecret(given: Buffer, expected: Buffer): boolean {
  if (given.length !== expected.length) {
    timingSafeEqual(expected, expected);
    return false;
  }
  return timingSafeEqual(given, expected);
}
