import { sql } from 'drizzle-orm';
import { GroupCommit } from '../../store/group-commit.js';
import type { Store } from '../../store/store.js';
import { type RateSubject, rateExceeded } from './rate.js';
import type { UsageRecord } from './usage.js';

interface Passage {
  /** What the rate counts by. */
  readonly subject: string;
  /** Requests per minute. */
  readonly limit: number;
  readonly record: UsageRecord;
}

const { placeholder } = sql;

const ADMIT_AND_BOOK = sql`
  select admit_and_book(subject, key, org, contract, most, first, last,
    ${placeholder('characters')}::bigint[], ${placeholder('words')}::bigint[]) as passed
  from unnest(
    ${placeholder('subjects')}::text[], ${placeholder('keys')}::text[], ${placeholder('organizations')}::text[],
    ${placeholder('contracts')}::text[], ${placeholder('limits')}::int[], ${placeholder('firsts')}::int[],
    ${placeholder('lasts')}::int[]
  ) as t(subject, key, org, contract, most, first, last)`;

/**
 * The rate of a key and the booking of its usage in one trip to the database, for answers that are known without the
 * model: with nothing to do in between, a second trip would be much of what such an answer takes. The same rule and the
 * same books as `RateGate` and `UsageLedger`; what the rate refuses is not booked.
 */
export class MeteredAdmission {
  readonly #group: GroupCommit<Passage, boolean>;

  constructor(store: Store) {
    this.#group = new GroupCommit(async (passages) => {
      // Apart, each in the order of the books: mixed, two statements could lock counters and books crosswise.
      const indexes = [...passages.keys()];
      const hasOwnRate = (index: number) => passages[index]?.subject !== passages[index]?.record.accessKey;
      const shared = indexes.filter((index) => !hasOwnRate(index));
      const own = indexes.filter(hasOwnRate);
      const passed = new Set<number>();
      for (const part of [shared, own]) {
        if (part.length === 0) continue;
        for (const index of await admit(store, passages, part)) passed.add(index);
      }
      return indexes.map((index) => passed.has(index));
    });
  }

  /** Resolves when the record is durable; rejects with `rateExceeded` when the key has exceeded its rate. */
  async pass({ subject }: RateSubject, limit: number, record: UsageRecord): Promise<void> {
    if (!(await this.#group.add({ subject, limit, record }))) throw rateExceeded();
  }

  close(): Promise<void> {
    return this.#group.close();
  }
}

/** Takes the rate and books in one statement; answers which of the passages passed. */
async function admit(
  store: Store,
  passages: readonly Passage[],
  part: readonly number[],
): Promise<readonly number[]> {
  // Those of one key and contract follow each other; sorted as everywhere, so that nobody locks in another order.
  const order = part
    .flatMap((index) => {
      const passage = passages[index];
      return passage === undefined ? [] : [{ ...passage, index, id: idOf(passage.record) }];
    })
    .sort((a, b) => (a.id === b.id ? a.index - b.index : a.id < b.id ? -1 : 1));
  const starts = order.flatMap(({ id }, at) => (order[at - 1]?.id === id ? [] : [at]));
  const heads = starts.flatMap((start) => order[start] ?? []);
  const rows = await store.prepared<{ passed: number }>('admit_and_book', ADMIT_AND_BOOK, {
    subjects: heads.map(({ subject }) => subject),
    keys: heads.map(({ record }) => record.accessKey),
    organizations: heads.map(({ record }) => record.orgId),
    contracts: heads.map(({ record }) => record.contractId),
    limits: heads.map(({ limit }) => limit),
    // Arrays of SQL begin at 1.
    firsts: starts.map((start) => start + 1),
    lasts: [...starts.slice(1), order.length],
    characters: order.map(({ record }) => record.characters),
    words: order.map(({ record }) => record.words),
  });
  return starts.flatMap((start, group) =>
    order.slice(start, start + (rows[group]?.passed ?? 0)).map(({ index }) => index),
  );
}

function idOf({ orgId, accessKey, contractId }: UsageRecord): string {
  return `${orgId} ${accessKey} ${contractId}`;
}
