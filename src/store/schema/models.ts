import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  real,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import type { AccessKey, ContractId, CustomFieldId, JobId, ModelId, UserId } from '../../base/ids.js';
import type { Lang } from '../../base/lang.js';
import { createdAt, moment } from './columns.js';
import { jobColumns } from './job.js';
import { bytes } from './keys.js';
import { orgId, users } from './organizations.js';

export const modelNumbers = pgSequence('model_numbers', { minValue: 1, maxValue: 9_999_999 });
export const jobNumbers = pgSequence('job_numbers', { minValue: 1, maxValue: 99_999_999 });

/** chrF on pairs that the training did not see, and a few of them before and after. */
export interface StoredEvaluation {
  readonly pairs: number;
  readonly before: number;
  readonly after: number;
  readonly examples: readonly {
    readonly source: string;
    readonly reference: string;
    readonly before: string;
    readonly after: string;
  }[];
}

export interface StoredTerm {
  readonly fromText: string;
  readonly toText: string;
  readonly count: number;
  readonly share: number;
}

export interface StoredUpload {
  readonly pairs: number;
  readonly repeated: number;
  readonly badRows: number;
  readonly examples: readonly { readonly line: number; readonly reason: string }[];
}

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

/** One trained version of a model: tuned parameters and scores; its index is in `custom_model_chunks`. */
export const customModelVersions = pgTable(
  'custom_model_versions',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    orgId: orgId(),
    mid: text().$type<ModelId>().notNull(),
    version: integer().notNull(),
    /** The job that made it; holds its pairs. */
    jid: text().$type<JobId>().notNull(),
    /** Base model the index was made with; another base model needs a new index. */
    baseVersion: text().notNull(),
    parameters: jsonb().notNull(),
    evaluation: jsonb().$type<StoredEvaluation>().notNull(),
    /** Words that repeat across the pairs with one translation, offered for a glossary. */
    terms: jsonb().$type<readonly StoredTerm[]>().notNull(),
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

/** The index of a version, cut into pieces that travel well. Any node can load it. */
export const customModelChunks = pgTable(
  'custom_model_chunks',
  {
    orgId: orgId(),
    mid: text().$type<ModelId>().notNull(),
    version: integer().notNull(),
    number: integer().notNull(),
    bytes: bytes().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.mid, table.version, table.number] }),
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
    ...jobColumns(),
    /** Asked for by the house, because the base model was changed: what customers ask for comes first. */
    renewal: boolean().notNull().default(false),
    /** Of the request that asked for it, where it was traced. */
    traceparent: text(),
    /** 0 to 1 within the state. */
    progress: real().notNull().default(0),
    errorCode: integer(),
    errorMessage: text(),
    /** Rows of the upload that could not be used, and how many could. */
    upload: jsonb().$type<StoredUpload>().notNull(),
    createdAt: createdAt(),
    startedAt: moment(),
    finishedAt: moment(),
  },
  (table) => [
    index().on(table.orgId, table.createdAt),
    index('training_jobs_open').on(table.orgId, table.mid).where(sql`state not in ('finished', 'failed')`),
    unique().on(table.orgId, table.jid),
    foreignKey({
      columns: [table.orgId, table.mid],
      foreignColumns: [customModels.orgId, customModels.mid],
    }).onDelete('cascade'),
  ],
);

/** The sentence pairs a job trains with: those of the version before, and the new ones. */
export const trainingPairs = pgTable(
  'training_pairs',
  {
    orgId: orgId(),
    jid: text().$type<JobId>().notNull(),
    position: integer().notNull(),
    fromText: text().notNull(),
    toText: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.jid, table.position] }),
    foreignKey({
      columns: [table.orgId, table.jid],
      foreignColumns: [trainingJobs.orgId, trainingJobs.jid],
    }).onDelete('cascade'),
  ],
);

/** The forced outputs of a running job so far: a worker that takes it over continues behind the last piece. */
export const trainingOutputs = pgTable(
  'training_traces',
  {
    orgId: orgId(),
    jid: text().$type<JobId>().notNull(),
    number: integer().notNull(),
    /** Base model that made them; pieces of another one are worth nothing. */
    baseVersion: text().notNull(),
    bytes: bytes().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.jid, table.number] }),
    foreignKey({
      columns: [table.orgId, table.jid],
      foreignColumns: [trainingJobs.orgId, trainingJobs.jid],
    }).onDelete('cascade'),
  ],
);
