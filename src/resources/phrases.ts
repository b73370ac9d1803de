import { sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { OrganizationId } from '../base/ids.js';
import type { Lang } from '../base/lang.js';
import type { Store } from '../store/store.js';
import type { ThreadPool } from '../threads/thread-pool.js';
import type { NearPair, PhraseSource } from '../translate/pipeline-types.js';
import { phraseKey } from './entries/phrase-key.js';
import { NearIndexes, type PhraseList } from './near/near-indexes.js';
import { asQuestion } from './question-mark.js';

/** A phrase that was looked up: its target, or that there is none. */
interface Found {
  readonly target?: string;
}

/** Memory for looked-up phrases. Few: what is not there costs one indexed query a request, whatever it holds. */
const CACHED_BYTES = 2 * 1024 ** 2;
/** What one entry costs beyond its characters: places in the cache, strings, object. */
const ENTRY_OVERHEAD_BYTES = 150;
const KEYS_PER_QUERY = 1_000;
const MOST_NEAR = 8;

const { placeholder } = sql;
const EXACT = sql`
  select from_key as key, to_text as target from phrase_pairs
  where dictionary_id = any(${placeholder('lists')}::bigint[]) and from_lang = ${placeholder('from')}
    and to_lang = ${placeholder('to')} and from_key = any(${placeholder('keys')}::bytea[])
    and org_id = ${placeholder('orgId')}
  order by array_position(${placeholder('lists')}::bigint[], dictionary_id) desc`;

/** Looks phrases up in phrase-pair dictionaries: one indexed query for what is not in memory, none for what is. */
export class StoredPhrases {
  readonly #store: Store;
  readonly #found = new LRUCache<string, Found>({
    maxSize: CACHED_BYTES,
    sizeCalculation: (found, key) => ENTRY_OVERHEAD_BYTES + key.length + 2 * (found.target?.length ?? 0),
  });
  readonly #nearIndexes: NearIndexes;

  /** @param threadPool where indexes of near matches are built */
  constructor(store: Store, threadPool: Pick<ThreadPool, 'run'>) {
    this.#store = store;
    this.#nearIndexes = new NearIndexes(store, threadPool);
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
    const rows = await this.#store.prepared<{ key: Buffer; target: string }>('exact_phrases', EXACT, {
      orgId,
      lists: lists.map((list) => list.dictionaryId),
      from,
      to,
      keys: keys.flatMap((key) => [phraseKey(key), phraseKey(otherForm(key))]),
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
      const index = await this.#nearIndexes.of(orgId, list, from, to);
      results.push(...index.search(sentence));
    }
    return results.sort((a, b) => b.similarity - a.similarity).slice(0, MOST_NEAR);
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
