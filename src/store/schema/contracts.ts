import { bigint, boolean, date, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { ENGINES, FORMALITIES, FORMATS, INFERENCES, NAME_MODES, SEARCHES } from '../../base/engine.js';
import type { ContractId } from '../../base/ids.js';
import { createdAt, idColumn } from './columns.js';
import { orgId } from './organizations.js';

export const CONTRACT_KINDS = ['text', 'file'] as const;
export type ContractKind = (typeof CONTRACT_KINDS)[number];

export const contracts = pgTable(
  'contracts',
  {
    id: idColumn<ContractId>(),
    orgId: orgId(),
    name: text().notNull(),
    kind: text({ enum: CONTRACT_KINDS }).notNull(),
    engine: text({ enum: ENGINES }).notNull(),
    enabled: boolean().notNull().default(true),
    /** Characters per calendar month (UTC); null is unlimited. */
    charQuota: bigint({ mode: 'number' }),
    /** Synchronous phrase-pair requests per minute and key; null is the service's default. */
    ratePerMinute: integer(),
    /** Whether a translation that lost a value, name, identifier or term is a failure instead of a warning. */
    strict: boolean().notNull().default(false),
    /** Null: fast for synchronous requests of the real-time engine, best for all others. */
    search: text({ enum: SEARCHES }),
    /** Null: what the service is set to. */
    formats: text({ enum: FORMATS }),
    /** Null: customary. */
    names: text({ enum: NAME_MODES }),
    /** Null: auto. */
    formality: text({ enum: FORMALITIES }),
    /** Where sentences are translated. Null: what the service is set to. */
    inference: text({ enum: INFERENCES }),
    createdAt: createdAt(),
  },
  (table) => [unique().on(table.orgId, table.id)],
);

/** Characters reserved against a contract's quota; only contracts that have one get rows. */
export const contractQuotas = pgTable(
  'contract_quotas',
  {
    contractId: text()
      .$type<ContractId>()
      .notNull()
      .references(() => contracts.id, { onDelete: 'cascade' }),
    orgId: orgId(),
    /** First day of the month. */
    month: date().notNull(),
    characters: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.contractId, table.month] })],
);
