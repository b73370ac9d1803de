import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, moment } from './columns.js';

/** Worker processes that are alive. One that stops to report is declared dead and its work is taken over. */
export const workers = pgTable('workers', {
  id: text().primaryKey(),
  host: text().notNull(),
  pid: integer().notNull(),
  /** Names under which the process locks jobs of the queue. */
  slots: text().array().notNull(),
  startedAt: createdAt(),
  seenAt: moment().notNull().defaultNow(),
});
