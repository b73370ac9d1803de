import {
  type AnyPgColumn,
  bigint,
  boolean,
  foreignKey,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import type { GroupId, OrganizationId, UserId } from '../../base/ids.js';
import { createdAt, idColumn } from './columns.js';

/** A tenant. Every other row belongs to exactly one. */
export const organizations = pgTable('organizations', {
  id: idColumn<OrganizationId>(),
  name: text().notNull().unique(),
  enabled: boolean().notNull().default(true),
  createdAt: createdAt(),
});

/** The column every tenant-owned table carries. */
export function orgId() {
  return text()
    .$type<OrganizationId>()
    .notNull()
    .references((): AnyPgColumn => organizations.id, { onDelete: 'cascade' });
}

export const users = pgTable(
  'users',
  {
    id: idColumn<UserId>(),
    orgId: orgId(),
    name: text().notNull(),
    enabled: boolean().notNull().default(true),
    /** Grows with every change of the user's dictionary; part of cache keys. */
    dictionaryVersion: bigint({ mode: 'number' }).notNull().default(0),
    createdAt: createdAt(),
  },
  // The second key lets other tables refer to (org_id, id), so that a row can never point into another organization.
  (table) => [unique().on(table.orgId, table.name), unique().on(table.orgId, table.id)],
);

export const groups = pgTable(
  'groups',
  {
    id: idColumn<GroupId>(),
    orgId: orgId(),
    name: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [unique().on(table.orgId, table.name), unique().on(table.orgId, table.id)],
);

export const groupMembers = pgTable(
  'group_members',
  {
    orgId: orgId(),
    groupId: text().$type<GroupId>().notNull(),
    userId: text().$type<UserId>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.groupId, table.userId] }),
    foreignKey({ columns: [table.orgId, table.groupId], foreignColumns: [groups.orgId, groups.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ columns: [table.orgId, table.userId], foreignColumns: [users.orgId, users.id] }).onDelete(
      'cascade',
    ),
  ],
);
