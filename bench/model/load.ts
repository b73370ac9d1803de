import { setTimeout } from 'node:timers/promises';

/** What came out of a load: seconds, and per item, in the order of the items, an answer and how long it took. */
export interface LoadResult<Answer> {
  readonly seconds: number;
  readonly answers: readonly Answer[];
  /** Milliseconds. */
  readonly times: readonly number[];
}

/** `callers` callers that each send one item, wait for its answer, and take the next. */
export async function underLoad<Item, Answer>(
  items: readonly Item[],
  callers: number,
  ask: (item: Item, caller: number) => Promise<Answer>,
): Promise<LoadResult<Answer>> {
  const answers: Answer[] = new Array(items.length);
  const times: number[] = new Array(items.length);
  let next = 0;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      for (let i = next++; i < items.length; i = next++) {
        const item = items[i];
        if (item === undefined) continue;
        const asked = performance.now();
        answers[i] = await ask(item, caller);
        times[i] = performance.now() - asked;
      }
    }),
  );
  return { seconds: (performance.now() - start) / 1000, answers, times };
}

/** Long enough for the threads of the one that answered to stop looking for more work. */
const PAUSE_MS = 100;

/**
 * Milliseconds of each answer, ascending, for each of those who are asked. One item is asked after the other; who is
 * asked changes after every pass, so that what else happens on the machine happens to all of them.
 */
export async function latencies<Item>(
  items: readonly Item[],
  passes: number,
  asked: readonly ((item: Item) => Promise<unknown>)[],
): Promise<readonly (readonly number[])[]> {
  const times = asked.map((): number[] => []);
  for (let pass = 0; pass < passes; pass++) {
    for (const [i, ask] of asked.entries()) {
      await setTimeout(PAUSE_MS);
      for (const item of items) {
        const start = performance.now();
        await ask(item);
        times[i]?.push(performance.now() - start);
      }
    }
  }
  return times.map((own) => own.sort((a, b) => a - b));
}

/** `sorted` ascending; share 0 to 1. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
