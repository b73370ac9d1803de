import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Failure } from '#src/base/failure.js';
import { loggedError } from '#src/base/logged-error.js';
import { type FreshDatabase, freshDatabase } from '../setup/database.js';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase(1);
});
afterAll(() => database.close());

const SECRET = 'what the customer wrote';

it.each([
  ['a value that does not fit', sql`select ${SECRET}::int`, '22P02'],
  ['a table that is gone', sql`select * from gone where text = ${SECRET}`, '42P01'],
  [
    'a row that is there already',
    sql`insert into organizations (id, name) values ('a', ${SECRET}), ('b', ${SECRET})`,
    '23505',
  ],
])('%s is logged with its query and code, without the values', async (_, query, code) => {
  const thrown: unknown = await database.store.db.execute(query).catch((error: unknown) => error);
  const logged = loggedError(new Failure('internalError', { cause: thrown }));
  expect(JSON.stringify(logged)).not.toContain(SECRET);
  expect(logged).toMatchObject({
    type: 'Failure',
    code: '40100',
    stack: expect.arrayContaining([expect.stringContaining('logged-error.test')]),
    cause: { message: expect.stringMatching(/^Failed query: (select|insert)/), cause: { code } },
  });
});

it('whatever is thrown can be logged', () => {
  for (const thrown of ['text', 5, undefined, null, { a: 1 }]) {
    expect(loggedError(thrown)).toMatchObject({ message: String(thrown) });
  }
});
