import { Failure } from '../failure.js';
import type { Store } from '../store/store.js';
import type { Caller } from './caller.js';
import { GroupCommit } from './group-commit.js';

interface Request {
  readonly caller: Caller;
  readonly limit: number;
}

/** What a caller is told to wait after exceeding its rate, and how long nothing more of it is accepted. */
export const RATE_PAUSE_SECONDS = 60;

/**
 * Requests per minute and key, shared by all processes. The rule is the function `take_rate` in the database: the first
 * request opens a minute; the one that exceeds the limit closes the key for 60 seconds, and requests in that time
 * neither pass nor prolong it. Requests of one moment are asked for together, in one statement.
 */
export class RateGate {
  readonly #group: GroupCommit<Request, boolean>;

  constructor(store: Store) {
    this.#group = new GroupCommit(async (requests) => {
      const byKey = new Map<string, Request[]>();
      for (const request of requests) {
        const same = byKey.get(request.caller.accessKey);
        if (same === undefined) byKey.set(request.caller.accessKey, [request]);
        else same.push(request);
      }
      // Sorted as the books are, so that whatever locks rows of the same keys does so in the same order.
      const groups = [...byKey.values()].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
      const keys = groups.map((group) => group[0]?.caller.accessKey);
      const { rows } = await store.pool.query<{ key: string; granted: number }>({
        name: 'take_rate',
        text: `select key, take_rate(key, org, wanted, most) as granted
               from unnest($1::text[], $2::text[], $3::int[], $4::int[]) as t(key, org, wanted, most)`,
        values: [
          keys,
          groups.map((group) => group[0]?.caller.orgId),
          groups.map((group) => group.length),
          groups.map((group) => Math.max(...group.map((request) => request.limit))),
        ],
      });
      const granted = new Map(rows.map((row) => [row.key, row.granted]));
      return requests.map((request) => {
        const left = granted.get(request.caller.accessKey) ?? 0;
        granted.set(request.caller.accessKey, left - 1);
        return left > 0;
      });
    });
  }

  async pass(caller: Caller, limit: number): Promise<void> {
    if (await this.#group.add({ caller, limit })) return;
    throw rateExceeded();
  }

  close(): Promise<void> {
    return this.#group.close();
  }
}

function orderOf([first]: readonly Request[]): string {
  return `${first?.caller.orgId} ${first?.caller.accessKey}`;
}

export function rateExceeded(): Failure {
  return new Failure(40103, { detail: { retryAfter: RATE_PAUSE_SECONDS } });
}
