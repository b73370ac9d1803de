import { bigint, foreignKey, index, pgTable, text, unique } from 'drizzle-orm/pg-core';
import type { UserId } from '../../base/ids.js';
import type { Lang } from '../../base/lang.js';
import { createdAt, moment } from './columns.js';
import { orgId, users } from './organizations.js';

/** The user dictionary. */
export const dictionaryEntries = pgTable(
  'dictionary_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orgId: orgId(),
    userId: text().$type<UserId>().notNull(),
    fromLang: text().$type<Lang>().notNull(),
    fromText: text().notNull(),
    toLang: text().$type<Lang>().notNull(),
    toText: text().notNull(),
    createdAt: createdAt(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    unique().on(table.orgId, table.userId, table.fromLang, table.toLang, table.fromText),
    // For walking through one dictionary in the order it was filled.
    index().on(table.userId, table.id),
    foreignKey({ columns: [table.orgId, table.userId], foreignColumns: [users.orgId, users.id] }).onDelete(
      'cascade',
    ),
  ],
);
