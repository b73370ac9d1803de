import { sql } from 'drizzle-orm';
import type { Store } from '../../store/store.js';
import { ENTRY_TABLES, type EntryOwner, isOwner, ownerId } from './entry-owner.js';

/** Where a dictionary or list stands. */
export interface Standing {
  readonly version: number;
  /** Of its last change. */
  readonly position: number;
}

/** With more changed entries than this everything is read anew. The triggers of the tables name as many at a time. */
export const MOST_CHANGED = 2_000;

/** Tells which entries changed, so that whoever keeps the others in memory reads these alone. */
export class EntryChanges {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Read it before the entries: whatever changes while they are read is then read once more. */
  async standing(owner: EntryOwner): Promise<Standing> {
    const { owners, versionColumn } = ENTRY_TABLES[owner.kind];
    const [standing] = await this.#store.prepared<Standing>(
      `standing_of_${owner.kind}`,
      sql`select ${versionColumn}::float8 as version,
            coalesce((select max(c.id) from entry_changes c
              where c.kind = ${owner.kind} and c.owner = o.id::text), 0)::float8 as position
          from ${owners} o where ${isOwner(owner)}`,
    );
    // Of one that is gone nothing changes any more.
    return standing ?? { version: Number.MAX_SAFE_INTEGER, position: 0 };
  }

  /** Ids of what changed after one position and until another; undefined when they are too many. */
  async between(owner: EntryOwner, after: number, until: number): Promise<ReadonlySet<number> | undefined> {
    const rows = await this.#store.prepared<{ ids: readonly number[] | null }>(
      'entries_changed',
      sql`select entry_ids::float8[] as ids from entry_changes
          where kind = ${owner.kind} and owner = ${String(ownerId(owner))} and id > ${after} and id <= ${until}
          order by id ${sql.raw(`limit ${MOST_CHANGED + 1}`)}`,
    );
    const ids = new Set<number>();
    for (const row of rows) {
      if (row.ids === null) return undefined;
      for (const id of row.ids) ids.add(id);
    }
    return rows.length > MOST_CHANGED || ids.size > MOST_CHANGED ? undefined : ids;
  }
}
