import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  foreignKey,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  real,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import type { AccessKey, ContractId, CustomFieldId, JobId, ModelId, UserId } from '../../ids.js';
import type { Lang } from '../../lang.js';
import { createdAt, moment } from './columns.js';
import { bytes } from './keys.js';
import { orgId, users } from './organizations.js';

export const modelNumbers = pgSequence('model_numbers', { minValue: 1, maxValue: 9_999_999 });
export const jobNumbers = pgSequence('job_numbers', { minValue: 1, maxValue: 99_999_999 });

/** A custom model; `mid` is M and seven digits. */
export const customModels = pgTable(
  'custom_models',
  {
    mid: text()
      .$type<ModelId>()
      .primaryKey()
      .default(sql`'M' || lpad(nextval('model_numbers')::text, 7, '0')`),
    orgId: orgId(),
    userId: text().$type<UserId>().notNull(),
    name: text().notNull(),
    field: text().$type<CustomFieldId>().notNull(),
    firstLang: text().$type<Lang>().notNull(),
    secondLang: text().$type<Lang>().notNull(),
    /** The version that serves; 0 until the first training has finished. */
    version: integer().notNull().default(0),
    createdAt: createdAt(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    unique().on(table.orgId, table.mid),
    foreignKey({ columns: [table.orgId, table.userId], foreignColumns: [users.orgId, users.id] }).onDelete(
      'cascade',
    ),
  ],
);

/** One trained version of a model: tuned parameters, scores and the name of its index file. */
export const customModelVersions = pgTable(
  'custom_model_versions',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    orgId: orgId(),
    mid: text().$type<ModelId>().notNull(),
    version: integer().notNull(),
    /** Base model the index was made with; another base model needs a new index. */
    baseVersion: text().notNull(),
    parameters: jsonb().notNull(),
    evaluation: jsonb().notNull(),
    index: bytes(),
    createdAt: createdAt(),
  },
  (table) => [
    unique().on(table.mid, table.version),
    foreignKey({
      columns: [table.orgId, table.mid],
      foreignColumns: [customModels.orgId, customModels.mid],
    }).onDelete('cascade'),
  ],
);

export const customModelPairs = pgTable(
  'custom_model_pairs',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orgId: orgId(),
    mid: text().$type<ModelId>().notNull(),
    /** SHA-256 of the normalised source, for answers that are exact. */
    fromKey: bytes().notNull(),
    fromText: text().notNull(),
    toText: text().notNull(),
  },
  (table) => [
    unique().on(table.mid, table.fromKey),
    foreignKey({
      columns: [table.orgId, table.mid],
      foreignColumns: [customModels.orgId, customModels.mid],
    }).onDelete('cascade'),
  ],
);

export const TRAINING_STATES = [
  'queued',
  'preparing',
  'training',
  'evaluating',
  'finished',
  'failed',
] as const;
export type TrainingState = (typeof TRAINING_STATES)[number];

/** A training job; `jid` is J and eight digits. */
export const trainingJobs = pgTable(
  'training_jobs',
  {
    jid: text().$type<JobId>().primaryKey().default(sql`'J' || lpad(nextval('job_numbers')::text, 8, '0')`),
    orgId: orgId(),
    mid: text().$type<ModelId>().notNull(),
    userId: text().$type<UserId>().notNull(),
    accessKey: text().$type<AccessKey>().notNull(),
    contractId: text().$type<ContractId>().notNull(),
    state: text({ enum: TRAINING_STATES }).notNull().default('queued'),
    /** 0 to 1 within the state. */
    progress: real().notNull().default(0),
    errorCode: integer(),
    errorMessage: text(),
    createdAt: createdAt(),
    startedAt: moment(),
    finishedAt: moment(),
  },
  (table) => [
    index().on(table.orgId, table.createdAt),
    foreignKey({
      columns: [table.orgId, table.mid],
      foreignColumns: [customModels.orgId, customModels.mid],
    }).onDelete('cascade'),
  ],
);
