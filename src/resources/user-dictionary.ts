import { and, asc, count, eq, sql } from 'drizzle-orm';
import { Failure } from '../base/failure.js';
import type { Pair } from '../interchange/pair.js';
import { TERM_RULES } from '../interchange/text-rules.js';
import type { ChangeFeed } from '../store/changes.js';
import type { Queryable } from '../store/database.js';
import { isUniqueViolation } from '../store/errors.js';
import { dictionaryEntries, type EntryAction, users } from '../store/schema/index.js';
import type { Store } from '../store/store.js';
import { checkedPair, checkedPairs } from './checked-pair.js';
import type { DictionaryOwner as KindedOwner } from './entry-owner.js';

/** Whose dictionary: a caller is one. */
export type DictionaryOwner = Omit<KindedOwner, 'kind'>;

export interface DictionaryEntry extends Pair {
  readonly id: number;
}

export interface UserDictionaryOptions {
  /** Most entries of one user. */
  readonly limit: number;
}

/** Rows of one insert. */
const ROWS_PER_INSERT = 5_000;

/**
 * The dictionary of each user. Every change raises the user's `dictionary_version` first and in the same transaction:
 * the row lock this takes lets changes of one user follow one another, so that the limit holds under parallel requests.
 */
export class UserDictionary {
  readonly #store: Store;
  readonly #changes: ChangeFeed;
  /** Most entries of one user. */
  readonly limit: number;

  constructor(store: Store, changes: ChangeFeed, options: UserDictionaryOptions) {
    this.#store = store;
    this.#changes = changes;
    this.limit = options.limit;
  }

  async list(owner: DictionaryOwner): Promise<readonly DictionaryEntry[]> {
    return this.#store.db
      .select({
        id: dictionaryEntries.id,
        fromLang: dictionaryEntries.fromLang,
        fromText: dictionaryEntries.fromText,
        toLang: dictionaryEntries.toLang,
        toText: dictionaryEntries.toText,
      })
      .from(dictionaryEntries)
      .where(owned(owner))
      .orderBy(asc(dictionaryEntries.id));
  }

  /** Adds entries, all or none; one that is already there (same languages and fromText) gets the new toText. */
  async put(owner: DictionaryOwner, pairs: readonly Pair[]): Promise<void> {
    await this.#take(owner, checkedPairs(pairs, TERM_RULES), 'add');
  }

  /** The same for pairs that a reader of tables has checked. */
  async import(owner: DictionaryOwner, pairs: readonly Pair[]): Promise<void> {
    await this.#take(owner, pairs, 'import');
  }

  async #take(owner: DictionaryOwner, pairs: readonly Pair[], action: EntryAction): Promise<void> {
    this.#store.disk?.demandRoom();
    // The last of equal entries wins, as if they had been sent one after another.
    const entries = new Map<string, Pair>();
    for (const pair of pairs) entries.set(JSON.stringify([pair.fromLang, pair.toLang, pair.fromText]), pair);
    const rows = [...entries.values()];
    await this.#change(owner, action, async (tx) => {
      for (let at = 0; at < rows.length; at += ROWS_PER_INSERT) {
        await insert(tx, owner, rows.slice(at, at + ROWS_PER_INSERT));
      }
      const [held] = await tx.select({ entries: count() }).from(dictionaryEntries).where(owned(owner));
      if (held !== undefined && held.entries > this.limit) throw this.tooLarge();
    });
  }

  tooLarge(): Failure {
    return new Failure('requestInvalid', {
      message: `A dictionary holds at most ${this.limit} entries. Delete entries that are no longer needed.`,
    });
  }

  /**
   * Changes an entry in place.
   *
   * @throws Failure `conflict` when another entry already stands for the same text; both stay as they are.
   */
  async update(owner: DictionaryOwner, id: number, pair: Pair): Promise<void> {
    const entry = checkedPair(pair, TERM_RULES);
    await this.#change(owner, 'change', async (tx) => {
      const updated = await tx
        .update(dictionaryEntries)
        .set({ ...entry, updatedAt: sql`now()` })
        .where(and(owned(owner), eq(dictionaryEntries.id, id)))
        .returning({ id: dictionaryEntries.id })
        .catch((cause: unknown) => {
          if (!isUniqueViolation(cause)) throw cause;
          throw new Failure('conflict', {
            message:
              'Another entry of your dictionary has this fromLang, fromText and toLang: change or delete that one.',
            cause,
          });
        });
      if (updated.length === 0) throw unknownEntry();
    });
  }

  async remove(owner: DictionaryOwner, id: number): Promise<void> {
    await this.#change(owner, 'delete', async (tx) => {
      const removed = await tx
        .delete(dictionaryEntries)
        .where(and(owned(owner), eq(dictionaryEntries.id, id)))
        .returning({ id: dictionaryEntries.id });
      if (removed.length === 0) throw unknownEntry();
    });
  }

  async clear(owner: DictionaryOwner): Promise<void> {
    await this.#change(owner, 'clear', async (tx) => {
      await tx.delete(dictionaryEntries).where(owned(owner));
    });
  }

  async #change(
    owner: DictionaryOwner,
    action: EntryAction,
    work: (tx: Queryable) => Promise<void>,
  ): Promise<void> {
    await this.#store.transaction(async (tx) => {
      const [user] = await tx
        .update(users)
        .set({ dictionaryVersion: sql`${users.dictionaryVersion} + 1` })
        .where(and(eq(users.orgId, owner.orgId), eq(users.id, owner.userId)))
        .returning({ version: users.dictionaryVersion });
      await tx.execute(
        sql`select open_change(${owner.orgId}, 'dictionary', ${owner.userId}, ${action}, ${user?.version ?? 0})`,
      );
      await work(tx);
    });
    await this.#changes.announce('dictionary', owner.userId);
  }
}

/** One array per column: a statement of five thousand rows is then as short as one of a single row. */
async function insert(tx: Queryable, owner: DictionaryOwner, rows: readonly Pair[]): Promise<void> {
  const column = (pick: (pair: Pair) => string) => sql.param(rows.map(pick));
  await tx.execute(sql`
    insert into dictionary_entries (org_id, user_id, from_lang, from_text, to_lang, to_text)
    select ${owner.orgId}, ${owner.userId}, t.* from unnest(
      ${column((pair) => pair.fromLang)}::text[], ${column((pair) => pair.fromText)}::text[],
      ${column((pair) => pair.toLang)}::text[], ${column((pair) => pair.toText)}::text[]
    ) as t
    on conflict (org_id, user_id, from_lang, to_lang, from_text) do update
      set to_text = excluded.to_text, updated_at = now()`);
}

function owned(owner: DictionaryOwner) {
  return and(eq(dictionaryEntries.orgId, owner.orgId), eq(dictionaryEntries.userId, owner.userId));
}

function unknownEntry(): Failure {
  return new Failure('idUnknown', { message: 'There is no dictionary entry with this id.' });
}
