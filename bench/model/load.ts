/** What came out of a load: seconds, and an answer per item in the order of the items. */
export interface LoadResult<Answer> {
  readonly seconds: number;
  readonly answers: readonly Answer[];
}

/** `callers` callers that each send one item, wait for its answer, and take the next. */
export async function underLoad<Item, Answer>(
  items: readonly Item[],
  callers: number,
  ask: (item: Item, caller: number) => Promise<Answer>,
): Promise<LoadResult<Answer>> {
  const answers: Answer[] = new Array(items.length);
  let next = 0;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      for (let i = next++; i < items.length; i = next++) {
        const item = items[i];
        if (item !== undefined) answers[i] = await ask(item, caller);
      }
    }),
  );
  return { seconds: (performance.now() - start) / 1000, answers };
}

/** Milliseconds of each answer, one after the other. */
export async function latencies<Item>(
  items: readonly Item[],
  ask: (item: Item) => Promise<unknown>,
): Promise<readonly number[]> {
  const times: number[] = [];
  for (const item of items) {
    const start = performance.now();
    await ask(item);
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b);
}

/** `sorted` ascending; share 0 to 1. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
