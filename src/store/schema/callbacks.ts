import { sql } from 'drizzle-orm';
import { index, integer, json, pgTable, text } from 'drizzle-orm/pg-core';
import type { AccessKey } from '../../base/ids.js';
import { createdAt, idColumn, moment } from './columns.js';
import { accessKeys } from './keys.js';
import { orgId } from './organizations.js';

/** Where results of a key's background work are announced. */
export const callbacks = pgTable('callbacks', {
  accessKey: text()
    .$type<AccessKey>()
    .primaryKey()
    .references(() => accessKeys.accessKey, { onDelete: 'cascade' }),
  orgId: orgId(),
  url: text().notNull(),
  createdAt: createdAt(),
  updatedAt: moment().notNull().defaultNow(),
});

export const CALLBACK_EVENTS = [
  'translation.finished',
  'translation.failed',
  'file.finished',
  'file.failed',
  'training.finished',
  'training.failed',
] as const;
export type CallbackEvent = (typeof CALLBACK_EVENTS)[number];

export const DELIVERY_STATES = ['pending', 'delivered', 'dead', 'cancelled'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** One announcement; its id is `x-delivery-id` and stays over all attempts. */
export const callbackDeliveries = pgTable(
  'callback_deliveries',
  {
    id: idColumn<string>(),
    orgId: orgId(),
    accessKey: text()
      .$type<AccessKey>()
      .notNull()
      .references(() => accessKeys.accessKey, { onDelete: 'cascade' }),
    url: text().notNull(),
    /** Host and port of the URL: deliveries to one receiver are bounded. */
    host: text().notNull(),
    event: text({ enum: CALLBACK_EVENTS }).notNull(),
    /** queueId, translateId or jid. */
    subjectId: text().notNull(),
    body: json().notNull(),
    /** Of the request that asked for what ended, where it was traced. */
    traceparent: text(),
    state: text({ enum: DELIVERY_STATES }).notNull().default('pending'),
    attempts: integer().notNull().default(0),
    nextAttemptAt: moment().notNull().defaultNow(),
    /** While a worker sends it; afterwards anyone may take it up again. */
    leasedUntil: moment(),
    /** Attempts end here. */
    giveUpAt: moment().notNull(),
    lastStatus: integer(),
    lastError: text(),
    createdAt: createdAt(),
    finishedAt: moment(),
  },
  (table) => [
    index().on(table.orgId, table.state, table.createdAt),
    index().on(table.accessKey, table.state),
    // For the last deliveries of a key.
    index().on(table.accessKey, table.createdAt),
    index('callback_deliveries_due').on(table.nextAttemptAt).where(sql`state = 'pending'`),
    index('callback_deliveries_host_due').on(table.host, table.nextAttemptAt).where(sql`state = 'pending'`),
    index('callback_deliveries_leased').on(table.leasedUntil).where(sql`leased_until is not null`),
    index().on(table.createdAt),
  ],
);
