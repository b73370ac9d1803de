import { sql } from 'drizzle-orm';
import { Failure } from '../../base/failure.js';
import type { ContractId } from '../../base/ids.js';
import type { Queryable } from '../../store/database.js';
import type { Store } from '../../store/store.js';
import type { Contract } from '../contracts.js';

/** Characters a request has reserved; given back when it fails. */
export interface Reservation {
  release(): Promise<void>;
}

type QuotaHolder = Pick<Contract, 'id' | 'orgId' | 'charQuota'>;

const NOTHING: Reservation = { release: async () => undefined };

/**
 * Character quotas of contracts, per calendar month (UTC). Characters are reserved before the work, in one statement
 * that cannot pass the quota however many processes ask, and given back when the work fails.
 */
export class Quotas {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  async reserve(contract: QuotaHolder, characters: number): Promise<Reservation> {
    const month = await reserveQuota(this.#store.db, contract, characters);
    if (month === null) return NOTHING;
    return { release: () => releaseQuota(this.#store.db, contract.id, month, characters) };
  }
}

/**
 * Reserves characters, in the transaction of the caller where there is one: they are then reserved exactly when what they
 * are for is written down.
 *
 * @returns the month (its first day) that holds them; null without a quota
 */
export async function reserveQuota(
  db: Queryable,
  { id, orgId, charQuota }: QuotaHolder,
  characters: number,
): Promise<string | null> {
  if (charQuota === null) return null;
  const { rows } = await db.execute<{ month: string }>(sql`
    insert into contract_quotas as q (contract_id, org_id, month, characters)
    select ${id}, ${orgId}, date_trunc('month', now() at time zone 'utc')::date, ${characters}::bigint
    where ${characters}::bigint <= ${charQuota}::bigint
    on conflict (contract_id, month) do update set characters = q.characters + excluded.characters
      where q.characters + excluded.characters <= ${charQuota}::bigint
    returning month::text`);
  const month = rows[0]?.month;
  if (month === undefined) throw new Failure('quotaExceeded');
  return month;
}

/** Gives characters back to the month that they were reserved in; without a quota there is none. */
export async function releaseQuota(
  db: Queryable,
  contractId: ContractId,
  month: string | null,
  characters: number,
): Promise<void> {
  if (month === null) return;
  await db.execute(sql`
    update contract_quotas set characters = characters - ${characters}::bigint
    where contract_id = ${contractId} and month = ${month}::date`);
}
