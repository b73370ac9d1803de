import { and, count, eq } from 'drizzle-orm';
import type { OrganizationId } from '../base/ids.js';
import type { Lang } from '../base/lang.js';
import type { Pair } from '../interchange/pair.js';
import { glossaryEntries } from '../store/schema/index.js';
import type { Store } from '../store/store.js';
import { isOwned } from './entries/entry-owner.js';
import { changeRows } from './entries/entry-rows.js';
import { KINDS } from './entries/list-kind.js';
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
    const { glossaryId: id, fromLang, toLang } = glossaryEntries;
    return this.#store.db
      .select({ glossaryId: id, fromLang, toLang, entries: count() })
      .from(glossaryEntries)
      .where(and(eq(glossaryEntries.orgId, orgId), glossaryId === undefined ? undefined : eq(id, glossaryId)))
      .groupBy(id, fromLang, toLang)
      .orderBy(id, fromLang, toLang);
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
    await this.#store.transaction(async (tx) => {
      if (emptied !== undefined) {
        const { fromLang, toLang } = emptied;
        const owner = { kind: 'glossary', orgId, listId: glossaryId } as const;
        const { fromLang: from, toLang: to } = glossaryEntries;
        const work = async () => {
          const gone = await tx
            .delete(glossaryEntries)
            .where(and(isOwned(owner), eq(from, fromLang), eq(to, toLang)));
          return -(gone.rowCount ?? 0);
        };
        await changeRows(tx, { owner, limit: KINDS.glossary.limit, work });
      }
      await this.#lists.merge(tx, orgId, 'glossary', glossaryId, pairs);
    });
    await this.#lists.announce(orgId);
  }
}
