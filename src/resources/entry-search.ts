import type { Pair } from '../interchange/pair.js';
import type { Store } from '../store/store.js';
import { ENTRY_TABLES, type EntryOwner, ownerId } from './entry-owner.js';

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

const COLUMNS = `id::float8 as id, from_lang as "fromLang", from_text as "fromText", to_lang as "toLang", to_text as "toText"`;

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
    const { rows, ownerColumn } = ENTRY_TABLES[owner.kind];
    const values: unknown[] = [owner.orgId, ownerId(owner)];
    const conditions = ['org_id = $1', `${ownerColumn} = $2`];
    const also = (condition: (parameter: string) => string, value: string | undefined) => {
      if (value === undefined) return;
      values.push(value);
      conditions.push(condition(`$${values.length}`));
    };
    also((lang) => `from_lang = ${lang}`, query.fromLang);
    also((lang) => `to_lang = ${lang}`, query.toLang);
    also((part) => `(from_text ilike ${part} or to_text ilike ${part})`, patternOf(query.search));
    values.push(query.offset, query.limit);
    // Ids alone are sorted and counted; the texts of one page are fetched afterwards.
    const { rows: found } = await this.#store.pool.query<{ total: number; entries: Entry[] | null }>(
      `with found as materialized (select id from ${rows} where ${conditions.join(' and ')}),
         page as (select id from found order by id desc offset $${values.length - 1} limit $${values.length})
       select (select count(*)::int from found) as total,
         (select json_agg(e order by e.id desc) from (
           select ${COLUMNS} from ${rows} where id in (select id from page)) e) as entries`,
      values,
    );
    const [answer] = found;
    return { total: answer?.total ?? 0, entries: answer?.entries ?? [] };
  }
}

/** Signs that mean something in a pattern stand for themselves. */
function patternOf(search: string | undefined): string | undefined {
  const text = search?.trim().normalize('NFC');
  if (text === undefined || text === '') return undefined;
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
