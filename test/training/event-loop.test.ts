import { afterAll, describe, expect, test } from 'vitest';
import type { LearnedParts } from '#src/adaptation/learned-model.js';
import { buildDomainIndex } from '#src/adaptation/learned-model.js';
import { NO_NEIGHBOURS } from '#src/adaptation/parameters.js';
import { packPairs, type SentencePair } from '#src/adaptation/sentence-pair.js';
import { threadTask } from '#src/threads/task.js';
import { ThreadPool } from '#src/threads/thread-pool.js';
import { WRITE_VERSION } from '#src/training/learning/tasks.js';
import { mineTerms } from '#src/training/learning/term-mining.js';

const OPEN_MODEL = threadTask<typeof import('#src/adaptation/open-model.task.js').run>(
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

/** A thread of its own leaves this one free for thousands. */
const MANY = 20;

const pool = new ThreadPool({ threads: 1, memoryMegabytes: 1024, queueLimit: 10 });
afterAll(() => pool.close());

/** How often this thread came round to other work while something went on. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let next = setImmediate(function turn() {
    turns += 1;
    next = setImmediate(turn);
  });
  await work();
  clearImmediate(next);
  return turns;
}

describe('the thread that serves requests', () => {
  test('stays free while terms are mined and bytes are written, which would keep it busy', async () => {
    const elsewhere = await turnsDuring(() =>
      pool.run(WRITE_VERSION, { packedPairs: packPairs(PAIRS), parts: PARTS }),
    );
    const here = await turnsDuring(async () => mineTerms(PAIRS.slice(0, 200)));
    expect(here).toBe(0);
    expect(elsewhere).toBeGreaterThan(MANY);
  }, 300_000);

  test('stays free while a model is opened, which would keep it busy', async () => {
    const elsewhere = await turnsDuring(() => pool.run(OPEN_MODEL, packPairs(PAIRS)));
    const here = await turnsDuring(async () => buildDomainIndex(PAIRS.slice(0, 200)));
    expect(here).toBe(0);
    expect(elsewhere).toBeGreaterThan(MANY);
  }, 300_000);
});
