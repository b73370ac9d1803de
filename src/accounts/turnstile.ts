import type { Store } from '../store/store.js';
import type { Caller } from './caller.js';
import { GroupCommit } from './group-commit.js';
import { rateExceeded } from './rate.js';
import { ADD_TO_DAY, type UsageRecord } from './usage.js';

interface Passage {
  readonly caller: Caller;
  /** Requests per minute. */
  readonly limit: number;
  readonly record: UsageRecord;
}

/**
 * The rate of a key and the booking of its usage in one statement, for answers that are known without the model: with
 * nothing to do in between, the second trip to the database would be most of what such an answer takes. The same rule and
 * the same books as `RateGate` and `UsageLedger`; what the rate refuses is not booked.
 */
export class Turnstile {
  readonly #group: GroupCommit<Passage, boolean>;

  constructor(store: Store) {
    this.#group = new GroupCommit(async (passages) => {
      const places = placesOf(passages);
      // Sorted, so that two processes lock the rows of the same keys in the same order.
      const keys = [...new Set(passages.map(({ caller }) => caller.accessKey))].sort();
      const groups = keys.map((key) => passages.filter(({ caller }) => caller.accessKey === key));
      const { rows } = await store.pool.query<{ key: string; granted: number }>({
        name: 'pass_and_book',
        text: PASS_AND_BOOK,
        values: [
          keys,
          groups.map(([first]) => first?.caller.orgId),
          groups.map((group) => group.length),
          groups.map((group) => Math.max(...group.map(({ limit }) => limit))),
          passages.map(({ record }) => record.orgId),
          passages.map(({ record }) => record.accessKey),
          passages.map(({ record }) => record.contractId),
          passages.map(({ record }) => record.characters),
          passages.map(({ record }) => record.words),
          places,
        ],
      });
      const granted = new Map(rows.map((row) => [row.key, row.granted]));
      return passages.map(
        ({ caller }, index) => (places[index] ?? 0) <= (granted.get(caller.accessKey) ?? 0),
      );
    });
  }

  /** Resolves when the record is durable; rejects with 40103 when the key has exceeded its rate. */
  async pass(caller: Caller, limit: number, record: UsageRecord): Promise<void> {
    if (!(await this.#group.add({ caller, limit, record }))) throw rateExceeded();
  }

  close(): Promise<void> {
    return this.#group.close();
  }
}

/** `take_rate` is volatile, so the first part runs once, before anything of the second. */
const PASS_AND_BOOK = `
  with passed as materialized (
    select key, take_rate(key, org, wanted, most) as granted
    from unnest($1::text[], $2::text[], $3::int[], $4::int[]) as t(key, org, wanted, most)
  ),
  booked as (
    insert into usage_days as u (org_id, access_key, contract_id, day, requests, characters, words)
    select r.org, r.key, r.contract, (now() at time zone 'utc')::date, count(*), sum(r.characters), sum(r.words)
    from unnest($5::text[], $6::text[], $7::text[], $8::bigint[], $9::bigint[], $10::int[])
      as r(org, key, contract, characters, words, place)
    join passed on passed.key = r.key and r.place <= passed.granted
    group by r.org, r.key, r.contract
    order by r.org, r.key, r.contract
    ${ADD_TO_DAY}
  )
  select key, granted from passed`;

/** The how-manieth of its key each passage is: the first ones pass. */
function placesOf(passages: readonly Passage[]): readonly number[] {
  const counts = new Map<string, number>();
  return passages.map(({ caller }) => {
    const place = (counts.get(caller.accessKey) ?? 0) + 1;
    counts.set(caller.accessKey, place);
    return place;
  });
}
