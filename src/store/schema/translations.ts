import { sql } from 'drizzle-orm';
import {
  foreignKey,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { ENGINES } from '../../base/engine.js';
import type { QueueId } from '../../base/ids.js';
import { createdAt, idColumn, moment } from './columns.js';
import { jobColumns } from './job.js';
import { orgId } from './organizations.js';
import { requester, sentenceProgress } from './requester.js';

export const TRANSLATION_STATES = ['queued', 'running', 'finished', 'failed'] as const;
export type TranslationState = (typeof TRANSLATION_STATES)[number];

/**
 * An asynchronous translation. Texts are `json`, not `jsonb`: they come back byte for byte, and a text with a NUL or a
 * lone surrogate, which `jsonb` refuses, is kept like any other. What they hold is the business of `jobs`.
 */
export const translationJobs = pgTable(
  'translation_jobs',
  {
    queueId: idColumn<QueueId>(),
    ...requester(),
    engine: text({ enum: ENGINES }).notNull(),
    state: text({ enum: TRANSLATION_STATES }).notNull().default('queued'),
    /** Body of the request as it was accepted. */
    request: json().notNull(),
    /** The request cut into sentences; dropped when the job has ended. */
    plan: json(),
    /** Id of the request that submitted it; the `taskId` of the answer. */
    taskId: text().notNull(),
    /** `data` of the finished answer. */
    result: json(),
    errorCode: integer(),
    errorMessage: text(),
    errorIndex: integer(),
    characters: integer().notNull(),
    ...sentenceProgress(),
    /** Coarse size of what is left, 0 is smallest; smaller jobs are taken first. */
    sizeClass: smallint().notNull().default(0),
    ...jobColumns(),
    /** Month (its first day) whose quota holds the characters; null without a quota. */
    quotaMonth: text(),
    createdAt: createdAt(),
    startedAt: moment(),
    finishedAt: moment(),
    /** Removed by the clean-up after this moment. */
    expiresAt: moment().notNull(),
  },
  (table) => [
    unique().on(table.orgId, table.queueId),
    index('translation_jobs_waiting')
      .on(table.orgId, table.userId, table.sizeClass, table.queuedAt)
      .where(sql`state = 'queued'`),
    index('translation_jobs_longest_waiting')
      .on(table.queuedAt)
      .where(sql`state = 'queued' and size_class > 0`),
    index('translation_jobs_backlog')
      .on(table.orgId, table.userId, table.characters)
      .where(sql`state in ('queued', 'running')`),
    index('translation_jobs_worker').on(table.worker).where(sql`state = 'running'`),
    index().on(table.expiresAt),
    // For the list of what an account has submitted.
    index().on(table.orgId, table.userId, table.createdAt),
  ],
);

/** Checkpoints: one row per finished batch of sentences, so that a killed worker costs one batch at most. */
export const translationBatches = pgTable(
  'translation_batches',
  {
    orgId: orgId(),
    queueId: text().$type<QueueId>().notNull(),
    /** Position of the batch's first sentence in the plan. */
    first: integer().notNull(),
    results: json().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.queueId, table.first] }),
    foreignKey({
      columns: [table.orgId, table.queueId],
      foreignColumns: [translationJobs.orgId, translationJobs.queueId],
    }).onDelete('cascade'),
  ],
);
