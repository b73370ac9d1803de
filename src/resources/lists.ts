import { checkedName } from '../accounts/name.js';
import { Failure } from '../base/failure.js';
import type { OrganizationId } from '../base/ids.js';
import type { Pair } from '../interchange/pair.js';
import { checkText } from '../interchange/text-rules.js';
import type { ChangeFeed } from '../store/changes.js';
import type { PlainSql } from '../store/database.js';
import { isUniqueViolation } from '../store/errors.js';
import type { Store } from '../store/store.js';
import { normalisePhrase } from '../translate/plan/normal-phrase.js';
import { KINDS, type KindSpec, type ListKind } from './list-kind.js';
import { phraseKey } from './phrase-key.js';

/** A phrase-pair dictionary or a glossary, without its rows. */
export interface List {
  readonly id: number;
  readonly name: string;
  readonly entries: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const NAME_RULES = { maxChars: 100, lineBreaks: false };
/** Rows fetched at a time when a list is walked through. */
const PAGE_ROWS = 2_000;

/**
 * Phrase-pair dictionaries and glossaries as stored things. Whatever changes the rows of a list raises its version in
 * the same transaction; versions are part of every cache key, so nothing old survives a change.
 */
export class Lists {
  readonly #store: Store;
  readonly #changes: ChangeFeed;

  constructor(store: Store, changes: ChangeFeed) {
    this.#store = store;
    this.#changes = changes;
  }

  async create(orgId: OrganizationId, kind: ListKind, name: string): Promise<List> {
    this.#store.disk?.demandRoom();
    const spec = KINDS[kind];
    const list = await named(spec, () =>
      this.#one(`insert into ${spec.lists} (org_id, name) values ($1, $2) returning ${columns(spec)}`, [
        orgId,
        checkName(name),
      ]),
    );
    await this.#changes.announce('resource', orgId);
    return list ?? missing(spec);
  }

  /** The list of this name, made when there is none; of several who ask at once one makes it. */
  async findOrCreate(orgId: OrganizationId, kind: ListKind, name: string): Promise<List> {
    const spec = KINDS[kind];
    const values = [orgId, checkName(name)];
    const made = await this.#one(
      `insert into ${spec.lists} (org_id, name) values ($1, $2) on conflict (org_id, name) do nothing
       returning ${columns(spec)}`,
      values,
    );
    if (made !== undefined) await this.#changes.announce('resource', orgId);
    const found =
      made ??
      (await this.#one(`select ${columns(spec)} from ${spec.lists} where org_id = $1 and name = $2`, values));
    return found ?? missing(spec);
  }

  async all(orgId: OrganizationId, kind: ListKind): Promise<readonly List[]> {
    const spec = KINDS[kind];
    const { rows } = await this.#store.pool.query<List>(
      `select ${columns(spec)} from ${spec.lists} where org_id = $1 order by id`,
      [orgId],
    );
    return rows;
  }

  async find(orgId: OrganizationId, kind: ListKind, id: number): Promise<List> {
    const spec = KINDS[kind];
    const sql = `select ${columns(spec)} from ${spec.lists} where org_id = $1 and id = $2`;
    return (await this.#one(sql, [orgId, id])) ?? missing(spec);
  }

  async rename(orgId: OrganizationId, kind: ListKind, id: number, name: string): Promise<List> {
    const spec = KINDS[kind];
    const list = await named(spec, () =>
      this.#one(
        `update ${spec.lists} set name = $3, updated_at = now() where org_id = $1 and id = $2
         returning ${columns(spec)}`,
        [orgId, id, checkName(name)],
      ),
    );
    return list ?? missing(spec);
  }

  async remove(orgId: OrganizationId, kind: ListKind, id: number): Promise<void> {
    const spec = KINDS[kind];
    const { rowCount } = await this.#store.pool.query(
      `delete from ${spec.lists} where org_id = $1 and id = $2`,
      [orgId, id],
    );
    if (rowCount === 0) missing(spec);
    await this.#changes.announce('resource', orgId);
  }

  /** Empties a list; what it is bound to stays. */
  async clear(orgId: OrganizationId, kind: ListKind, id: number): Promise<void> {
    const spec = KINDS[kind];
    const { rowCount } = await this.#store.pool.query(
      `with list as (
         update ${spec.lists} set version = version + 1, ${spec.countColumn} = 0, updated_at = now()
         where org_id = $1 and id = $2 returning id
       ), gone as (
         delete from ${spec.rows} where org_id = $1 and ${spec.listColumn} in (select id from list)
       )
       select id from list`,
      [orgId, id],
    );
    if (rowCount === 0) missing(spec);
    await this.#changes.announce('resource', orgId);
  }

  /**
   * Adds rows on the caller's transaction; a row that is already there gets the new target. Returns how many were new.
   *
   * @param onLocked called with the version that the list will have, before anything is written
   */
  async merge(
    tx: PlainSql,
    orgId: OrganizationId,
    kind: ListKind,
    id: number,
    pairs: readonly Pair[],
    onLocked?: (version: number) => Promise<void>,
  ): Promise<number> {
    const spec = KINDS[kind];
    const version = await this.lock(tx, orgId, kind, id);
    await onLocked?.(version + 1);
    const rows = distinctRows(spec, pairs);
    const inserted = await tx.query<{ added: number; entries: number }>(
      `with merged as (
         insert into ${spec.rows} (org_id, ${spec.listColumn}, from_lang, to_lang, from_text, to_text
           ${spec.keyColumn === 'from_key' ? ', from_key' : ''})
         select $1, $2, t.* from unnest($3::text[], $4::text[], $5::text[], $6::text[]
           ${spec.keyColumn === 'from_key' ? ', $7::bytea[]' : ''}) as t
         on conflict (${spec.listColumn}, from_lang, to_lang, ${spec.keyColumn}) do update
           set from_text = excluded.from_text, to_text = excluded.to_text, updated_at = now()
         returning (xmax = 0) as fresh
       ), tally as (select count(*) filter (where fresh) as added from merged)
       update ${spec.lists} l
       set version = version + 1, ${spec.countColumn} = ${spec.countColumn} + tally.added, updated_at = now()
       from tally where l.org_id = $1 and l.id = $2
       returning tally.added::int as added, ${spec.countColumn} as entries`,
      [
        orgId,
        id,
        rows.map((row) => row.pair.fromLang),
        rows.map((row) => row.pair.toLang),
        rows.map((row) => row.pair.fromText),
        rows.map((row) => row.pair.toText),
        ...(spec.keyColumn === 'from_key' ? [rows.map((row) => row.key)] : []),
      ],
    );
    const [outcome] = inserted.rows;
    if (outcome !== undefined && outcome.entries > spec.limit) {
      throw new Failure('requestInvalid', { message: `A ${spec.noun} holds at most ${spec.limit} rows.` });
    }
    return outcome?.added ?? 0;
  }

  /** Lets changes of one list follow one another, so that they cannot lock rows crosswise. Gives its version. */
  async lock(tx: PlainSql, orgId: OrganizationId, kind: ListKind, id: number): Promise<number> {
    const spec = KINDS[kind];
    const { rows } = await tx.query<{ version: number }>(
      `select version::float8 as version from ${spec.lists} where org_id = $1 and id = $2 for update`,
      [orgId, id],
    );
    return rows[0]?.version ?? missing(spec);
  }

  /** Tells every process that rows merged on a transaction of someone else are now committed. */
  async announce(orgId: OrganizationId): Promise<void> {
    await this.#changes.announce('resource', orgId);
  }

  /** All rows in the order they came in, fetched a page at a time. */
  async *walk(orgId: OrganizationId, kind: ListKind, id: number): AsyncGenerator<Pair> {
    const spec = KINDS[kind];
    let after = 0;
    for (;;) {
      const { rows } = await this.#store.pool.query<Pair & { readonly id: string }>(
        `select id, from_lang as "fromLang", from_text as "fromText", to_lang as "toLang", to_text as "toText"
         from ${spec.rows} where org_id = $1 and ${spec.listColumn} = $2 and id > $3 order by id limit ${PAGE_ROWS}`,
        [orgId, id, after],
      );
      for (const { fromLang, fromText, toLang, toText } of rows) yield { fromLang, fromText, toLang, toText };
      if (rows.length < PAGE_ROWS) return;
      after = Number(rows.at(-1)?.id);
    }
  }

  async #one(sql: string, values: readonly unknown[]): Promise<List | undefined> {
    const { rows } = await this.#store.pool.query<List>(sql, [...values]);
    return rows[0];
  }
}

