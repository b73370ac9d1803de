import { sql } from 'drizzle-orm';
import { Failure } from '../../base/failure.js';
import type { OrganizationId } from '../../base/ids.js';
import { GroupCommit } from '../../store/group-commit.js';
import type { Store } from '../../store/store.js';
import type { Caller } from '../caller.js';
import type { Contract } from '../contracts.js';

/** What is counted and locked together. */
export interface RateSubject {
  readonly orgId: OrganizationId;
  /** An access key, or access key and contract where the contract has a rate of its own. */
  readonly subject: string;
}

interface Request extends RateSubject {
  readonly limit: number;
}

/**
 * A key has one rate for all contracts without their own, so that it does not grow with their number. A contract that
 * brings its own rate counts and locks by itself: what passes under the one must not close the other.
 */
export function rateSubject(
  { orgId, accessKey }: Pick<Caller, 'orgId' | 'accessKey'>,
  contract?: Pick<Contract, 'id' | 'ratePerMinute'>,
): RateSubject {
  const own = contract !== undefined && contract.ratePerMinute !== null;
  return { orgId, subject: own ? `${accessKey} ${contract.id}` : accessKey };
}

/** What a caller is told to wait after exceeding its rate, and how long nothing more of it is accepted. */
const RATE_PAUSE_SECONDS = 60;

const TAKE_RATE = sql`
  select subject, take_rate(subject, wanted, most) as granted
  from unnest(
    ${sql.placeholder('subjects')}::text[], ${sql.placeholder('wanted')}::int[], ${sql.placeholder('most')}::int[]
  ) as t(subject, wanted, most)`;

/**
 * Requests per minute and key, shared by all processes. The rule is the function `take_rate` in the database: the first
 * request opens a minute; the one that exceeds the limit closes the subject for 60 seconds, and requests in that time
 * neither pass nor prolong it. Requests of one moment are asked for together, in one statement.
 */
export class RateGate {
  readonly #group: GroupCommit<Request, boolean>;

  constructor(store: Store) {
    this.#group = new GroupCommit(async (requests) => {
      const bySubject = new Map<string, Request[]>();
      for (const request of requests) {
        const same = bySubject.get(request.subject);
        if (same === undefined) bySubject.set(request.subject, [request]);
        else same.push(request);
      }
      // Sorted as the books are, so that whatever locks rows of the same keys does so in the same order.
      const groups = [...bySubject.values()].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
      const rows = await store.prepared<{ subject: string; granted: number }>('take_rate', TAKE_RATE, {
        subjects: groups.map(([first]) => first?.subject),
        wanted: groups.map((group) => group.length),
        most: groups.map((group) => Math.max(...group.map((request) => request.limit))),
      });
      const granted = new Map(rows.map((row) => [row.subject, row.granted]));
      return requests.map(({ subject }) => {
        const left = granted.get(subject) ?? 0;
        granted.set(subject, left - 1);
        return left > 0;
      });
    });
  }

  async pass(subject: RateSubject, limit: number): Promise<void> {
    if (await this.#group.add({ ...subject, limit })) return;
    throw rateExceeded();
  }

  close(): Promise<void> {
    return this.#group.close();
  }
}

function orderOf([first]: readonly Request[]): string {
  return `${first?.orgId} ${first?.subject}`;
}

export function rateExceeded(): Failure {
  return new Failure('rateExceeded', { detail: { retryAfter: RATE_PAUSE_SECONDS } });
}
