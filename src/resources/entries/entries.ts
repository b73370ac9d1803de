import { and, asc, eq, sql } from 'drizzle-orm';
import { Failure } from '../../base/failure.js';
import type { Pair } from '../../interchange/pair.js';
import type { ChangeFeed } from '../../store/changes.js';
import { isUniqueViolation } from '../../store/errors.js';
import type { EntryAction } from '../../store/schema/index.js';
import type { Store } from '../../store/store.js';
import { normalisePhrase } from '../../translate/plan/normal-phrase.js';
import { checkedPair, checkedPairs } from './checked-pair.js';
import { announceEntries, ENTRY_TABLES, type EntryOwner, isOwned } from './entry-owner.js';
import { changeRows, putRows, type RowChange } from './entry-rows.js';
import type { Entry } from './entry-search.js';
import { KINDS } from './list-kind.js';
import { phraseKey } from './phrase-key.js';
import { openChange } from './undo-log.js';

export interface EntriesOptions {
  /** Most entries in the dictionary of one user. */
  readonly dictionaryLimit: number;
}

/** Changes single entries of user dictionaries, phrase-pair dictionaries and glossaries so that it can be taken back. */
export class Entries {
  readonly #store: Store;
  readonly #changes: ChangeFeed;
  readonly #dictionaryLimit: number;

  constructor(store: Store, changes: ChangeFeed, { dictionaryLimit }: EntriesOptions) {
    this.#store = store;
    this.#changes = changes;
    this.#dictionaryLimit = dictionaryLimit;
  }

  /** All of one owner, in the order in which they came. */
  async all(owner: EntryOwner): Promise<readonly Entry[]> {
    const { rows } = ENTRY_TABLES[owner.kind];
    const { id, fromLang, fromText, toLang, toText } = rows;
    return this.#store.db
      .select({ id, fromLang, fromText, toLang, toText })
      .from(rows)
      .where(isOwned(owner))
      .orderBy(asc(id));
  }

  /** Adds entries, all or none; one that is already there (same languages and fromText) gets the new toText. */
  async put(owner: EntryOwner, pairs: readonly Pair[]): Promise<void> {
    await this.#take(owner, checkedPairs(pairs, ENTRY_TABLES[owner.kind].rules), 'add');
  }

  /** The same for pairs that a reader of tables has checked. */
  async import(owner: EntryOwner, pairs: readonly Pair[]): Promise<void> {
    await this.#take(owner, pairs, 'import');
  }

  async #take(owner: EntryOwner, pairs: readonly Pair[], action: EntryAction): Promise<void> {
    this.#store.disk?.demandRoom();
    await this.#change(owner, action, (tx) => putRows(tx, owner, pairs));
  }

  limitOf({ kind }: EntryOwner): number {
    return kind === 'dictionary' ? this.#dictionaryLimit : KINDS[kind].limit;
  }

  /** @throws Failure `conflict` when another entry already stands for the same text; both stay as they are. */
  async update(owner: EntryOwner, id: number, pair: Pair): Promise<void> {
    const { rows, rules, keyColumn, noun } = ENTRY_TABLES[owner.kind];
    const entry = checkedPair(pair, rules);
    const key = keyColumn === 'from_key' && { fromKey: phraseKey(normalisePhrase(entry.fromText)) };
    await this.#change(owner, 'change', async (tx) => {
      const { rowCount } = await tx
        .update(rows)
        .set({ ...entry, ...key, updatedAt: sql`now()` })
        .where(and(isOwned(owner), eq(rows.id, id)))
        .catch((cause: unknown) => {
          if (!isUniqueViolation(cause)) throw cause;
          throw new Failure('conflict', {
            message: `Another entry of this ${noun} has this fromLang, fromText and toLang: change or delete that one.`,
            cause,
          });
        });
      if (rowCount === 0) throw unknownEntry(owner);
      return 0;
    });
  }

  async remove(owner: EntryOwner, id: number): Promise<void> {
    const { rows } = ENTRY_TABLES[owner.kind];
    await this.#change(owner, 'delete', async (tx) => {
      const { rowCount } = await tx.delete(rows).where(and(isOwned(owner), eq(rows.id, id)));
      if (rowCount === 0) throw unknownEntry(owner);
      return -1;
    });
  }

  async clear(owner: EntryOwner): Promise<void> {
    await this.#change(owner, 'clear', async (tx) => {
      const { rowCount } = await tx.delete(ENTRY_TABLES[owner.kind].rows).where(isOwned(owner));
      return -(rowCount ?? 0);
    });
  }

  async #change(owner: EntryOwner, action: EntryAction, work: RowChange['work']): Promise<void> {
    await this.#store.transaction(async (tx) => {
      const onLocked = async (version: number) => {
        await openChange(tx, owner, action, version);
      };
      await changeRows(tx, { owner, limit: this.limitOf(owner), onLocked, work });
    });
    await announceEntries(this.#changes, owner);
  }
}

function unknownEntry({ kind }: EntryOwner): Failure {
  return new Failure('idUnknown', {
    message: `There is no entry with this id in this ${ENTRY_TABLES[kind].noun}.`,
  });
}
