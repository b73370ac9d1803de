import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the run's PostgreSQL, on its maintenance database. */
    postgresUrl: string;
  }
}

/** Freshly migrated; every test file gets a copy of it. */
export const TEMPLATE = 'kotobashi_template';

/** One PostgreSQL for the whole run. Durability is off: nothing of it outlives the run. */
export default async function postgres(project: TestProject): Promise<() => Promise<void>> {
  // Only now, after the build: the compiled files may not have existed when this file was loaded.
  const { EmbeddedServer } = await import('#src/store/embedded/server.js');
  const { Store } = await import('#src/store/store.js');
  const { migrateQueue } = await import('#src/queue/enqueue.js');
  const folder = mkdtempSync(join(tmpdir(), 'kotobashi-test-'));
  chmodSync(folder, 0o755);
  const server = await EmbeddedServer.open({
    folder,
    settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'],
  });
  const admin = new pg.Client({ connectionString: server.administratorUrl });
  await admin.connect();
  await admin.query(`create database ${TEMPLATE}`);
  await admin.end();
  const template = new URL(server.administratorUrl);
  template.pathname = `/${TEMPLATE}`;
  const store = await Store.open({ url: template.href, poolSize: 1 });
  await migrateQueue(store.pool);
  await store.close();
  project.provide('postgresUrl', server.administratorUrl);
  return async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  };
}