function columns(spec: KindSpec): string {
  return `id::int, name, ${spec.countColumn} as entries, created_at as "createdAt", updated_at as "updatedAt"`;
}

function missing(spec: KindSpec): never {
  throw new Failure('idUnknown', { message: `There is no ${spec.noun} with this id.` });
}

function checkName(name: string): string {
  const checked = checkText(name, NAME_RULES);
  if (!checked.ok) throw new Failure('requestInvalid', { message: `The name ${checked.reason}.` });
  return checkedName(checked.text);
}

/** Runs a statement that sets a name, and says so when the name is taken. */
async function named<T>(spec: KindSpec, statement: () => Promise<T>): Promise<T> {
  try {
    return await statement();
  } catch (cause) {
    if (isUniqueViolation(cause)) {
      throw new Failure('argumentInvalid', {
        message: `There is already a ${spec.noun} with this name.`,
        cause,
      });
    }
    throw cause;
  }
}

/** One statement cannot touch a row twice: of equal rows the last one counts. */
function distinctRows(spec: KindSpec, pairs: readonly Pair[]) {
  const rows = new Map<string, { readonly pair: Pair; readonly key: Buffer }>();
  for (const pair of pairs) {
    const normal = spec.keyColumn === 'from_key' ? normalisePhrase(pair.fromText) : pair.fromText;
    rows.set(JSON.stringify([pair.fromLang, pair.toLang, normal]), { pair, key: phraseKey(normal) });
  }
  return [...rows.values()];
}
