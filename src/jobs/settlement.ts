import { releaseQuota } from '../accounts/metering/quota.js';
import { bookUsage, type UsageRecord } from '../accounts/metering/usage.js';
import type { ContractId } from '../base/ids.js';
import { type Announcement, announce } from '../callbacks/announcements.js';
import type { Queryable } from '../store/database.js';

/** Characters that a job has reserved of a contract. */
export interface Reserved {
  readonly contractId: ContractId;
  /** First day of the month that holds them; null without a quota. */
  readonly month: string | null;
  readonly characters: number;
}

/** What the ends of jobs mean for others. */
export interface Settlement {
  /** Of those that finished. */
  readonly usage: readonly UsageRecord[];
  /** Of those that did not: given back. */
  readonly reserved: readonly Reserved[];
  readonly announcements: readonly Announcement[];
}

/**
 * Books, gives back and announces, in the transaction that ends the jobs: the one place where background work is metered.
 * Contracts, books and tokens are locked in this order and each sorted, so that two transactions can wait for each other
 * in one direction only.
 */
export async function settle(tx: Queryable, { usage, reserved, announcements }: Settlement): Promise<void> {
  for (const { contractId, month, characters } of sums(reserved)) {
    await releaseQuota(tx, contractId, month, characters);
  }
  if (usage.length > 0) await bookUsage(tx, usage);
  await announce(tx, announcements);
}

/** What was reserved together, by contract and month. */
function sums(reserved: readonly Reserved[]): readonly Reserved[] {
  const found = new Map<string, Reserved>();
  for (const { contractId, month, characters } of reserved) {
    if (month === null) continue;
    const key = `${contractId} ${month}`;
    found.set(key, { contractId, month, characters: characters + (found.get(key)?.characters ?? 0) });
  }
  return [...found.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}
