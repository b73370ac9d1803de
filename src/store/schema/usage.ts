import { bigint, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { AccessKey, ContractId } from '../../base/ids.js';
import { moment } from './columns.js';
import { orgId } from './organizations.js';

/** What was translated, per key, contract and day (UTC). Rows outlive keys and contracts: they are the books. */
export const usageDays = pgTable(
  'usage_days',
  {
    orgId: orgId(),
    accessKey: text().$type<AccessKey>().notNull(),
    contractId: text().$type<ContractId>().notNull(),
    day: date().notNull(),
    requests: bigint({ mode: 'number' }).notNull(),
    characters: bigint({ mode: 'number' }).notNull(),
    words: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.accessKey, table.contractId, table.day] }),
    index().on(table.orgId, table.day),
  ],
);

/**
 * The running minutes of each key. Made UNLOGGED by the migration: a counter of the last minute may start anew after a
 * crash of the database, and without the write-ahead log the check costs a tenth.
 */
export const rateWindows = pgTable('rate_windows', {
  /** An access key, or access key and contract where the contract has a rate of its own: each counts and locks by itself. */
  subject: text().primaryKey(),
  startedAt: moment().notNull(),
  count: integer().notNull(),
  /** Nothing is accepted before this moment. */
  blockedUntil: moment(),
});

/** How fast credentials fail, by address and by address and key. UNLOGGED for the same reason. */
export const failedCredentials = pgTable('failed_credentials', {
  subject: text().primaryKey(),
  /** When all failures so far would have come at the allowed pace (GCRA). */
  pacedUntil: moment().notNull(),
});
