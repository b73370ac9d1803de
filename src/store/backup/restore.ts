import { createReadStream, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import type { Store } from '../store.js';
import { BackupError, type BackupHead, type EndLine, KEY_FILES, type TableLine } from './format.js';
import { type BackupTable, backupTables, schemaVersion } from './tables.js';

/** Characters of rows that are written with one statement. */
const BATCH_CHARS = 4 * 1024 * 1024;

/**
 * Puts a backup into an empty database, all of it or nothing. Key files that the data folder lacks are put back as well.
 * Returns the number of rows.
 */
export async function restoreBackup(store: Store, dataFolder: string, path: string): Promise<number> {
  const client = await store.pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query('begin');
    const { head, rows } = await readInto(client, path);
    await resetSequences(client);
    await client.query('commit');
    restoreFiles(head, dataFolder);
    return rows;
  } finally {
    // Ended rather than handed back; what was not committed is gone with it.
    client.release(true);
  }
}

async function readInto(client: pg.ClientBase, path: string): Promise<{ head: BackupHead; rows: number }> {
  let head: BackupHead | undefined;
  let writer: TableWriter | undefined;
  let known: readonly BackupTable[] = [];
  let rows = 0;
  let end: EndLine | undefined;
  for await (const text of linesOf(path)) {
    if (head === undefined) {
      head = headOf(text);
      await checkTarget(client, head);
      known = await backupTables(client);
    } else if (text.startsWith('{"table":')) {
      await writer?.flush();
      const { table, columns }: TableLine = JSON.parse(text);
      const target = known.find(({ name }) => name === table);
      if (target === undefined) throw new BackupError(`The backup holds a table ${table} that is not known.`);
      writer = new TableWriter(client, {
        name: target.name,
        columns: target.columns.filter((column) => columns.includes(column)),
      });
    } else if (text.startsWith('{"rows":')) {
      await writer?.flush();
      end = JSON.parse(text);
    } else {
      rows += 1;
      await writer?.add(text);
    }
  }
  if (head === undefined || end?.rows !== rows) {
    throw new BackupError('The backup is not complete: the file was cut off. Nothing was restored.');
  }
  return { head, rows };
}

/** Cut at line feeds alone: rows hold other characters that end lines elsewhere. */
async function* linesOf(path: string): AsyncGenerator<string> {
  const packed = createReadStream(path);
  const unpacked = createGunzip();
  packed.on('error', (error) => unpacked.destroy(error)).pipe(unpacked);
  const decoder = new TextDecoder();
  let rest: string[] = [];
  try {
    for await (const chunk of unpacked) {
      const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n');
      rest.push(first);
      for (const begun of others) {
        yield rest.join('');
        rest = [begun];
      }
    }
  } catch (cause) {
    throw new BackupError(`${path} cannot be read as a backup.`, { cause });
  } finally {
    packed.destroy();
  }
}

function headOf(text: string): BackupHead {
  try {
    const head: BackupHead = JSON.parse(text);
    if (head.format === 'kotobashi-backup') return head;
  } catch {
    // Said below.
  }
  throw new BackupError('The file is not a backup of Kotobashi.');
}

async function checkTarget(client: pg.ClientBase, head: BackupHead): Promise<void> {
  if ((await schemaVersion(client)) !== head.schema) {
    throw new BackupError(
      'The backup was made by another version. Restore it with that version, then upgrade. Nothing was restored.',
    );
  }
  const { rows } = await client.query<{ used: boolean }>(
    'select exists (select 1 from organizations) as used',
  );
  if (rows[0]?.used !== false) {
    throw new BackupError(
      'The database already holds organizations. Restore into an empty one: set KOTOBASHI_DATA to a new folder, or DATABASE_URL to a new database.',
    );
  }
}

/** Rows of one table, many to a statement. */
class TableWriter {
  readonly #client: pg.ClientBase;
  readonly #statement: string;
  #rows: string[] = [];
  #chars = 0;

  constructor(client: pg.ClientBase, { name, columns }: BackupTable) {
    const list = columns.join(', ');
    this.#client = client;
    this.#statement = `insert into ${name} (${list}) overriding system value
      select ${list} from json_populate_recordset(null::${name}, $1::json) on conflict do nothing`;
  }

  async add(row: string): Promise<void> {
    this.#rows.push(row);
    this.#chars += row.length;
    if (this.#chars >= BATCH_CHARS) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.#rows.length === 0) return;
    await this.#client.query(this.#statement, [`[${this.#rows.join(',')}]`]);
    this.#rows = [];
    this.#chars = 0;
  }
}

/** Numbers that the database gives out go on behind the highest that was restored. */
async function resetSequences(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ sequence: string; table: string; column: string }>(
    `select format('%I.%I', sn.nspname, s.relname) as sequence, format('%I.%I', tn.nspname, t.relname) as table,
       quote_ident(a.attname) as column
     from pg_class s
     join pg_namespace sn on sn.oid = s.relnamespace
     join pg_depend d on d.objid = s.oid and d.deptype in ('a', 'i') and d.classid = 'pg_class'::regclass
     join pg_class t on t.oid = d.refobjid
     join pg_namespace tn on tn.oid = t.relnamespace
     join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
     where s.relkind = 'S' and tn.nspname in ('public', 'graphile_worker')`,
  );
  for (const { sequence, table, column } of rows) {
    await client.query(
      `select setval($1::regclass, greatest(coalesce((select max(${column}) from ${table}), 0), 1))`,
      [sequence],
    );
  }
}

function restoreFiles(head: BackupHead, dataFolder: string): void {
  for (const name of KEY_FILES) {
    const path = join(dataFolder, name);
    const content = head.files[name];
    if (content !== undefined && !existsSync(path)) writeFileSync(path, content, { mode: 0o600 });
  }
}
