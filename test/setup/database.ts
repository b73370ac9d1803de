import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { Store } from '#src/store/store.js';
import { TEMPLATE } from './postgres.js';

export interface FreshDatabase {
  readonly url: string;
  readonly store: Store;
  /** Closes the store and drops the database. */
  close(): Promise<void>;
}

async function administer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** A migrated, empty database of its own, for one test file. */
export async function freshDatabase(poolSize = 10): Promise<FreshDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administer(`create database ${name} template ${TEMPLATE}`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  const store = await Store.open({ url: url.href, poolSize });
  return {
    url: url.href,
    store,
    async close() {
      await store.close();
      await administer(`drop database ${name} with (force)`);
    },
  };
}
