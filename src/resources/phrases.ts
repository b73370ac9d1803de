import { LRUCache } from 'lru-cache';
import type { OrganizationId } from '../ids.js';
import type { Lang } from '../lang.js';
import type { Store } from '../store/store.js';
import type { NearPair, PhraseSource } from '../translate/pipeline.js';
import { NearIndex } from './near-index.js';
import { phraseKey } from './phrase-key.js';
import { asQuestion } from './question-mark.js';

/** One phrase-pair dictionary at one version. */
export interface PhraseList {
  readonly dictionaryId: number;
  readonly version: number;
}

/** A phrase that was looked up: its target, or that there is none. */
interface Found {
  readonly target?: string;
}

interface Indexing {
  readonly orgId: OrganizationId;
  readonly list: PhraseList;
  readonly from: Lang;
  readonly to: Lang;
}

/** Characters of looked-up phrases kept in memory, keys included. */
const CACHED_CHARS = 16_000_000;
/** Pairs in all near-match indexes of this process; some 500 bytes each. */
const INDEXED_PAIRS = 200_000;
/** Of a larger dictionary the newest pairs are searched for near matches; exact ones are always found. */
const INDEXED_PAIRS_PER_LIST = 100_000;
const KEYS_PER_QUERY = 1_000;
const MOST_NEAR = 8;

/** Looks phrases up in phrase-pair dictionaries: one indexed query for what is not in memory, none for what is. */
export class StoredPhrases {
  readonly #store: Store;
  readonly #found = new LRUCache<string, Found>({
    maxSize: CACHED_CHARS,
    sizeCalculation: (found, key) => key.length + (found.target?.length ?? 0) + 1,
  });
  readonly #indexes: LRUCache<string, NearIndex, Indexing>;

  constructor(store: Store) {
    this.#store = store;
    this.#indexes = new LRUCache<string, NearIndex, Indexing>({
      maxSize: INDEXED_PAIRS,
      sizeCalculation: (index) => index.size + 1,
      fetchMethod: (_key, _stale, { context }) => this.#index(context),
    });
  }

  /** The dictionaries as one source; where several hold a phrase, the first in order answers. */
  source(orgId: OrganizationId, lists: readonly PhraseList[]): PhraseSource {
    const version = lists.map(labelOf).join(' ');
    return {
      version,
      exact: (keys, from, to) => this.#exact(orgId, lists, version, keys, from, to),
      near: (sentence, from, to) => this.#near(orgId, lists, sentence, from, to),
    };
  }

  async #exact(
    orgId: OrganizationId,
    lists: readonly PhraseList[],
    version: string,
    keys: readonly string[],
    from: Lang,
    to: Lang,
  ): Promise<ReadonlyMap<string, string>> {
    const targets = new Map<string, string>();
    const unknown: string[] = [];
    // Ids and versions are digits and languages have no blanks: the parts cannot run into one another.
    const prefix = `${orgId} ${version} ${from} ${to} `;
    for (const key of new Set(keys)) {
      const found = this.#found.get(prefix + key);
      if (found === undefined) unknown.push(key);
      else if (found.target !== undefined) targets.set(key, found.target);
    }
    for (let at = 0; at < unknown.length; at += KEYS_PER_QUERY) {
      const asked = unknown.slice(at, at + KEYS_PER_QUERY);
      const stored = await this.#query(orgId, lists, asked, from, to);
      for (const key of asked) {
        const target = answer(stored, key, to);
        this.#found.set(prefix + key, target === undefined ? {} : { target });
        if (target !== undefined) targets.set(key, target);
      }
    }
    return targets;
  }

  /** Targets by hex key, of the phrases themselves and of their other forms with or without a question mark. */
  async #query(
    orgId: OrganizationId,
    lists: readonly PhraseList[],
    keys: readonly string[],
    from: Lang,
    to: Lang,
  ): Promise<ReadonlyMap<string, string>> {
    const { rows } = await this.#store.pool.query<{ key: Buffer; target: string }>({
      name: 'exact_phrases',
      text: `select from_key as key, to_text as target from phrase_pairs
             where dictionary_id = any($2::bigint[]) and from_lang = $3 and to_lang = $4
               and from_key = any($5::bytea[]) and org_id = $1
             order by array_position($2::bigint[], dictionary_id) desc`,
      values: [
        orgId,
        lists.map((list) => list.dictionaryId),
        from,
        to,
        keys.flatMap((key) => [phraseKey(key), phraseKey(otherForm(key))]),
      ],
    });
    // The first dictionary comes last and so overwrites the others.
    return new Map(rows.map((row) => [row.key.toString('hex'), row.target]));
  }

  async #near(
    orgId: OrganizationId,
    lists: readonly PhraseList[],
    sentence: string,
    from: Lang,
    to: Lang,
  ): Promise<readonly NearPair[]> {
    const results: NearPair[] = [];
    for (const list of lists) {
      const key = `${orgId} ${labelOf(list)} ${from} ${to}`;
      const context = { orgId, list, from, to };
      const index = this.#indexes.get(key) ?? (await this.#indexes.fetch(key, { context }));
      if (index !== undefined) results.push(...index.search(sentence));
    }
    return results.sort((a, b) => b.similarity - a.similarity).slice(0, MOST_NEAR);
  }

  async #index({ orgId, list, from, to }: Indexing): Promise<NearIndex> {
    const { rows } = await this.#store.pool.query<{ fromText: string; toText: string }>({
      name: 'phrases_to_index',
      text: `select from_text as "fromText", to_text as "toText" from phrase_pairs
             where org_id = $1 and dictionary_id = $2 and from_lang = $3 and to_lang = $4
             order by id desc limit ${INDEXED_PAIRS_PER_LIST}`,
      values: [orgId, list.dictionaryId, from, to],
    });
    return NearIndex.of(rows);
  }
}

function labelOf(list: PhraseList): string {
  return `${list.dictionaryId}.${list.version}`;
}

function otherForm(key: string): string {
  return key.endsWith('?') ? key.slice(0, -1) : `${key}?`;
}

/**
 * The target of a phrase; failing that, of the same phrase with or without its question mark. A statement that is asked
 * becomes a question; a question without its mark (お元気ですか) is still one.
 */
function answer(stored: ReadonlyMap<string, string>, key: string, to: Lang): string | undefined {
  const own = stored.get(phraseKey(key).toString('hex'));
  if (own !== undefined) return own;
  const other = stored.get(phraseKey(otherForm(key)).toString('hex'));
  if (other === undefined) return undefined;
  return key.endsWith('?') ? asQuestion(other, to) : other;
}
