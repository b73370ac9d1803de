import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ADVISORY_LOCKS } from '#src/store/advisory-locks.js';
import { type FreshDatabase, freshDatabase } from '../setup/database.js';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase(1);
});
afterAll(() => database.close());

it('a transaction whose connection breaks says what broke, and its connection is not used again', async () => {
  const { store } = database;
  const broken = store.transaction(async (tx) => {
    await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
  });
  // Of PostgreSQL itself, and not that a broken connection cannot roll back.
  await expect(broken).rejects.toMatchObject({ cause: { code: '57P01' } });
  expect((await store.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

it('a transaction that fails leaves nothing behind', async () => {
  const { store } = database;
  const failed = store.transaction(async (tx) => {
    await tx.execute(sql`insert into organizations (id, name) values ('gone', 'gone')`);
    throw new Error('on second thoughts');
  });
  await expect(failed).rejects.toThrow('on second thoughts');
  const { rows } = await store.pool.query(`select 1 from organizations where id = 'gone'`);
  expect(rows).toEqual([]);
});

it('no two things take the same lock', () => {
  const numbers = Object.values(ADVISORY_LOCKS);
  expect(new Set(numbers).size).toBe(numbers.length);
});
