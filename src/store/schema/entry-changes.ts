import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt } from './columns.js';
import { orgId } from './organizations.js';
import { ENTRY_KINDS } from './undo.js';

/**
 * Which entries of a dictionary or list changed, one row per statement. Changes of one owner follow one another, so its
 * rows are in the order of their commits: a process that keeps entries in memory reads what is new to it. Written by
 * triggers: see the migration.
 */
export const entryChanges = pgTable(
  'entry_changes',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orgId: orgId(),
    kind: text({ enum: ENTRY_KINDS }).notNull(),
    /** Id of the user whose dictionary it is, or of the list. */
    owner: text().notNull(),
    /** Null: too many to name, everything may have changed. */
    entryIds: bigint({ mode: 'number' }).array(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.kind, table.owner, table.id), index().on(table.createdAt)],
);
