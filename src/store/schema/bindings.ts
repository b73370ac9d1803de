import { sql } from 'drizzle-orm';
import { bigint, check, foreignKey, index, pgTable, text, unique } from 'drizzle-orm/pg-core';
import type { FieldId, GroupId, UserId } from '../../base/ids.js';
import { createdAt } from './columns.js';
import { glossaries } from './glossaries.js';
import { groups, orgId, users } from './organizations.js';
import { phraseDictionaries } from './phrases.js';

/**
 * Ties one phrase-pair dictionary or one glossary to whom and where it applies by itself: a user, a group, or everybody
 * in the organization (neither); in one field and those below it, or in every field (null).
 */
export const resourceBindings = pgTable(
  'resource_bindings',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orgId: orgId(),
    dictionaryId: bigint({ mode: 'number' }),
    glossaryId: bigint({ mode: 'number' }),
    userId: text().$type<UserId>(),
    groupId: text().$type<GroupId>(),
    fieldId: text().$type<FieldId>(),
    createdAt: createdAt(),
  },
  (table) => [
    check('one_resource', sql`num_nonnulls(${table.dictionaryId}, ${table.glossaryId}) = 1`),
    check('one_subject', sql`num_nonnulls(${table.userId}, ${table.groupId}) <= 1`),
    check('bound_to_something', sql`num_nonnulls(${table.userId}, ${table.groupId}, ${table.fieldId}) >= 1`),
    unique()
      .on(table.orgId, table.dictionaryId, table.glossaryId, table.userId, table.groupId, table.fieldId)
      .nullsNotDistinct(),
    index().on(table.orgId, table.userId),
    index().on(table.orgId, table.groupId),
    foreignKey({
      columns: [table.orgId, table.dictionaryId],
      foreignColumns: [phraseDictionaries.orgId, phraseDictionaries.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.orgId, table.glossaryId],
      foreignColumns: [glossaries.orgId, glossaries.id],
    }).onDelete('cascade'),
    foreignKey({ columns: [table.orgId, table.userId], foreignColumns: [users.orgId, users.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ columns: [table.orgId, table.groupId], foreignColumns: [groups.orgId, groups.id] }).onDelete(
      'cascade',
    ),
  ],
);
