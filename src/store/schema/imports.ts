import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, idColumn, moment } from './columns.js';
import { jobColumns } from './job.js';
import { bytes } from './keys.js';
import { orgId } from './organizations.js';

export const IMPORT_STATES = ['queued', 'running', 'finished', 'failed'] as const;

/** One row of a table that could not be taken over. */
export interface RejectedRow {
  readonly line: number;
  readonly reason: string;
}

/** Large tables are taken over in the background; small ones get a row too, so that their outcome can be looked up. */
export const importJobs = pgTable(
  'import_jobs',
  {
    id: idColumn<string>(),
    orgId: orgId(),
    target: text({ enum: ['phrase-dictionary', 'glossary'] }).notNull(),
    targetId: bigint({ mode: 'number' }).notNull(),
    format: text({ enum: ['tsv', 'csv', 'tmx', 'xlsx'] }).notNull(),
    /** The table as it was handed in; dropped when the job has ended. */
    source: bytes(),
    options: jsonb().$type<Readonly<Record<string, string>>>().notNull().default({}),
    state: text({ enum: IMPORT_STATES }).notNull().default('queued'),
    ...jobColumns(),
    /** Of the request, where it was traced. */
    traceparent: text(),
    total: integer().notNull().default(0),
    done: integer().notNull().default(0),
    /** All rows that could not be taken over; of them the first thousand are in `rejected`. */
    rejectedCount: integer().notNull().default(0),
    rejected: jsonb().$type<readonly RejectedRow[]>().notNull().default([]),
    errorMessage: text(),
    /** The change that takes it back; null for imports of operators. */
    changeId: bigint({ mode: 'number' }),
    createdAt: createdAt(),
    finishedAt: moment(),
  },
  (table) => [
    index().on(table.orgId, table.createdAt),
    index('import_jobs_waiting').on(table.queuedAt).where(sql`state = 'queued'`),
    index('import_jobs_worker').on(table.worker).where(sql`state = 'running'`),
  ],
);
