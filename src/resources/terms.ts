import { LRUCache } from 'lru-cache';
import type { OrganizationId, UserId } from '../ids.js';
import type { Lang } from '../lang.js';
import type { Store } from '../store/store.js';
import type { TermEntry, TermSource, TermTier } from '../translate/pipeline.js';

/** One list of terms at one version, as part of a request's choice. */
export type TermList =
  | { readonly tier: 'dictionary'; readonly userId: UserId; readonly version: number }
  | {
      readonly tier: Exclude<TermTier, 'dictionary'>;
      readonly glossaryId: number;
      readonly version: number;
    };

interface Reading {
  readonly orgId: OrganizationId;
  readonly list: TermList;
  readonly from: Lang;
  readonly to: Lang;
}

/** Terms kept in memory over all lists; a term is some 200 bytes. */
const CACHED_TERMS = 400_000;

/**
 * Reads term lists. What is read is kept under the list's version: versions only grow and a list is read after its
 * version was, so an entry can be newer than its label but never older.
 */
export class StoredTerms {
  readonly #store: Store;
  readonly #cache: LRUCache<string, readonly TermEntry[], Reading>;

  constructor(store: Store) {
    this.#store = store;
    this.#cache = new LRUCache<string, readonly TermEntry[], Reading>({
      maxSize: CACHED_TERMS,
      sizeCalculation: (entries) => entries.length + 1,
      fetchMethod: (_key, _stale, { context }) => this.#read(context),
    });
  }

  /** The lists as one source, in the order of precedence. */
  source(orgId: OrganizationId, lists: readonly TermList[]): TermSource {
    return {
      version: lists.map(labelOf).join(' '),
      load: async (from, to) => {
        const parts = await Promise.all(lists.map((list) => this.#load({ orgId, list, from, to })));
        const filled = parts.filter((part) => part.length > 0);
        return filled.length === 1 ? (filled[0] ?? []) : filled.flat();
      },
    };
  }

  async #load(reading: Reading): Promise<readonly TermEntry[]> {
    const { orgId, list, from, to } = reading;
    const key = JSON.stringify([orgId, labelOf(list), from, to]);
    return this.#cache.get(key) ?? (await this.#cache.fetch(key, { context: reading })) ?? [];
  }

  async #read({ orgId, list, from, to }: Reading): Promise<readonly TermEntry[]> {
    const { tier } = list;
    const { rows } = await this.#store.pool.query<{ fromText: string; toText: string }>(
      tier === 'dictionary'
        ? {
            name: 'terms_of_user',
            text: `select from_text as "fromText", to_text as "toText" from dictionary_entries
                   where org_id = $1 and user_id = $2 and from_lang = $3 and to_lang = $4 order by id`,
            values: [orgId, list.userId, from, to],
          }
        : {
            name: 'terms_of_glossary',
            text: `select from_text as "fromText", to_text as "toText" from glossary_entries
                   where org_id = $1 and glossary_id = $2 and from_lang = $3 and to_lang = $4 order by id`,
            values: [orgId, list.glossaryId, from, to],
          },
    );
    return rows.map(({ fromText, toText }) => ({ fromText, toText, tier }));
  }
}

function labelOf(list: TermList): string {
  return list.tier === 'dictionary'
    ? `d${list.userId}.${list.version}`
    : `${list.tier === 'personal-glossary' ? 'p' : 'g'}${list.glossaryId}.${list.version}`;
}
