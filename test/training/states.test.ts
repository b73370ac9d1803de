import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TRAINING_STATES } from '#src/store/schema/index.js';
import { percentage, TRAINING_EDGES } from '#src/training/states.js';
import { type FreshDatabase, freshDatabase } from '../setup/database.js';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(async () => {
  await database.close();
});

async function jobIn(state: string): Promise<string> {
  const id = randomUUID();
  const { db } = database.store;
  await db.execute(sql`insert into organizations (id, name) values (${id}, ${id})`);
  await db.execute(sql`insert into users (id, org_id, name) values (${id}, ${id}, 'user')`);
  const { rows } = await db.execute<{ mid: string }>(sql`
    insert into custom_models (org_id, user_id, name, field, first_lang, second_lang)
    values (${id}, ${id}, 'model', 'L000001', 'en', 'ja') returning mid`);
  const jobs = await db.execute<{ jid: string }>(sql`
    insert into training_jobs (org_id, mid, user_id, access_key, contract_id, state, upload)
    values (${id}, ${rows[0]?.mid}, ${id}, 'key', 'contract', ${state}, '{}') returning jid`);
  return jobs.rows[0]?.jid ?? '';
}

describe('the life of a training job', () => {
  for (const from of TRAINING_STATES) {
    for (const to of TRAINING_STATES) {
      if (from === to) continue;
      const legal = TRAINING_EDGES[from].includes(to);
      it(`${legal ? 'may' : 'may not'} go from ${from} to ${to}`, async () => {
        const jid = await jobIn(from);
        const going = database.store.db.execute(
          sql`update training_jobs set state = ${to} where jid = ${jid}`,
        );
        if (legal) await going;
        else await expect(going).rejects.toThrow();
      });
    }
  }

  it('cannot be changed by anyone who imports the table', () => {
    expect(Object.isFrozen(TRAINING_EDGES)).toBe(true);
    expect(Object.values(TRAINING_EDGES).every((edges) => Object.isFrozen(edges))).toBe(true);
  });

  it('never shows less progress in a later stage', () => {
    const way = (['queued', 'preparing', 'training', 'evaluating', 'finished'] as const).flatMap((state) =>
      [0, 0.5, 1].map((progress) => percentage(state, progress)),
    );
    expect(way).toEqual(way.toSorted((a, b) => a - b));
    expect(way.at(-1)).toBe(100);
  });
});
