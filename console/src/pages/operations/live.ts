import type { Answer } from '#client';

export type Status = Answer<'GET /admin/v1/status'>['data'];

/** What happened between two looks at the service. */
export interface Rates {
  readonly at: number;
  readonly requestsPerSecond: number;
  readonly wordsPerSecond: number;
  /** Seconds; undefined when nothing was asked. */
  readonly median: number | undefined;
  readonly slowest5Percent: number | undefined;
  readonly waiting: number;
  readonly memoryBytes: number;
  /** Undefined where the database is on another machine. */
  readonly diskFreeBytes: number | undefined;
}

export function ratesBetween(before: Status, after: Status): Rates {
  const seconds = Math.max(0.001, (after.at - before.at) / 1000);
  const words = ({ requests }: Status) => requests.words.reduce((sum, one) => sum + one.words, 0);
  const known = new Map(before.requests.buckets.map(({ le, count }) => [le, count]));
  const buckets = after.requests.buckets.map(({ le, count }) => ({
    le,
    count: count - (known.get(le) ?? 0),
  }));
  const requests = after.requests.count - before.requests.count;
  return {
    at: after.at,
    requestsPerSecond: requests / seconds,
    wordsPerSecond: (words(after) - words(before)) / seconds,
    median: quantile(buckets, requests, 0.5),
    slowest5Percent: quantile(buckets, requests, 0.95),
    waiting: after.model.waiting + after.backlog.queued,
    memoryBytes: after.process.memoryBytes,
    diskFreeBytes: after.disk.freeBytes ?? undefined,
  };
}

/** From a histogram: the place inside its bucket is guessed along a line, as Prometheus does. */
export function quantile(
  buckets: readonly { readonly le: number; readonly count: number }[],
  total: number,
  share: number,
): number | undefined {
  if (total <= 0) return undefined;
  const wanted = total * share;
  let [from, below] = [0, 0];
  for (const { le, count } of buckets) {
    if (count >= wanted)
      return count === below ? le : from + ((wanted - below) / (count - below)) * (le - from);
    [from, below] = [le, count];
  }
  return from;
}
