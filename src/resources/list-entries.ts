import { and, eq, sql } from 'drizzle-orm';
import { Failure } from '../base/failure.js';
import type { Pair } from '../interchange/pair.js';
import type { Queryable } from '../store/database.js';
import { isUniqueViolation } from '../store/errors.js';
import type { EntryAction } from '../store/schema/index.js';
import type { Store } from '../store/store.js';
import { normalisePhrase } from '../translate/plan/normal-phrase.js';
import { checkedPair, checkedPairs } from './checked-pair.js';
import { isOwned, isOwner, type ListOwner } from './entry-owner.js';
import { KINDS } from './list-kind.js';
import type { Lists } from './lists.js';
import { phraseKey } from './phrase-key.js';
import { openChange } from './undo-log.js';

/** Changes single entries of phrase-pair dictionaries and glossaries, each in a way that can be taken back. */
export class ListEntries {
  readonly #store: Store;
  readonly #lists: Lists;

  constructor(store: Store, lists: Lists) {
    this.#store = store;
    this.#lists = lists;
  }

  /** Adds entries, all or none; one that is already there gets the new target. */
  async put(owner: ListOwner, pairs: readonly Pair[]): Promise<void> {
    this.#store.disk?.demandRoom();
    const checked = checkedPairs(pairs, KINDS[owner.kind].rules);
    await this.#transaction(owner, async (tx) => {
      await this.#lists.merge(tx, owner.orgId, owner.kind, owner.listId, checked, async (version) => {
        await openChange(tx, owner, 'add', version);
      });
    });
  }

  /** @throws Failure `conflict` when another entry already stands for the same text; both stay as they are. */
  async update(owner: ListOwner, id: number, pair: Pair): Promise<void> {
    const spec = KINDS[owner.kind];
    const entry = checkedPair(pair, spec.rules);
    const key = spec.keyColumn === 'from_key' && { fromKey: phraseKey(normalisePhrase(entry.fromText)) };
    await this.#change(owner, 'change', async (tx) => {
      const { rowCount } = await tx
        .update(spec.rows)
        .set({ ...entry, ...key, updatedAt: sql`now()` })
        .where(and(isOwned(owner), eq(spec.rows.id, id)))
        .catch((cause: unknown) => {
          if (!isUniqueViolation(cause)) throw cause;
          throw new Failure('conflict', {
            message: `Another entry of this ${spec.noun} has this fromLang, fromText and toLang: change or delete that one.`,
            cause,
          });
        });
      if (rowCount === 0) throw unknownEntry();
      return 0;
    });
  }

  async remove(owner: ListOwner, id: number): Promise<void> {
    const { rows } = KINDS[owner.kind];
    await this.#change(owner, 'delete', async (tx) => {
      const { rowCount } = await tx.delete(rows).where(and(isOwned(owner), eq(rows.id, id)));
      if (rowCount === 0) throw unknownEntry();
      return -1;
    });
  }

  async clear(owner: ListOwner): Promise<void> {
    await this.#change(owner, 'clear', async (tx) => {
      const { rowCount } = await tx.delete(KINDS[owner.kind].rows).where(isOwned(owner));
      return -(rowCount ?? 0);
    });
  }

  /** @param work gives by how much the number of entries changed */
  async #change(
    owner: ListOwner,
    action: EntryAction,
    work: (tx: Queryable) => Promise<number>,
  ): Promise<void> {
    const { lists, countColumn } = KINDS[owner.kind];
    await this.#transaction(owner, async (tx) => {
      const version = await this.#lists.lock(tx, owner.orgId, owner.kind, owner.listId);
      await openChange(tx, owner, action, version + 1);
      const more = await work(tx);
      await tx.execute(sql`
        update ${lists} set version = version + 1, ${countColumn} = ${countColumn} + ${more}, updated_at = now()
        where ${isOwner(owner)}`);
    });
  }

  async #transaction(owner: ListOwner, work: (tx: Queryable) => Promise<void>): Promise<void> {
    await this.#store.transaction(work);
    await this.#lists.announce(owner.orgId);
  }
}

function unknownEntry(): Failure {
  return new Failure('idUnknown', { message: 'There is no entry with this id in this list.' });
}
