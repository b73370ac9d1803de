import { and, desc, eq, gte, lt, lte, sql } from 'drizzle-orm';
import { auditEntries } from '../store/schema/index.js';
import type { Store } from '../store/store.js';

export type AuditEntry = typeof auditEntries.$inferSelect;

/** A change that is about to be made. */
export interface AuditedChange {
  readonly actor: string;
  readonly origin: string;
  readonly action: string;
  readonly orgId?: string | undefined;
  /** Arguments as they were given; secrets are taken out here. */
  readonly detail: Readonly<Record<string, unknown>>;
}

export interface AuditQuery {
  readonly orgId?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  /** Entries older than this one. */
  readonly before?: number | undefined;
}

/** Most entries of one list. */
const PAGE_ENTRIES = 500;
const SECRET_NAME = /secret|token|password|authorization/i;
/** A longer value says no more about what was done. */
const LONGEST_VALUE = 500;
const MOST_VALUES = 50;

/**
 * What operators changed. An entry is written before the change and completed after it, so that there is no change
 * without one; an entry without a status is a change whose end nobody lived to write down.
 */
export class AuditTrail {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  async begin({ actor, origin, action, orgId, detail }: AuditedChange): Promise<number> {
    const [row] = await this.#store.db
      .insert(auditEntries)
      .values({ actor, origin, action, orgId: orgId ?? null, detail: told(detail) })
      .returning({ id: auditEntries.id });
    if (row === undefined) throw new Error('An inserted audit entry comes back.');
    return row.id;
  }

  async end(id: number, status: number): Promise<void> {
    await this.#store.db.update(auditEntries).set({ status }).where(eq(auditEntries.id, id));
  }

  /** Newest first. */
  list(query: AuditQuery = {}): Promise<AuditEntry[]> {
    return this.#store.db
      .select()
      .from(auditEntries)
      .where(
        and(
          query.orgId === undefined ? undefined : eq(auditEntries.orgId, query.orgId),
          query.from === undefined ? undefined : gte(auditEntries.at, query.from),
          query.to === undefined ? undefined : lte(auditEntries.at, sql`${query.to}`),
          query.before === undefined ? undefined : lt(auditEntries.id, query.before),
        ),
      )
      .orderBy(desc(auditEntries.id))
      .limit(PAGE_ENTRIES);
  }

  /** All of them, a page at a time. */
  async *walk(query: Omit<AuditQuery, 'before'> = {}): AsyncGenerator<AuditEntry> {
    let before: number | undefined;
    for (;;) {
      const page = await this.list({ ...query, before });
      yield* page;
      before = page.at(-1)?.id;
      if (page.length < PAGE_ENTRIES) return;
    }
  }
}

/** What the trail tells of arguments: nothing secret, nothing long, tables by their size. */
function told(detail: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(detail).slice(0, MOST_VALUES);
  return Object.fromEntries(
    entries.flatMap(([name, value]) => {
      if (value === undefined) return [];
      if (SECRET_NAME.test(name) && typeof value !== 'object') return [[name, '(secret)']];
      if (value instanceof Uint8Array) return [[name, `(${value.byteLength} bytes)`]];
      if (typeof value === 'string') return [[name, value.slice(0, LONGEST_VALUE)]];
      if (Array.isArray(value)) return [[name, `(${value.length} items)`]];
      if (typeof value === 'object' && value !== null)
        return [[name, told(Object.fromEntries(Object.entries(value)))]];
      return [[name, value]];
    }),
  );
}
