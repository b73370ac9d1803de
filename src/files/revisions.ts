import type { Caller } from '../accounts/caller.js';
import type { Pair } from '../interchange/pair.js';
import type { Bindings } from '../resources/bindings.js';
import type { Lists } from '../resources/lists.js';
import type { Store } from '../store/store.js';

export interface RevisionParts {
  readonly store: Store;
  readonly lists: Lists;
  readonly bindings: Bindings;
}

export interface Revision {
  /** The phrase-pair dictionary that holds the revised sentences. */
  readonly phrasePairId: number;
  readonly pairs: number;
}

/** Pairs merged in one statement. */
const MERGED_AT_ONCE = 1000;

/**
 * Takes revised sentences into a phrase-pair dictionary of the account, which is bound to it: the next file, and every
 * text, is translated as the translator wants it.
 */
export class Revisions {
  readonly #parts: RevisionParts;

  constructor(parts: RevisionParts) {
    this.#parts = parts;
  }

  /** @param pairs what was changed; where nothing was, nothing is learnt */
  async add(caller: Caller, pairs: readonly Pair[]): Promise<Revision> {
    const { lists, store } = this.#parts;
    store.disk?.demandRoom();
    const phrasePairId = await this.#list(caller);
    await store.transaction(async (tx) => {
      for (let at = 0; at < pairs.length; at += MERGED_AT_ONCE) {
        const some = pairs.slice(at, at + MERGED_AT_ONCE);
        await lists.merge(tx, caller.orgId, 'phrase-dictionary', phrasePairId, some);
      }
    });
    await lists.announce(caller.orgId);
    return { phrasePairId, pairs: pairs.length };
  }

  /** The dictionary of the account, made and bound when it is first needed. */
  async #list(caller: Caller): Promise<number> {
    const { lists, bindings } = this.#parts;
    const name = `Revised files of ${caller.userId}`;
    const { id } = await lists.findOrCreate(caller.orgId, 'phrase-dictionary', name);
    await bindings.bind(caller.orgId, 'phrase-dictionary', id, { userId: caller.userId });
    return id;
  }
}
