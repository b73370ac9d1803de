import type { Store } from '../store/store.js';
import { GroupCommit } from './group-commit.js';
import { rateExceeded } from './rate.js';
import type { UsageRecord } from './usage.js';

interface Passage {
  /** Requests per minute. */
  readonly limit: number;
  readonly record: UsageRecord;
}

/**
 * The rate of a key and the booking of its usage in one trip to the database, for answers that are known without the
 * model: with nothing to do in between, a second trip would be much of what such an answer takes. The same rule and the
 * same books as `RateGate` and `UsageLedger`; what the rate refuses is not booked.
 */
export class Turnstile {
  readonly #group: GroupCommit<Passage, boolean>;

  constructor(store: Store) {
    this.#group = new GroupCommit(async (passages) => {
      // Those of one key and contract follow each other; sorted as everywhere, so that nobody locks in another order.
      const order = passages
        .map((passage, index) => ({ ...passage, index, id: idOf(passage.record) }))
        .sort((a, b) => (a.id === b.id ? a.index - b.index : a.id < b.id ? -1 : 1));
      const starts = order.flatMap(({ id }, at) => (order[at - 1]?.id === id ? [] : [at]));
      const ends = [...starts.slice(1), order.length];
      const heads = starts.flatMap((start) => order[start] ?? []);
      const { rows } = await store.pool.query<{ passed: number }>({
        name: 'pass_and_book',
        text: `select pass_and_book(key, org, contract, most, first, last, $7::bigint[], $8::bigint[]) as passed
               from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::int[], $6::int[])
                 as t(key, org, contract, most, first, last)`,
        values: [
          heads.map(({ record }) => record.accessKey),
          heads.map(({ record }) => record.orgId),
          heads.map(({ record }) => record.contractId),
          heads.map(({ limit }) => limit),
          // Arrays of SQL begin at 1.
          starts.map((start) => start + 1),
          ends,
          order.map(({ record }) => record.characters),
          order.map(({ record }) => record.words),
        ],
      });
      const passed = passages.map(() => false);
      for (const [group, start] of starts.entries()) {
        const first = order.slice(start, start + (rows[group]?.passed ?? 0));
        for (const { index } of first) passed[index] = true;
      }
      return passed;
    });
  }

  /** Resolves when the record is durable; rejects with 40103 when the key has exceeded its rate. */
  async pass(limit: number, record: UsageRecord): Promise<void> {
    if (!(await this.#group.add({ limit, record }))) throw rateExceeded();
  }

  close(): Promise<void> {
    return this.#group.close();
  }
}

function idOf({ orgId, accessKey, contractId }: UsageRecord): string {
  return `${orgId} ${accessKey} ${contractId}`;
}
