import { bigint, foreignKey, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import type { Lang } from '../../base/lang.js';
import { createdAt, moment } from './columns.js';
import { orgId } from './organizations.js';

/** A unified glossary; its id is what callers send in `t4ooGlossaryId`. */
export const glossaries = pgTable(
  'glossaries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orgId: orgId(),
    name: text().notNull(),
    /** Grows with every change of its entries; part of cache keys. */
    version: bigint({ mode: 'number' }).notNull().default(0),
    entryCount: integer().notNull().default(0),
    createdAt: createdAt(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (table) => [unique().on(table.orgId, table.name), unique().on(table.orgId, table.id)],
);

export const glossaryEntries = pgTable(
  'glossary_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orgId: orgId(),
    glossaryId: bigint({ mode: 'number' }).notNull(),
    fromLang: text().$type<Lang>().notNull(),
    toLang: text().$type<Lang>().notNull(),
    fromText: text().notNull(),
    toText: text().notNull(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    unique().on(table.glossaryId, table.fromLang, table.toLang, table.fromText),
    // For walking through one glossary in the order it was filled.
    index().on(table.glossaryId, table.id),
    foreignKey({
      columns: [table.orgId, table.glossaryId],
      foreignColumns: [glossaries.orgId, glossaries.id],
    }).onDelete('cascade'),
  ],
);
