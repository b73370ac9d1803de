const LONGEST_PAUSE_MS = 3_600_000;

/**
 * Pause before the next attempt: the first one, doubling up to an hour. With the default of 5 s a receiver that restarts
 * is reached at once and one that is down for a day gets about thirty attempts. A quarter of the pause is chance:
 * deliveries that failed together do not come back together.
 *
 * @param attempts attempts made so far, at least 1
 */
export function pauseBefore(
  attempts: number,
  firstPauseMs: number,
  random: () => number = Math.random,
): number {
  const whole = Math.min(firstPauseMs * 2 ** (attempts - 1), LONGEST_PAUSE_MS);
  return Math.round(whole * (0.875 + 0.25 * random()));
}
