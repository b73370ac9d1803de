import { sql } from 'drizzle-orm';
import { Failure } from '../failure.js';
import type { ContractId } from '../ids.js';
import type { Queryable, Store } from '../store/store.js';
import type { Contract } from './contracts.js';

/** Characters a request has reserved; given back when it fails. */
export interface Reservation {
  /** First day of the month that holds the characters, for work that outlives the process; null without a quota. */
  readonly month: string | null;
  release(): Promise<void>;
}

const NOTHING: Reservation = { month: null, release: async () => undefined };

/**
 * Character quotas of contracts, per calendar month (UTC). Characters are reserved before the work, in one statement
 * that cannot pass the quota however many processes ask, and given back when the work fails.
 */
export class Quotas {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  async reserve(
    contract: Pick<Contract, 'id' | 'orgId' | 'charQuota'>,
    characters: number,
  ): Promise<Reservation> {
    if (contract.charQuota === null) return NOTHING;
    const { rows } = await this.#store.pool.query<{ month: string }>(
      `insert into contract_quotas as q (contract_id, org_id, month, characters)
       select $1, $2, date_trunc('month', now() at time zone 'utc')::date, $3::bigint where $3::bigint <= $4::bigint
       on conflict (contract_id, month) do update set characters = q.characters + excluded.characters
         where q.characters + excluded.characters <= $4::bigint
       returning month::text`,
      [contract.id, contract.orgId, characters, contract.charQuota],
    );
    const month = rows[0]?.month;
    if (month === undefined) throw new Failure('quotaExceeded');
    return {
      month,
      release: () => releaseQuota(this.#store.db, contract.id, month, characters),
    };
  }
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
