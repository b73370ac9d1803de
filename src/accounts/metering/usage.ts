import { and, asc, eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { AccessKey, ContractId, OrganizationId, UserId } from '../../base/ids.js';
import type { Queryable } from '../../store/database.js';
import { GroupCommit } from '../../store/group-commit.js';
import { accessKeys, usageDays } from '../../store/schema/index.js';
import type { Store } from '../../store/store.js';
import { checkDay } from './day.js';

/** One translated request. */
export interface UsageRecord {
  readonly orgId: OrganizationId;
  readonly accessKey: AccessKey;
  readonly contractId: ContractId;
  readonly characters: number;
  readonly words: number;
}

export interface UsageQuery {
  /** Days as `2026-01-31`, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly accessKey?: AccessKey | undefined;
  readonly contractId?: ContractId | undefined;
  /** Only keys that this user has now. */
  readonly userId?: UserId | undefined;
}

/** What was translated under one contract. */
export interface UsageSum {
  readonly requests: number;
  readonly characters: number;
  readonly words: number;
}

export type UsageDay = typeof usageDays.$inferSelect;

/**
 * Counts what was translated. An answer is sent only after its usage is committed, so what was answered is in the books
 * even when the process is killed the moment after. Concurrent answers share one transaction.
 */
export class UsageLedger {
  readonly #store: Store;
  readonly #group: GroupCommit<UsageRecord, true>;

  constructor(store: Store) {
    this.#store = store;
    this.#group = new GroupCommit(async (records) => {
      await store.prepared('book_usage', BOOK_USAGE, columnsOf(records));
      return records.map(() => true);
    });
  }

  /** Resolves when the record is durable. */
  async count(record: UsageRecord): Promise<void> {
    await this.#group.add(record);
  }

  /** Usage of one organization, by day, key and contract. */
  async report(orgId: OrganizationId, query: UsageQuery = {}): Promise<readonly UsageDay[]> {
    checkDay('from', query.from);
    checkDay('to', query.to);
    return this.#store.db
      .select()
      .from(usageDays)
      .where(
        and(
          eq(usageDays.orgId, orgId),
          query.from === undefined ? undefined : gte(usageDays.day, query.from),
          query.to === undefined ? undefined : lte(usageDays.day, query.to),
          query.accessKey === undefined ? undefined : eq(usageDays.accessKey, query.accessKey),
          query.contractId === undefined ? undefined : eq(usageDays.contractId, query.contractId),
          query.userId === undefined
            ? undefined
            : inArray(usageDays.accessKey, this.#keysOf(orgId, query.userId)),
        ),
      )
      .orderBy(asc(usageDays.day), asc(usageDays.accessKey), asc(usageDays.contractId));
  }

  /** Sums of the running calendar month (UTC) by contract. */
  async thisMonth(orgId: OrganizationId): Promise<ReadonlyMap<ContractId, UsageSum>> {
    const sum = (column: PgColumn) => sql<number>`sum(${column})::float8`;
    const rows = await this.#store.db
      .select({
        contractId: usageDays.contractId,
        requests: sum(usageDays.requests),
        characters: sum(usageDays.characters),
        words: sum(usageDays.words),
      })
      .from(usageDays)
      .where(
        and(
          eq(usageDays.orgId, orgId),
          gte(usageDays.day, sql`date_trunc('month', now() at time zone 'utc')::date`),
        ),
      )
      .groupBy(usageDays.contractId);
    return new Map(rows.map(({ contractId, ...sums }) => [contractId, sums]));
  }

  #keysOf(orgId: OrganizationId, userId: UserId) {
    return this.#store.db
      .select({ accessKey: accessKeys.accessKey })
      .from(accessKeys)
      .where(and(eq(accessKeys.orgId, orgId), eq(accessKeys.userId, userId)));
  }

  close(): Promise<void> {
    return this.#group.close();
  }
}

/** Books records in the transaction of the caller: a job counts in the same one that finishes it, so exactly once. */
export async function bookUsage(tx: Queryable, records: readonly UsageRecord[]): Promise<void> {
  const columns = columnsOf(records);
  await tx.execute(statement((name) => sql.param(columns[name])));
}

const BOOK_USAGE = statement(sql.placeholder);

function statement(column: (name: keyof Merged) => unknown): SQL {
  return sql`
    insert into usage_days as u (org_id, access_key, contract_id, day, requests, characters, words)
    select org, key, contract, (now() at time zone 'utc')::date, requests, characters, words
    from unnest(
      ${column('orgId')}::text[], ${column('accessKey')}::text[], ${column('contractId')}::text[],
      ${column('requests')}::bigint[], ${column('characters')}::bigint[], ${column('words')}::bigint[]
    ) as t(org, key, contract, requests, characters, words)
    on conflict (org_id, access_key, contract_id, day) do update set
      requests = u.requests + excluded.requests,
      characters = u.characters + excluded.characters,
      words = u.words + excluded.words`;
}

type Merged = UsageRecord & { readonly requests: number };

function columnsOf(records: readonly UsageRecord[]): Record<keyof Merged, readonly unknown[]> {
  const rows = merge(records);
  return {
    orgId: rows.map(({ orgId }) => orgId),
    accessKey: rows.map(({ accessKey }) => accessKey),
    contractId: rows.map(({ contractId }) => contractId),
    requests: rows.map(({ requests }) => requests),
    characters: rows.map(({ characters }) => characters),
    words: rows.map(({ words }) => words),
  };
}

/** One row per key and contract, in a fixed order: two processes then lock rows in the same order. */
function merge(records: readonly UsageRecord[]): readonly Merged[] {
  const merged = new Map<string, Merged>();
  for (const record of records) {
    const id = `${record.orgId} ${record.accessKey} ${record.contractId}`;
    const before = merged.get(id);
    merged.set(id, {
      ...record,
      requests: (before?.requests ?? 0) + 1,
      characters: (before?.characters ?? 0) + record.characters,
      words: (before?.words ?? 0) + record.words,
    });
  }
  return [...merged.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}
