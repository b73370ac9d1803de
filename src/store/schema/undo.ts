import { bigint, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { createdAt } from './columns.js';
import { orgId } from './organizations.js';

export const ENTRY_KINDS = ['dictionary', 'phrase-dictionary', 'glossary'] as const;
export const ENTRY_ACTIONS = ['add', 'change', 'delete', 'clear', 'import'] as const;
export type EntryAction = (typeof ENTRY_ACTIONS)[number];

/** The last change that a customer made to the entries of a dictionary or list; it can be taken back once. */
export const undoChanges = pgTable(
  'undo_changes',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orgId: orgId(),
    kind: text({ enum: ENTRY_KINDS }).notNull(),
    /** Id of the user whose dictionary it is, or of the list. */
    owner: text().notNull(),
    action: text({ enum: ENTRY_ACTIONS }).notNull(),
    /** Of the dictionary or list after the change. Another one now means that something came after it. */
    version: bigint({ mode: 'number' }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [unique().on(table.orgId, table.kind, table.owner)],
);

/** The rows that the change touched, as they were before it. Written by triggers: see the migration. */
export const undoRows = pgTable(
  'undo_rows',
  {
    changeId: bigint({ mode: 'number' })
      .notNull()
      .references(() => undoChanges.id, { onDelete: 'cascade' }),
    entryId: bigint({ mode: 'number' }).notNull(),
    /** The whole row; null where the change added it. */
    before: jsonb(),
  },
  (table) => [primaryKey({ columns: [table.changeId, table.entryId] })],
);
