import { bigint, index, integer, json, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt } from './columns.js';

/**
 * Every change an operator made. Rows name organizations without pointing at them: the trail outlives what it is about.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: createdAt(),
    /** Who: the fingerprint of the admin token and the name the caller gave, or the account that ran the command. */
    actor: text().notNull(),
    /** From where: an address, or the machine on which the command ran. */
    origin: text().notNull(),
    /** Method and route, or the command. */
    action: text().notNull(),
    orgId: text(),
    /** Arguments, without secrets. */
    detail: json().$type<Readonly<Record<string, unknown>>>().notNull(),
    /** HTTP status of the answer; null while the change is under way, or when the process did not live to say. */
    status: integer(),
  },
  (table) => [index().on(table.orgId, table.id)],
);
