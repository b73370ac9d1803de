import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import { checkedName, nameTaken } from '../accounts/name.js';
import { Failure } from '../base/failure.js';
import type { OrganizationId } from '../base/ids.js';
import type { Pair } from '../interchange/pair.js';
import { checkText } from '../interchange/text-rules.js';
import type { ChangeFeed } from '../store/changes.js';
import type { Queryable } from '../store/database.js';
import type { Store } from '../store/store.js';
import { isOwned, isOwner } from './entries/entry-owner.js';
import { changeRows, putRows } from './entries/entry-rows.js';
import { KINDS, type KindSpec, type ListKind } from './entries/list-kind.js';

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
    const values = { orgId, name: checkName(name) };
    const [list] = await this.#store.db
      .insert(spec.lists)
      .values(values)
      .returning(columns(spec))
      .catch(nameTaken(spec.noun));
    await this.#changes.announce('resource', orgId);
    return list ?? missing(spec);
  }

  /** The list of this name, made when there is none; of several who ask at once one makes it. */
  async findOrCreate(orgId: OrganizationId, kind: ListKind, name: string): Promise<List> {
    const spec = KINDS[kind];
    const { lists } = spec;
    const values = { orgId, name: checkName(name) };
    const [made] = await this.#store.db
      .insert(lists)
      .values(values)
      .onConflictDoNothing({ target: [lists.orgId, lists.name] })
      .returning(columns(spec));
    if (made !== undefined) await this.#changes.announce('resource', orgId);
    const [found] = made === undefined ? await this.#where(spec, orgId, eq(lists.name, values.name)) : [made];
    return found ?? missing(spec);
  }

  async all(orgId: OrganizationId, kind: ListKind): Promise<readonly List[]> {
    return this.#where(KINDS[kind], orgId);
  }

  async find(orgId: OrganizationId, kind: ListKind, id: number): Promise<List> {
    const spec = KINDS[kind];
    const [list] = await this.#where(spec, orgId, eq(spec.lists.id, id));
    return list ?? missing(spec);
  }

  async rename(orgId: OrganizationId, kind: ListKind, id: number, name: string): Promise<List> {
    const spec = KINDS[kind];
    const values = { name: checkName(name), updatedAt: sql`now()` };
    const [list] = await this.#store.db
      .update(spec.lists)
      .set(values)
      .where(isOwner({ kind, orgId, listId: id }))
      .returning(columns(spec))
      .catch(nameTaken(spec.noun));
    return list ?? missing(spec);
  }

  async remove(orgId: OrganizationId, kind: ListKind, id: number): Promise<void> {
    const spec = KINDS[kind];
    const { rowCount } = await this.#store.db.delete(spec.lists).where(isOwner({ kind, orgId, listId: id }));
    if (rowCount === 0) missing(spec);
    await this.#changes.announce('resource', orgId);
  }

  /**
   * Adds rows on the caller's transaction; a row that is already there gets the new target. Returns how many were new.
   *
   * @param onLocked called with the version that the list will have, before anything is written
   */
  async merge(
    tx: Queryable,
    orgId: OrganizationId,
    kind: ListKind,
    id: number,
    pairs: readonly Pair[],
    onLocked?: (version: number) => Promise<void>,
  ): Promise<number> {
    const owner = { kind, orgId, listId: id };
    const work = () => putRows(tx, owner, pairs);
    return await changeRows(tx, { owner, limit: KINDS[kind].limit, onLocked, work });
  }

  /** Tells every process that rows merged on a transaction of someone else are now committed. */
  async announce(orgId: OrganizationId): Promise<void> {
    await this.#changes.announce('resource', orgId);
  }

  /** All rows in the order they came in, fetched a page at a time. */
  async *walk(orgId: OrganizationId, kind: ListKind, id: number): AsyncGenerator<Pair> {
    const { rows } = KINDS[kind];
    const { id: at, fromLang, fromText, toLang, toText } = rows;
    for (let after = 0; ; ) {
      const page = await this.#store.db
        .select({ at, pair: { fromLang, fromText, toLang, toText } })
        .from(rows)
        .where(and(isOwned({ kind, orgId, listId: id }), gt(at, after)))
        .orderBy(at)
        .limit(PAGE_ROWS);
      for (const { pair } of page) yield pair;
      if (page.length < PAGE_ROWS) return;
      after = page.at(-1)?.at ?? 0;
    }
  }

  /** In the order in which they were made. */
  async #where(spec: KindSpec, orgId: OrganizationId, which?: SQL): Promise<readonly List[]> {
    const { lists } = spec;
    return this.#store.db
      .select(columns(spec))
      .from(lists)
      .where(and(eq(lists.orgId, orgId), which))
      .orderBy(lists.id);
  }
}

function columns({ lists, countColumn }: KindSpec) {
  const { id, name, createdAt, updatedAt } = lists;
  return { id, name, entries: sql<number>`${countColumn}`, createdAt, updatedAt };
}

function missing(spec: KindSpec): never {
  throw new Failure('idUnknown', { message: `There is no ${spec.noun} with this id.` });
}

function checkName(name: string): string {
  const checked = checkText(name, NAME_RULES);
  if (!checked.ok) throw new Failure('requestInvalid', { message: `The name ${checked.reason}.` });
  return checkedName(checked.text);
}
