import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { AccessKey, QueueId, TranslateId } from '../../base/ids.js';
import { moment } from './columns.js';
import { accessKeys, bytes } from './keys.js';
import { orgId } from './organizations.js';

/** Submissions by what makes them the same: an `Idempotency-Key`, or the signature of the request. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    accessKey: text()
      .$type<AccessKey>()
      .notNull()
      .references(() => accessKeys.accessKey, { onDelete: 'cascade' }),
    orgId: orgId(),
    key: text().notNull(),
    /** SHA-256 of the body: the same key with another body is a mistake of the caller. */
    body: bytes().notNull(),
    /** Of texts, or the `translateId` of files. */
    queueId: text().$type<QueueId | TranslateId>().notNull(),
    /** From then on the key is free again. */
    expiresAt: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accessKey, table.key] }), index().on(table.expiresAt)],
);
