import { and, asc, count, eq, sql } from 'drizzle-orm';
import { Failure } from '../failure.js';
import type { Lang } from '../lang.js';
import type { ChangeFeed } from '../store/changes.js';
import { isUniqueViolation } from '../store/errors.js';
import { dictionaryEntries, users } from '../store/schema/index.js';
import type { Queryable, Store } from '../store/store.js';
import type { Caller } from './caller.js';

export interface DictionaryTerm {
  readonly fromLang: Lang;
  readonly fromText: string;
  readonly toLang: Lang;
  readonly toText: string;
}

export interface DictionaryEntry extends DictionaryTerm {
  readonly id: number;
}

const LONGEST_TEXT = 255;
/** `en`, `zh-CN`: ISO 639-1, or such a code and a region. */
const LANG = /^[a-z]{2,3}(?:-[A-Z][A-Za-z]{1,3})?$/;
/** Rows per statement: PostgreSQL takes at most 65,535 values in one. */
const ROWS_PER_STATEMENT = 5_000;

const ENTRY = {
  id: dictionaryEntries.id,
  fromLang: dictionaryEntries.fromLang,
  fromText: dictionaryEntries.fromText,
  toLang: dictionaryEntries.toLang,
  toText: dictionaryEntries.toText,
} as const;

/** The dictionary of a user: how a term has to be translated. */
export class UserDictionary {
  readonly #store: Store;
  readonly #changes: ChangeFeed;
  readonly #limit: number;

  /** @param limit most entries of one user */
  constructor(store: Store, changes: ChangeFeed, limit: number) {
    this.#store = store;
    this.#changes = changes;
    this.#limit = limit;
  }

  async entries(caller: Caller): Promise<readonly DictionaryEntry[]> {
    return this.#store.db
      .select(ENTRY)
      .from(dictionaryEntries)
      .where(mine(caller))
      .orderBy(asc(dictionaryEntries.id));
  }

  /** Adds all terms or none. A term that is there already gets the new translation; of equal ones the last counts. */
  async add(caller: Caller, terms: readonly DictionaryTerm[]): Promise<void> {
    const distinct = new Map<string, DictionaryTerm>();
    for (const [index, term] of terms.entries()) {
      const clean = check(term, terms.length > 1 ? index : undefined);
      distinct.set(JSON.stringify([clean.fromLang, clean.toLang, clean.fromText]), clean);
    }
    if (distinct.size === 0) return;
    const rows = [...distinct.values()].map((term) => ({
      orgId: caller.orgId,
      userId: caller.userId,
      ...term,
    }));
    await this.#changing(caller, async (tx) => {
      for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
        await tx
          .insert(dictionaryEntries)
          .values(rows.slice(start, start + ROWS_PER_STATEMENT))
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
      const [kept] = await tx.select({ entries: count() }).from(dictionaryEntries).where(mine(caller));
      if ((kept?.entries ?? 0) > this.#limit) {
        throw new Failure(40202, { message: `A dictionary holds at most ${this.#limit} entries.` });
      }
    });
  }

  async update(caller: Caller, id: number, term: DictionaryTerm): Promise<void> {
    const clean = check(term, undefined);
    await this.#changing(caller, async (tx) => {
      const changed = await tx
        .update(dictionaryEntries)
        .set({ ...clean, updatedAt: sql`now()` })
        .where(and(mine(caller), eq(dictionaryEntries.id, id)))
        .catch((error: unknown) => {
          if (isUniqueViolation(error)) {
            throw new Failure(40201, {
              message: 'Another entry already has this fromText for these languages.',
            });
          }
          throw error;
        });
      if (changed.rowCount === 0) throw unknownEntry();
    });
  }

  async delete(caller: Caller, id: number): Promise<void> {
    await this.#changing(caller, async (tx) => {
      const deleted = await tx
        .delete(dictionaryEntries)
        .where(and(mine(caller), eq(dictionaryEntries.id, id)));
      if (deleted.rowCount === 0) throw unknownEntry();
    });
  }

  async deleteAll(caller: Caller): Promise<void> {
    await this.#changing(caller, async (tx) => {
      await tx.delete(dictionaryEntries).where(mine(caller));
    });
  }

  /** The version grows in the same transaction: no cache can hold the new terms under the old version. */
  async #changing(caller: Caller, work: (tx: Queryable) => Promise<void>): Promise<void> {
    await this.#store.db.transaction(async (tx) => {
      await tx
        .update(users)
        .set({ dictionaryVersion: sql`${users.dictionaryVersion} + 1` })
        .where(and(eq(users.orgId, caller.orgId), eq(users.id, caller.userId)));
      await work(tx);
    });
    await this.#changes.announce('dictionary', caller.userId);
  }
}

export function unknownEntry(): Failure {
  return new Failure(40203, { message: 'Your dictionary has no entry of this id.' });
}

function mine(caller: Caller) {
  return and(eq(dictionaryEntries.orgId, caller.orgId), eq(dictionaryEntries.userId, caller.userId));
}

function check(term: DictionaryTerm, index: number | undefined): DictionaryTerm {
  const where = index === undefined ? {} : { detail: { index } };
  for (const name of ['fromLang', 'toLang'] as const) {
    if (!LANG.test(term[name])) {
      throw new Failure(40201, {
        message: `${name} must be a language code such as ja, en or zh-CN.`,
        ...where,
      });
    }
  }
  if (term.fromLang === term.toLang) {
    throw new Failure(40201, { message: 'fromLang and toLang must differ.', ...where });
  }
  const clean = (name: 'fromText' | 'toText') => {
    const text = term[name].normalize('NFC').trim();
    const length = [...text].length;
    if (length < 1 || length > LONGEST_TEXT) {
      throw new Failure(40202, { message: `${name} must have 1 to ${LONGEST_TEXT} characters.`, ...where });
    }
    return text;
  };
  return {
    fromLang: term.fromLang,
    fromText: clean('fromText'),
    toLang: term.toLang,
    toText: clean('toText'),
  };
}
