import type pg from 'pg';

/** A table whose rows belong to a backup. */
export interface BackupTable {
  /** Quoted, with its schema. */
  readonly name: string;
  /** Quoted; generated ones are left out, the database makes them anew. */
  readonly columns: readonly string[];
}

/** What the product and its queue keep. Counters of the running minute are not logged, and are not kept either. */
const SCHEMAS = ['public', 'graphile_worker'];
/** Filled by the migrations themselves, or by triggers while rows are written. */
const OWN_BOOKS = ['graphile_worker.migrations', 'public.entry_changes'];

/** Every table, those that others refer to first: rows can be written in this order. */
export async function backupTables(client: pg.ClientBase): Promise<readonly BackupTable[]> {
  const { rows } = await client.query<{ oid: number; name: string; columns: string[] }>(
    `select c.oid::int, format('%I.%I', n.nspname, c.relname) as name,
       array_agg(quote_ident(a.attname) order by a.attnum) as columns
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where n.nspname = any($1) and c.relkind = 'r' and c.relpersistence = 'p'
     group by c.oid, n.nspname, c.relname order by 2`,
    [SCHEMAS],
  );
  const references = await client.query<{ table: number; target: number }>(
    `select conrelid::int as table, confrelid::int as target from pg_constraint
     where contype = 'f' and conrelid <> confrelid`,
  );
  const waiting = new Map(
    rows.filter(({ name }) => !OWN_BOOKS.includes(name)).map((table) => [table.oid, table]),
  );
  const ordered: BackupTable[] = [];
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(
      ({ oid }) => !references.rows.some(({ table, target }) => table === oid && waiting.has(target)),
    );
    if (free.length === 0) throw new Error('The tables refer to one another in a circle.');
    for (const { oid, name, columns } of free) {
      ordered.push({ name, columns });
      waiting.delete(oid);
    }
  }
  return ordered;
}

/** Which migrations a database has seen: rows fit only into tables of the same make. */
export async function schemaVersion(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ version: string }>(
    `select count(*) || '-' || coalesce(md5(string_agg(hash, ',' order by id)), '') as version
     from drizzle.__drizzle_migrations`,
  );
  return rows[0]?.version ?? '';
}
