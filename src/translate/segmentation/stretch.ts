/** A half-open stretch of a text. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/**
 * Those of some stretches that share a character with one. They have to be in order and must not overlap each other;
 * then asking for each of a row of stretches costs as much as there is to find, not the product of both.
 */
export function overlapping<Item extends Stretch>(
  ordered: readonly Item[],
  { start, end }: Stretch,
): readonly Item[] {
  const first = firstBehind(ordered, start);
  let last = first;
  while ((ordered[last]?.start ?? end) < end) last += 1;
  return ordered.slice(first, last);
}

/** Whether any of them shares a character with a stretch. */
export function isCovered(ordered: readonly Stretch[], { start, end }: Stretch): boolean {
  return (ordered[firstBehind(ordered, start)]?.start ?? end) < end;
}

/** Index of the first stretch that ends after `at`. */
function firstBehind(ordered: readonly Stretch[], at: number): number {
  let low = 0;
  let high = ordered.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ordered[middle]?.end ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return low;
}
