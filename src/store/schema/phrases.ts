import { bigint, foreignKey, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import type { Lang } from '../../base/lang.js';
import { createdAt, moment } from './columns.js';
import { bytes } from './keys.js';
import { orgId } from './organizations.js';

/** A phrase-pair dictionary; its id is what callers send in `t4ooCategoryId`. */
export const phraseDictionaries = pgTable(
  'phrase_dictionaries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orgId: orgId(),
    name: text().notNull(),
    /** Grows with every change of its pairs; part of cache keys. */
    version: bigint({ mode: 'number' }).notNull().default(0),
    pairCount: integer().notNull().default(0),
    createdAt: createdAt(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (table) => [unique().on(table.orgId, table.name), unique().on(table.orgId, table.id)],
);

export const phrasePairs = pgTable(
  'phrase_pairs',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orgId: orgId(),
    dictionaryId: bigint({ mode: 'number' }).notNull(),
    fromLang: text().$type<Lang>().notNull(),
    toLang: text().$type<Lang>().notNull(),
    fromText: text().notNull(),
    toText: text().notNull(),
    /** SHA-256 of the normalised source: phrases may be longer than an index entry can be. */
    fromKey: bytes().notNull(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    unique().on(table.dictionaryId, table.fromLang, table.toLang, table.fromKey),
    // For walking through one dictionary in the order it was filled.
    index().on(table.dictionaryId, table.id),
    foreignKey({
      columns: [table.orgId, table.dictionaryId],
      foreignColumns: [phraseDictionaries.orgId, phraseDictionaries.id],
    }).onDelete('cascade'),
  ],
);
