import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import type { FileItemId, TranslateId } from '../../base/ids.js';
import { createdAt, idColumn, moment } from './columns.js';
import { jobColumns } from './job.js';
import { bytes } from './keys.js';
import { orgId } from './organizations.js';
import { requester, sentenceProgress } from './requester.js';

export const FILE_STATES = ['queued', 'running', 'finished', 'failed', 'cancelled'] as const;

/** One request for the translation of files. */
export const fileTranslations = pgTable(
  'file_translations',
  {
    translateId: idColumn<TranslateId>(),
    ...requester(),
    fieldId: text().notNull(),
    /** Target languages, as they were asked for. */
    langs: json().$type<readonly string[]>().notNull(),
    createdAt: createdAt(),
    /** Removed by the clean-up after this moment, with everything that belongs to it. */
    expiresAt: moment().notNull(),
  },
  (table) => [
    unique().on(table.orgId, table.translateId),
    index().on(table.orgId, table.userId, table.createdAt),
    index().on(table.expiresAt),
  ],
);

/** The files of a request, as they came. */
export const fileSources = pgTable(
  'file_sources',
  {
    translateId: text().$type<TranslateId>().notNull(),
    orgId: orgId(),
    position: smallint().notNull(),
    name: text().notNull(),
    format: text().notNull(),
    content: bytes().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.translateId, table.position] }),
    foreignKey({
      columns: [table.orgId, table.translateId],
      foreignColumns: [fileTranslations.orgId, fileTranslations.translateId],
    }).onDelete('cascade'),
  ],
);

/** One file in one target language: the unit of work, of progress and of download. */
export const fileItems = pgTable(
  'file_items',
  {
    itemId: idColumn<FileItemId>(),
    /** The number that clients see beside the id. */
    number: serial().notNull(),
    translateId: text().$type<TranslateId>().notNull(),
    orgId: orgId(),
    /** Which file of the request. */
    position: smallint().notNull(),
    lang: text().notNull(),
    /** Contract, field, languages and caller, as they were accepted; what it holds is the business of `files`. */
    request: json().notNull(),
    state: text({ enum: FILE_STATES }).notNull().default('queued'),
    ...jobColumns(),
    /** Of the version before, whose processes may still run beside ours while they are replaced. */
    claim: text(),
    detectedLang: text(),
    /** As which a text from before Unicode was read; null for Unicode and everything that is no text. */
    encoding: text(),
    wordCount: integer(),
    characters: bigint({ mode: 'number' }),
    /** Month (its first day) whose quota holds the characters; null without a quota. */
    quotaMonth: text(),
    ...sentenceProgress(),
    /** Sentences that no means could translate; they stand in the result as they were. */
    untranslated: integer().notNull().default(0),
    /** Pages and slides on which a translation runs over its place. */
    overflowPages: integer().array().notNull().default([]),
    result: bytes(),
    errorCode: integer(),
    errorMessage: text(),
    downloaded: boolean().notNull().default(false),
    createdAt: createdAt(),
    finishedAt: moment(),
  },
  (table) => [
    unique().on(table.orgId, table.itemId),
    index().on(table.translateId),
    index('file_items_waiting').on(table.queuedAt).where(sql`state = 'queued'`),
    index('file_items_worker').on(table.worker).where(sql`state = 'running'`),
    foreignKey({
      columns: [table.orgId, table.translateId],
      foreignColumns: [fileTranslations.orgId, fileTranslations.translateId],
    }).onDelete('cascade'),
  ],
);

/** A sentence and its translation; null where there is none. */
export interface TranslatedSentence {
  readonly from: string;
  readonly source: string;
  readonly target: string | null;
  /** What stood there before people corrected it, the machine's first. */
  readonly earlier?: readonly string[];
  /** The sentence before, where the model has read it. */
  readonly before?: string;
}

/** Checkpoints: what a killed worker has done is not done again. Kept with the result, for the bilingual file. */
export const fileSentences = pgTable(
  'file_sentences',
  {
    itemId: text().$type<FileItemId>().notNull(),
    orgId: orgId(),
    batch: integer().notNull(),
    sentences: json().$type<readonly TranslatedSentence[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.itemId, table.batch] }),
    foreignKey({
      columns: [table.orgId, table.itemId],
      foreignColumns: [fileItems.orgId, fileItems.itemId],
    }).onDelete('cascade'),
  ],
);
