import { Failure } from '../base/failure.js';
import type { ChangeFeed } from '../store/changes.js';
import type { PlainSql } from '../store/database.js';
import type { EntryAction } from '../store/schema/index.js';
import type { Store } from '../store/store.js';
import { ENTRY_TABLES, type EntryOwner, ownerId } from './entry-owner.js';

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
  tx: PlainSql,
  owner: EntryOwner,
  action: EntryAction,
  version: number,
): Promise<number> {
  const { rows } = await tx.query<{ change: number }>(
    'select open_change($1, $2, $3, $4, $5)::float8 as change',
    [owner.orgId, owner.kind, String(ownerId(owner)), action, version],
  );
  const [opened] = rows;
  if (opened === undefined) throw new Error('A change could not be written down.');
  return opened.change;
}

export async function continueChange(tx: PlainSql, change: number, version: number): Promise<void> {
  await tx.query('select continue_change($1, $2)', [change, version]);
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
    const { rows } = await this.#store.pool.query<UndoableChange>(
      `select c.action, c.created_at as at,
         (select count(*)::int from undo_rows r where r.change_id = c.id) as entries
       from undo_changes c join ${owners} o on o.org_id = c.org_id and o.id::text = c.owner
       where c.org_id = $1 and c.kind = $2 and c.owner = $3 and c.version = o.${versionColumn}`,
      [owner.orgId, owner.kind, String(ownerId(owner))],
    );
    return rows[0];
  }

  async undo(owner: EntryOwner): Promise<void> {
    await this.#store.transaction((_, tx) => takeBack(tx, owner));
    if (owner.kind === 'dictionary') await this.#changes.announce('dictionary', owner.userId);
    else await this.#changes.announce('resource', owner.orgId);
  }
}

async function takeBack(tx: PlainSql, owner: EntryOwner): Promise<void> {
  const { rows, columns, owners, versionColumn, countColumn, ownerColumn } = ENTRY_TABLES[owner.kind];
  const values = [owner.orgId, ownerId(owner)];
  const held = await tx.query<{ version: number }>(
    `select ${versionColumn}::float8 as version from ${owners} where org_id = $1 and id = $2 for update`,
    values,
  );
  const found = await tx.query<{ id: string }>(
    'select id from undo_changes where org_id = $1 and kind = $2 and owner = $3 and version = $4 for update',
    [owner.orgId, owner.kind, String(ownerId(owner)), held.rows[0]?.version ?? -1],
  );
  const change = found.rows[0]?.id;
  if (change === undefined) {
    throw new Failure('conflict', {
      message: 'There is no change to take back, or something was changed after it.',
    });
  }
  await tx.query(`delete from ${rows} where id in (select entry_id from undo_rows where change_id = $1)`, [
    change,
  ]);
  await tx.query(
    `insert into ${rows} (${columns.join(', ')}) overriding system value
     select ${columns.map((name) => `b.${name}`).join(', ')}
     from undo_rows u cross join lateral jsonb_populate_record(null::${rows}, u.before) b
     where u.change_id = $1 and u.before is not null`,
    [change],
  );
  await tx.query('delete from undo_changes where id = $1', [change]);
  const count =
    countColumn === undefined
      ? ''
      : `, ${countColumn} = (select count(*) from ${rows} where org_id = $1 and ${ownerColumn} = $2)`;
  await tx.query(
    `update ${owners} set ${versionColumn} = ${versionColumn} + 1${count} where org_id = $1 and id = $2`,
    values,
  );
}
