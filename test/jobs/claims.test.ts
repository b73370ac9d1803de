import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { claimTranslations } from '#src/jobs/translations/translation-claims.js';
import { sizeClassOf } from '#src/jobs/translations/translation-job.js';
import { type FreshDatabase, freshDatabase } from '../setup/database.js';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase(10);
  await database.store.pool.query(`insert into organizations (id, name) values ('o', 'o')`);
});
afterAll(() => database.close());
beforeEach(() => database.store.pool.query('truncate translation_jobs cascade'));

/** A waiting job with so many sentences. */
async function queued(
  user: string,
  sentences: number,
  options: { ageSeconds?: number } = {},
): Promise<string> {
  const id = randomUUID();
  await database.store.pool.query(
    `insert into translation_jobs (queue_id, org_id, user_id, access_key, contract_id, engine, request, plan,
       characters, task_id, expires_at, total, size_class, queued_at)
     values ($1, 'o', $2, 'k', 'c', 't4oo', '{}', '{"segments":[]}', 1, 't', now(), $3, $4,
       clock_timestamp() - $5 * interval '1 second')`,
    [id, user, sentences, sizeClassOf(sentences), options.ageSeconds ?? 0],
  );
  return id;
}

async function claim(sentences: number, worker = 'w'): Promise<readonly string[]> {
  const claimed = await claimTranslations(database.store.db, { worker, room: sentences }, 128);
  return claimed.map((job) => job.id);
}

describe('whose turn it is', () => {
  it('small jobs come before large ones, whenever they came', async () => {
    const large = await queued('a', 3000, { ageSeconds: 10 });
    const small = await queued('a', 1);
    expect(await claim(1)).toEqual([small]);
    expect(await claim(1)).toEqual([large]);
  });

  it('jobs of about the same size come in the order in which they were handed in', async () => {
    const first = await queued('a', 7, { ageSeconds: 3 });
    const second = await queued('a', 1, { ageSeconds: 2 });
    const third = await queued('a', 3, { ageSeconds: 1 });
    expect([await claim(1), await claim(1), await claim(1)].flat()).toEqual([first, second, third]);
  });

  it('an account with a hundred jobs does not hold up an account with two', async () => {
    for (let i = 0; i < 100; i++) await queued('greedy', 1, { ageSeconds: 5 });
    const modest = [await queued('modest', 1), await queued('modest', 1)];
    const claimed = await claim(4);
    expect(claimed).toHaveLength(4);
    expect(claimed).toEqual(expect.arrayContaining(modest));
  });

  it('a large job that has waited too long gets a turn in spite of small ones', async () => {
    const large = await queued('a', 3000, { ageSeconds: 60 });
    for (let i = 0; i < 10; i++) await queued('b', 1, { ageSeconds: 30 });
    expect(await claim(1)).toEqual([large]);
  });

  it('takes as many jobs as there is room for, and counts a large one by its turn only', async () => {
    await Promise.all(Array.from({ length: 10 }, () => queued('a', 4)));
    expect(await claim(20)).toHaveLength(5);
    expect(await claim(1000)).toHaveLength(5);
    await Promise.all(Array.from({ length: 4 }, () => queued('b', 3000)));
    expect(await claim(256)).toHaveLength(2);
  });

  it('leaves a job alone until its pause is over', async () => {
    const id = await queued('a', 1);
    await database.store.pool.query(`update translation_jobs set not_before = now() + interval '1 hour'`);
    expect(await claim(10)).toEqual([]);
    await database.store.pool.query(`update translation_jobs set not_before = now()`);
    expect(await claim(10)).toEqual([id]);
  });

  it('never gives one job to two workers, however many ask at once', async () => {
    const all = await Promise.all(Array.from({ length: 60 }, (_, i) => queued(`u${i % 7}`, 1)));
    const rounds: (readonly string[])[] = [];
    while (rounds.flat().length < all.length) {
      rounds.push(...(await Promise.all(Array.from({ length: 8 }, (_, i) => claim(5, `w${i}`)))));
    }
    expect(rounds.flat().toSorted()).toEqual(all.toSorted());
  });
});
