import { and, asc, count, eq, sql } from 'drizzle-orm';
import { Failure } from '../failure.js';
import type { OrganizationId, UserId } from '../ids.js';
import { canonicalLang } from '../interchange/lang-tag.js';
import type { Pair } from '../interchange/pair.js';
import { checkText, TERM_RULES } from '../interchange/text-rules.js';
import type { ChangeFeed } from '../store/changes.js';
import { isUniqueViolation } from '../store/errors.js';
import { dictionaryEntries, users } from '../store/schema/index.js';
import type { Queryable, Store } from '../store/store.js';

/** Whose dictionary: a caller is one. */
export interface DictionaryOwner {
  readonly orgId: OrganizationId;
  readonly userId: UserId;
}

export interface DictionaryEntry extends Pair {
  readonly id: number;
}

export interface UserDictionaryOptions {
  /** Most entries of one user. */
  readonly limit: number;
}

/** Rows of one insert: far below the 65,535 parameters of a statement. */
const ROWS_PER_INSERT = 5_000;

/**
 * The dictionary of each user. Every change raises the user's `dictionary_version` first and in the same transaction:
 * the row lock this takes lets changes of one user follow one another, so that the limit holds under parallel requests.
 */
export class UserDictionary {
  readonly #store: Store;
  readonly #changes: ChangeFeed;
  readonly #limit: number;

  constructor(store: Store, changes: ChangeFeed, options: UserDictionaryOptions) {
    this.#store = store;
    this.#changes = changes;
    this.#limit = options.limit;
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
    // The last of equal entries wins, as if they had been sent one after another.
    const entries = new Map<string, Pair>();
    pairs.forEach((pair, index) => {
      const entry = checkEntry(pair, pairs.length > 1 ? index : undefined);
      entries.set(JSON.stringify([entry.fromLang, entry.toLang, entry.fromText]), entry);
    });
    const rows = [...entries.values()].map((entry) => ({
      orgId: owner.orgId,
      userId: owner.userId,
      ...entry,
    }));
    await this.#change(owner, async (tx) => {
      for (let at = 0; at < rows.length; at += ROWS_PER_INSERT) {
        await tx
          .insert(dictionaryEntries)
          .values(rows.slice(at, at + ROWS_PER_INSERT))
          .onConflictDoUpdate({
            target: [
              dictionaryEntries.orgId,
              dictionaryEntries.userId,
              dictionaryEntries.fromLang,
              dictionaryEntries.toLang,
              dictionaryEntries.fromText,
            ],
            set: { toText: sql`excluded.to_text`, updatedAt: sql`now()` },
          });
      }
      const [held] = await tx.select({ entries: count() }).from(dictionaryEntries).where(owned(owner));
      if (held !== undefined && held.entries > this.#limit) {
        throw new Failure('requestInvalid', {
          message: `A dictionary holds at most ${this.#limit} entries. Delete entries that are no longer needed.`,
        });
      }
    });
  }

  /**
   * Changes an entry in place.
   *
   * @throws Failure `conflict` when another entry already stands for the same text; both stay as they are.
   */
  async update(owner: DictionaryOwner, id: number, pair: Pair): Promise<void> {
    const entry = checkEntry(pair);
    await this.#change(owner, async (tx) => {
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
    await this.#change(owner, async (tx) => {
      const removed = await tx
        .delete(dictionaryEntries)
        .where(and(owned(owner), eq(dictionaryEntries.id, id)))
        .returning({ id: dictionaryEntries.id });
      if (removed.length === 0) throw unknownEntry();
    });
  }

  async clear(owner: DictionaryOwner): Promise<void> {
    await this.#change(owner, async (tx) => {
      await tx.delete(dictionaryEntries).where(owned(owner));
    });
  }

  async #change(owner: DictionaryOwner, work: (tx: Queryable) => Promise<void>): Promise<void> {
    await this.#store.db.transaction(async (tx) => {
      await tx
        .update(users)
        .set({ dictionaryVersion: sql`${users.dictionaryVersion} + 1` })
        .where(and(eq(users.orgId, owner.orgId), eq(users.id, owner.userId)));
      await work(tx);
    });
    await this.#changes.announce('dictionary', owner.userId);
  }
}

function owned(owner: DictionaryOwner) {
  return and(eq(dictionaryEntries.orgId, owner.orgId), eq(dictionaryEntries.userId, owner.userId));
}

function unknownEntry(): Failure {
  return new Failure('idUnknown', { message: 'There is no dictionary entry with this id.' });
}

function checkEntry(pair: Pair, index?: number): Pair {
  const refuse = (kind: 'argumentInvalid' | 'requestInvalid', message: string) =>
    new Failure(kind, { message, ...(index !== undefined && { detail: { index } }) });
  const lang = (name: 'fromLang' | 'toLang') => {
    const code = canonicalLang(pair[name]);
    if (code !== undefined) return code;
    throw refuse(
      'argumentInvalid',
      `${name} "${pair[name].slice(0, 20)}" is not a language code: use ISO 639-1 codes, and zh-CN, zh-TW or zh-HK for Chinese.`,
    );
  };
  const [fromLang, toLang] = [lang('fromLang'), lang('toLang')];
  if (fromLang === toLang) throw refuse('argumentInvalid', 'fromLang and toLang are the same.');
  const text = (name: 'fromText' | 'toText') => {
    const checked = checkText(pair[name], TERM_RULES);
    if (!checked.ok) throw refuse('requestInvalid', `${name} ${checked.reason}.`);
    return checked.text;
  };
  return { fromLang, fromText: text('fromText'), toLang, toText: text('toText') };
}
