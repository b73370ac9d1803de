import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import type { AccessKey, ContractId, QueueId, UserId } from '../../ids.js';
import { createdAt, idColumn, moment } from './columns.js';
import { ENGINES } from './contracts.js';
import { orgId } from './organizations.js';

export const TRANSLATION_STATES = ['queued', 'running', 'finished', 'failed'] as const;
export type TranslationState = (typeof TRANSLATION_STATES)[number];

/** An asynchronous translation. */
export const translationJobs = pgTable(
  'translation_jobs',
  {
    queueId: idColumn<QueueId>(),
    orgId: orgId(),
    userId: text().$type<UserId>().notNull(),
    accessKey: text().$type<AccessKey>().notNull(),
    contractId: text().$type<ContractId>().notNull(),
    engine: text({ enum: ENGINES }).notNull(),
    state: text({ enum: TRANSLATION_STATES }).notNull().default('queued'),
    /** Body of the request as it was accepted. */
    request: jsonb().notNull(),
    /** `data` of the finished answer. */
    result: jsonb(),
    errorCode: integer(),
    errorMessage: text(),
    errorIndex: integer(),
    characters: integer().notNull(),
    total: integer().notNull().default(0),
    done: integer().notNull().default(0),
    createdAt: createdAt(),
    startedAt: moment(),
    finishedAt: moment(),
    /** Removed by the clean-up after this moment. */
    expiresAt: moment().notNull(),
  },
  (table) => [
    unique().on(table.orgId, table.queueId),
    index().on(table.orgId, table.accessKey, table.state),
    index().on(table.expiresAt),
  ],
);

/** Checkpoints: what a killed worker has already finished. */
export const translationSegments = pgTable(
  'translation_segments',
  {
    orgId: orgId(),
    queueId: text().$type<QueueId>().notNull(),
    /** Position in `text`. */
    element: integer().notNull(),
    /** Position within the element, for elements that are worked in pieces. */
    piece: integer().notNull(),
    result: jsonb().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.queueId, table.element, table.piece] }),
    foreignKey({
      columns: [table.orgId, table.queueId],
      foreignColumns: [translationJobs.orgId, translationJobs.queueId],
    }).onDelete('cascade'),
  ],
);
