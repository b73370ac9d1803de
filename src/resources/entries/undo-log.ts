import { and, count, eq, type SQL, sql } from 'drizzle-orm';
import { Failure } from '../../base/failure.js';
import type { ChangeFeed } from '../../store/changes.js';
import type { Queryable } from '../../store/database.js';
import { type EntryAction, undoChanges, undoRows } from '../../store/schema/index.js';
import type { Store } from '../../store/store.js';
import { announceEntries, ENTRY_TABLES, type EntryOwner, isOwned, isOwner, ownerId } from './entry-owner.js';

/** A change that can be taken back. */
export interface UndoableChange {
  readonly action: EntryAction;
  /** Rows that it added, changed or deleted. */
  readonly entries: number;
  readonly at: Date;
}

/**
 * Opens the record of a change on the caller's transaction; the triggers of the tables write down what it does. Call it
 * while the owner's row is locked, and raise the version by one in the same transaction.
 *
 * @param version of the owner after the change
 * @returns the id under which further transactions of the same change go on
 */
export async function openChange(
  tx: Queryable,
  owner: EntryOwner,
  action: EntryAction,
  version: number,
): Promise<number> {
  const { orgId, kind } = owner;
  const { rows } = await tx.execute<{ change: number }>(
    sql`select open_change(${orgId}, ${kind}, ${String(ownerId(owner))}, ${action}, ${version})::float8 as change`,
  );
  const [opened] = rows;
  if (opened === undefined) throw new Error('A change could not be written down.');
  return opened.change;
}

export async function continueChange(tx: Queryable, change: number, version: number): Promise<void> {
  await tx.execute(sql`select continue_change(${change}, ${version})`);
}

/** Takes back the last change of a dictionary or list, as long as nothing came after it. */
export class UndoLog {
  readonly #store: Store;
  readonly #changes: ChangeFeed;

  constructor(store: Store, changes: ChangeFeed) {
    this.#store = store;
    this.#changes = changes;
  }

  /** The change that `undo` would take back now. */
  async last(owner: EntryOwner): Promise<UndoableChange | undefined> {
    const { owners, versionColumn } = ENTRY_TABLES[owner.kind];
    const [last] = await this.#store.db
      .select({ action: undoChanges.action, entries: count(undoRows.changeId), at: undoChanges.createdAt })
      .from(undoChanges)
      .leftJoin(undoRows, eq(undoRows.changeId, undoChanges.id))
      .where(
        and(
          isChangeOf(owner),
          sql`${undoChanges.version} = (select ${versionColumn} from ${owners} where ${isOwner(owner)})`,
        ),
      )
      .groupBy(undoChanges.id);
    return last;
  }

  async undo(owner: EntryOwner): Promise<void> {
    await this.#store.transaction((tx) => takeBack(tx, owner));
    await announceEntries(this.#changes, owner);
  }
}

async function takeBack(tx: Queryable, owner: EntryOwner): Promise<void> {
  const { rows, owners, versionColumn, countColumn } = ENTRY_TABLES[owner.kind];
  const held = await tx.execute<{ version: number }>(
    sql`select ${versionColumn}::float8 as version from ${owners} where ${isOwner(owner)} for update`,
  );
  const [change] = await tx
    .select({ id: undoChanges.id })
    .from(undoChanges)
    .where(and(isChangeOf(owner), eq(undoChanges.version, held.rows[0]?.version ?? -1)))
    .for('update');
  if (change === undefined) {
    throw new Failure('conflict', {
      message: 'There is no change to take back, or something was changed after it.',
    });
  }
  await tx.execute(
    sql`delete from ${rows} where id in (select entry_id from undo_rows where change_id = ${change.id})`,
  );
  await tx.execute(sql`
    insert into ${rows} overriding system value
    select b.* from undo_rows u cross join lateral jsonb_populate_record(null::${rows}, u.before) b
    where u.change_id = ${change.id} and u.before is not null`);
  await tx.delete(undoChanges).where(eq(undoChanges.id, change.id));
  const counted =
    countColumn && sql`, ${countColumn} = (select count(*) from ${rows} where ${isOwned(owner)})`;
  await tx.execute(
    sql`update ${owners} set ${versionColumn} = ${versionColumn} + 1${counted} where ${isOwner(owner)}`,
  );
}

function isChangeOf(owner: EntryOwner): SQL | undefined {
  const { orgId, kind, owner: id } = undoChanges;
  return and(eq(orgId, owner.orgId), eq(kind, owner.kind), eq(id, String(ownerId(owner))));
}
