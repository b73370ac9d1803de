import type { OrganizationId } from '../base/ids.js';
import type { Lang } from '../base/lang.js';
import type { Pair } from '../interchange/pair.js';
import type { Store } from '../store/store.js';
import type { List, Lists } from './lists.js';

export interface GlossaryDirection {
  readonly fromLang: Lang;
  readonly toLang: Lang;
}

/** The entries of one glossary in one direction, counted. */
export interface GlossaryDictionary extends GlossaryDirection {
  readonly glossaryId: number;
  readonly entries: number;
}

/** A glossary seen as one dictionary per direction: made, filled, replaced and emptied direction by direction. */
export class GlossaryDictionaries {
  readonly #store: Store;
  readonly #lists: Lists;

  constructor(store: Store, lists: Lists) {
    this.#store = store;
    this.#lists = lists;
  }

  /** Those of all glossaries of an organization, or of one. */
  async all(orgId: OrganizationId, glossaryId?: number): Promise<readonly GlossaryDictionary[]> {
    const { rows } = await this.#store.pool.query<GlossaryDictionary>(
      `select glossary_id::int as "glossaryId", from_lang as "fromLang", to_lang as "toLang", count(*)::int as entries
       from glossary_entries where org_id = $1 and ($2::bigint is null or glossary_id = $2)
       group by glossary_id, from_lang, to_lang order by glossary_id, from_lang, to_lang`,
      [orgId, glossaryId ?? null],
    );
    return rows;
  }

  /** A new glossary with its entries; when they cannot be taken, there is none. */
  async create(orgId: OrganizationId, name: string, pairs: readonly Pair[]): Promise<List> {
    const { id } = await this.#lists.create(orgId, 'glossary', name);
    try {
      await this.merge(orgId, id, pairs);
    } catch (error) {
      await this.#lists.remove(orgId, 'glossary', id);
      throw error;
    }
    return this.#lists.find(orgId, 'glossary', id);
  }

  /** Adds entries; one that is already there gets the new target. With `emptied`, that direction is emptied first. */
  async merge(
    orgId: OrganizationId,
    glossaryId: number,
    pairs: readonly Pair[],
    emptied?: GlossaryDirection,
  ): Promise<void> {
    await this.#store.transaction(async (_, client) => {
      if (emptied !== undefined) {
        // The list is locked before its rows, as `Lists.merge` does it.
        await client.query('select 1 from glossaries where org_id = $1 and id = $2 for update', [
          orgId,
          glossaryId,
        ]);
        await client.query(
          `with gone as (
             delete from glossary_entries
             where org_id = $1 and glossary_id = $2 and from_lang = $3 and to_lang = $4 returning 1
           )
           update glossaries
           set version = version + 1, entry_count = entry_count - (select count(*) from gone), updated_at = now()
           where org_id = $1 and id = $2`,
          [orgId, glossaryId, emptied.fromLang, emptied.toLang],
        );
      }
      await this.#lists.merge(client, orgId, 'glossary', glossaryId, pairs);
    });
    await this.#lists.announce(orgId);
  }
}
