import { performance } from 'node:perf_hooks';
import { afterAll, describe, expect, test } from 'vitest';
import type { LearnedParts } from '#src/adaptation/learned-model.js';
import { buildDomainIndex } from '#src/adaptation/learned-model.js';
import { NO_NEIGHBOURS } from '#src/adaptation/parameters.js';
import { packPairs, type SentencePair } from '#src/adaptation/sentence-pair.js';
import { WRITE_VERSION } from '#src/training/tasks.js';
import { mineTerms } from '#src/training/term-mining.js';
import { workerTask } from '#src/workers/task.js';
import { WorkerPool } from '#src/workers/worker-pool.js';

const OPEN_MODEL = workerTask<typeof import('#src/adaptation/open-model.task.js').run>(
  'open a custom model',
  new URL(import.meta.resolve('#src/adaptation/open-model.task.js')),
  { timeLimitMs: 300_000 },
);
const PARTS: LearnedParts = {
  states: {
    keys: new Int8Array(),
    scales: new Float32Array(),
    squares: new Float32Array(),
    values: new Int32Array(),
    width: 4,
  },
  offsets: Int32Array.of(0),
  parameters: NO_NEIGHBOURS,
};

const PARTS_OF_A_MACHINE = [
  'engine',
  'pump',
  'valve',
  'damper',
  'bolt',
  'washer',
  'vent',
  'filter',
  'hose',
  'belt',
];
/** No two alike, and enough repetition for terms to be found. */
const PAIRS: readonly SentencePair[] = Array.from({ length: 2000 }, (_, at) => {
  const [one, other] = [at % 10, (at * 7 + 3) % 10].map((place) => PARTS_OF_A_MACHINE[place]);
  return {
    fromText: `Remove the ${one} and check the ${other} before you close cover ${at}.`,
    toText: `${at}番のカバーを閉じる前に${one}を外して${other}を確認します。`,
  };
});

const pool = new WorkerPool({ threads: 1, memoryMegabytes: 1024, queueLimit: 10 });
afterAll(() => pool.close());

/** Share of the time that this thread was busy while something went on. */
async function busyShare(work: () => Promise<unknown>): Promise<number> {
  const before = performance.eventLoopUtilization();
  await work();
  return performance.eventLoopUtilization(before).utilization;
}

describe('the thread that serves requests', () => {
  test('is idle while terms are mined and bytes are written, which would keep it busy', async () => {
    const elsewhere = await busyShare(() =>
      pool.run(WRITE_VERSION, { packedPairs: packPairs(PAIRS), parts: PARTS }),
    );
    const here = await busyShare(async () => mineTerms(PAIRS.slice(0, 200)));
    expect(here).toBeGreaterThan(0.9);
    expect(elsewhere).toBeLessThan(0.5);
  }, 300_000);

  test('is idle while a model is opened, which would keep it busy', async () => {
    const elsewhere = await busyShare(() => pool.run(OPEN_MODEL, packPairs(PAIRS)));
    const here = await busyShare(async () => buildDomainIndex(PAIRS.slice(0, 200)));
    expect(here).toBeGreaterThan(0.9);
    expect(elsewhere).toBeLessThan(0.5);
  }, 300_000);
});
