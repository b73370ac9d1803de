import { sql } from 'drizzle-orm';
import { Failure } from '../../base/failure.js';
import type { Pair } from '../../interchange/pair.js';
import type { Queryable } from '../../store/database.js';
import { normalisePhrase } from '../../translate/plan/normal-phrase.js';
import { ENTRY_TABLES, type EntryOwner, type EntryTable, isOwned, isOwner, ownerId } from './entry-owner.js';
import { phraseKey } from './phrase-key.js';

/**
 * Adds rows on the caller's transaction, who has locked their owner; a row that is already there gets the new target. One
 * array per column: a statement of ten thousand rows is then as short as one of a single row. Returns how many were new.
 */
export async function putRows(tx: Queryable, owner: EntryOwner, pairs: readonly Pair[]): Promise<number> {
  const table = ENTRY_TABLES[owner.kind];
  const { ownerColumn, keyColumn } = table;
  const rows = distinctRows(table, pairs);
  const column = <Value>(pick: (row: (typeof rows)[number]) => Value) => sql.param(rows.map(pick));
  const isKeyed = keyColumn === 'from_key';
  const merged = await tx.execute<{ added: number }>(sql`
    with merged as (
      insert into ${table.rows} (org_id, ${ownerColumn}, from_lang, to_lang, from_text, to_text
        ${sql.raw(isKeyed ? ', from_key' : '')})
      select ${owner.orgId}, ${ownerId(owner)}, t.* from unnest(
        ${column(({ pair }) => pair.fromLang)}::text[], ${column(({ pair }) => pair.toLang)}::text[],
        ${column(({ pair }) => pair.fromText)}::text[], ${column(({ pair }) => pair.toText)}::text[]
        ${isKeyed ? sql`, ${column(({ key }) => key)}::bytea[]` : undefined}) as t
      on conflict (${sql.raw(owner.kind === 'dictionary' ? 'org_id, ' : '')}${ownerColumn}, from_lang, to_lang,
        ${sql.identifier(keyColumn)}) do update
        set from_text = excluded.from_text, to_text = excluded.to_text, updated_at = now()
      returning (xmax = 0) as fresh
    )
    select count(*) filter (where fresh)::int as added from merged`);
  return merged.rows[0]?.added ?? 0;
}

/** One statement cannot touch a row twice: of equal rows the last one counts, as if they had been sent one by one. */
function distinctRows({ keyColumn }: EntryTable, pairs: readonly Pair[]) {
  const rows = new Map<string, { readonly pair: Pair; readonly key: Buffer }>();
  for (const pair of pairs) {
    const normal = keyColumn === 'from_key' ? normalisePhrase(pair.fromText) : pair.fromText;
    rows.set(JSON.stringify([pair.fromLang, pair.toLang, normal]), { pair, key: phraseKey(normal) });
  }
  return [...rows.values()];
}

export interface RowChange {
  readonly owner: EntryOwner;
  /** Most entries of the owner. */
  readonly limit: number;
  /** Called with the version that the owner will have, before anything is written. */
  readonly onLocked?: ((version: number) => Promise<void>) | undefined;
  /** Gives by how much the number of entries changed. */
  work(tx: Queryable): Promise<number>;
}

/**
 * Changes rows of one owner on the caller's transaction, and raises his version. The lock of the owner's row lets changes
 * follow one another, so that a limit holds under parallel requests and none locks rows crosswise. Gives what `work` gave.
 */
export async function changeRows(
  tx: Queryable,
  { owner, limit, onLocked, work }: RowChange,
): Promise<number> {
  const { rows, owners, versionColumn, countColumn, noun } = ENTRY_TABLES[owner.kind];
  // Whatever else refers to the owner may go on meanwhile.
  const held = await tx.execute<{ version: number }>(
    sql`select ${versionColumn}::float8 as version from ${owners} where ${isOwner(owner)} for no key update`,
  );
  const [before] = held.rows;
  if (before === undefined) throw new Failure('idUnknown', { message: `There is no ${noun} with this id.` });
  await onLocked?.(before.version + 1);
  const more = await work(tx);
  const counted = countColumn && sql`, ${countColumn} = ${countColumn} + ${more}, updated_at = now()`;
  await tx.execute(
    sql`update ${owners} set ${versionColumn} = ${versionColumn} + 1${counted} where ${isOwner(owner)}`,
  );
  if (more <= 0) return more;
  const after = await tx.execute<{ entries: number }>(
    countColumn === undefined
      ? sql`select count(*)::int as entries from ${rows} where ${isOwned(owner)}`
      : sql`select ${countColumn} as entries from ${owners} where ${isOwner(owner)}`,
  );
  if ((after.rows[0]?.entries ?? 0) > limit) throw tooManyEntries(owner, limit);
  return more;
}

export function tooManyEntries({ kind }: Pick<EntryOwner, 'kind'>, limit: number): Failure {
  return new Failure('requestInvalid', {
    message: `A ${ENTRY_TABLES[kind].noun} holds at most ${limit} entries. Delete entries that are no longer needed.`,
  });
}
