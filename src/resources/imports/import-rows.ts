import type { BadRow, PairRow } from '../../interchange/pair.js';
import type { Queryable } from '../../store/database.js';
import type { importJobs, RejectedRow } from '../../store/schema/index.js';
import { continueChange, openChange } from '../entries/undo-log.js';
import type { Lists } from '../lists.js';

/** Into which list an import goes, and the change under which it can be taken back. */
export type ImportTarget = Pick<
  typeof importJobs.$inferSelect,
  'orgId' | 'target' | 'targetId' | 'options' | 'changeId'
>;

/** Bad rows that a report shows. */
export const MOST_REJECTED = 1_000;

/** The rows that could not be read: how many, and the first of them. */
export function rejectedOf(rows: readonly (PairRow | BadRow)[]): {
  readonly count: number;
  readonly first: readonly RejectedRow[];
} {
  const bad = rows.filter((row) => row.kind === 'bad');
  return {
    count: bad.length,
    first: bad.slice(0, MOST_REJECTED).map(({ line, reason }) => ({ line, reason })),
  };
}

/**
 * Takes the good rows over into the list, as part of a transaction. Gives the change under which the next rows of the same
 * import are recorded.
 */
export async function takeOver(
  tx: Queryable,
  lists: Lists,
  { orgId, target, targetId, options, changeId }: ImportTarget,
  rows: readonly (PairRow | BadRow)[],
): Promise<number | null> {
  const pairs = rows.filter((row) => row.kind === 'pair');
  if (pairs.length === 0) return changeId;
  let change = changeId;
  await lists.merge(tx, orgId, target, targetId, pairs, async (version) => {
    if (change !== null) return continueChange(tx, change, version);
    if (options.undoable === undefined) return;
    change = await openChange(tx, { kind: target, orgId, listId: targetId }, 'import', version);
  });
  return change;
}
