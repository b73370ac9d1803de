import {
  boolean,
  customType,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import type { AccessKey, ContractId, UserId } from '../../base/ids.js';
import { createdAt, moment } from './columns.js';
import { contracts } from './contracts.js';
import { orgId, users } from './organizations.js';

export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

export const PROFILES = ['standard', 'legacy'] as const;
/** How strictly requests of a key are read. */
export type Profile = (typeof PROFILES)[number];

export const accessKeys = pgTable(
  'access_keys',
  {
    /** 64 hexadecimal digits. */
    accessKey: text().$type<AccessKey>().primaryKey(),
    orgId: orgId(),
    userId: text().$type<UserId>().notNull(),
    label: text().notNull().default(''),
    profile: text({ enum: PROFILES }).notNull().default('standard'),
    enabled: boolean().notNull().default(true),
    /** The contract of requests that name none. */
    defaultContractId: text().$type<ContractId>(),
    /** Whether every request has to carry `x-signature-v2`, which covers method and body too. */
    requiresV2: boolean('requires_signature_v2').notNull().default(false),
    /** AES-256-GCM box of the secret key: HMAC needs the secret itself, so a hash would not do. */
    secretBox: bytes().notNull(),
    /** The secret before the last rotation, accepted until `previousUntil`. */
    previousSecretBox: bytes(),
    previousUntil: moment(),
    createdAt: createdAt(),
    rotatedAt: moment(),
  },
  (table) => [
    unique().on(table.orgId, table.accessKey),
    index().on(table.orgId, table.userId),
    foreignKey({ columns: [table.orgId, table.userId], foreignColumns: [users.orgId, users.id] }).onDelete(
      'cascade',
    ),
    // No action: contracts are disabled, not deleted, and an organization goes with all that is its own.
    foreignKey({
      columns: [table.orgId, table.defaultContractId],
      foreignColumns: [contracts.orgId, contracts.id],
    }),
  ],
);

/** Requests that were signed lately, so that their signature serves for no other request. */
export const nonces = pgTable(
  'nonces',
  {
    accessKey: text()
      .$type<AccessKey>()
      .notNull()
      .references(() => accessKeys.accessKey, { onDelete: 'cascade' }),
    orgId: orgId(),
    signature: bytes().notNull(),
    /** SHA-256 of method and target. */
    request: bytes().notNull(),
    /** SHA-256 of the body. */
    body: bytes().notNull(),
    seenAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.accessKey, table.signature] }), index().on(table.seenAt)],
);
