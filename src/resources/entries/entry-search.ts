import { and, eq, ilike, or, sql } from 'drizzle-orm';
import type { Pair } from '../../interchange/pair.js';
import type { Store } from '../../store/store.js';
import { ENTRY_TABLES, type EntryOwner, isOwned } from './entry-owner.js';

export interface Entry extends Pair {
  readonly id: number;
}

export interface EntryQuery {
  /** Stands anywhere in the source or the target; upper and lower case are the same. */
  readonly search?: string | undefined;
  readonly fromLang?: string | undefined;
  readonly toLang?: string | undefined;
  /** Entries to leave out before the first. */
  readonly offset: number;
  readonly limit: number;
}

export interface EntryPage {
  /** All entries that fit the query. */
  readonly total: number;
  readonly entries: readonly Entry[];
}

/**
 * Pages through the entries of an owner, newest first. The owner's rows are found by index; where a text is searched
 * for, they are compared one after another: an index of all parts of all texts would cost every import more than the
 * seventh of a second that comparing a hundred thousand rows takes.
 */
export class EntrySearch {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  async page(owner: EntryOwner, query: EntryQuery): Promise<EntryPage> {
    const { rows } = ENTRY_TABLES[owner.kind];
    const { fromLang, toLang, offset, limit } = query;
    const part = patternOf(query.search);
    const isWanted = and(
      isOwned(owner),
      fromLang === undefined ? undefined : eq(rows.fromLang, fromLang),
      toLang === undefined ? undefined : eq(rows.toLang, toLang),
      part === undefined ? undefined : or(ilike(rows.fromText, part), ilike(rows.toText, part)),
    );
    // Ids alone are sorted and counted; the texts of one page are fetched afterwards.
    const found = await this.#store.db.execute<{ total: number; entries: Entry[] | null }>(sql`
      with found as materialized (select id from ${rows} where ${isWanted}),
        page as (select id from found order by id desc offset ${offset} limit ${limit})
      select (select count(*)::int from found) as total,
        (select json_agg(e order by e.id desc) from (
          select id::float8 as id, from_lang as "fromLang", from_text as "fromText", to_lang as "toLang",
            to_text as "toText"
          from ${rows} where id in (select id from page)) e) as entries`);
    const [answer] = found.rows;
    return { total: answer?.total ?? 0, entries: answer?.entries ?? [] };
  }
}

/** Signs that mean something in a pattern stand for themselves. */
function patternOf(search: string | undefined): string | undefined {
  const text = search?.trim().normalize('NFC');
  if (text === undefined || text === '') return undefined;
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
