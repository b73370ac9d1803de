const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 3_600_000;

/**
 * Pause before the next attempt: 5 s, doubling up to an hour, so that a receiver that restarts is reached at once and
 * one that is down for a night gets about thirty attempts. A quarter of it is chance: deliveries that failed together
 * do not come back together.
 *
 * @param attempts attempts made so far, at least 1
 */
export function pauseBefore(attempts: number, random: () => number = Math.random): number {
  const whole = Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS);
  return Math.round(whole * (0.875 + 0.25 * random()));
}
