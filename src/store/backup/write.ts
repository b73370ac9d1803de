import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import type { Store } from '../store.js';
import { type BackupHead, type EndLine, KEY_FILES, type TableLine } from './format.js';
import { backupTables, schemaVersion } from './tables.js';

/** Some rows hold a megabyte. */
const ROWS_AT_ONCE = 20;

/**
 * Writes everything that is in the database at one moment, while the service goes on. Needs no program of PostgreSQL's:
 * rows are read in one snapshot and written as JSON. Returns the number of rows.
 */
export async function writeBackup(store: Store, dataFolder: string, path: string): Promise<number> {
  const client = await store.pool.connect();
  const unfinished = `${path}.part`;
  let rows = 0;
  try {
    await client.query('set statement_timeout = 0');
    await client.query('begin isolation level repeatable read read only');
    const lines = async function* () {
      yield line(await headOf(client, dataFolder));
      for (const { name, columns } of await backupTables(client)) {
        yield line({ table: name, columns } satisfies TableLine);
        for await (const row of rowsOf(client, name, columns)) {
          rows += 1;
          yield `${row}\n`;
        }
      }
      yield line({ rows } satisfies EndLine);
    };
    // It holds keys: for nobody else's eyes.
    await pipeline(Readable.from(lines()), createGzip(), createWriteStream(unfinished, { mode: 0o600 }));
    await rename(unfinished, path);
    return rows;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    // Ended rather than handed back: its settings are changed and its transaction is open.
    client.release(true);
  }
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

async function headOf(client: pg.ClientBase, dataFolder: string): Promise<BackupHead> {
  const files = KEY_FILES.filter((name) => existsSync(join(dataFolder, name))).map(
    (name) => [name, readFileSync(join(dataFolder, name), 'utf8')] as const,
  );
  return {
    format: 'kotobashi-backup',
    schema: await schemaVersion(client),
    createdAt: new Date().toISOString(),
    files: Object.fromEntries(files),
  };
}

async function* rowsOf(client: pg.ClientBase, table: string, columns: readonly string[]) {
  await client.query(
    `declare backup_rows cursor for select row_to_json(r)::text as row from (select ${columns.join(', ')} from ${table}) r`,
  );
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${ROWS_AT_ONCE} from backup_rows`);
    for (const { row } of rows) yield row;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await client.query('close backup_rows');
}
