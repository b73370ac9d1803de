import { sql } from 'drizzle-orm';
import { notify } from '../queue/notify.js';
import type { Queryable } from '../store/database.js';
import { type Claim, type Columns, MOST_TRIES, putBack, updateClaims } from './job-claims.js';
import type { JobTable } from './job-table.js';
import { type Settlement, settle } from './settlement.js';

export interface JobFailure {
  /** As in the catalogue of failures. */
  readonly code: number;
  readonly message: string;
  /** Of the text that it is about. */
  readonly index: number | null;
}

/** What a turn gives: some progress, after which the job waits for its next turn, or all of it. */
export type TurnResult<Progress, Result> =
  | { readonly kind: 'advanced'; readonly progress: Progress }
  | { readonly kind: 'finished'; readonly result: Result };

/** What became of a claim. */
export type Outcome<Job extends Claim, Progress, Result> =
  | { readonly kind: 'advanced'; readonly job: Job; readonly progress: Progress }
  | { readonly kind: 'finished'; readonly job: Job; readonly result: Result }
  | { readonly kind: 'failed'; readonly job: Job; readonly failure: JobFailure }
  | Released<Job>;

/** Put back untouched; `pauseMs` keeps it out of line for a while, and then counts as a try. */
export interface Released<Job extends Claim> {
  readonly kind: 'released';
  readonly job: Job;
  readonly pauseMs: number;
  readonly isFault: boolean;
}

export type Advanced<Job extends Claim, Progress> = Extract<
  Outcome<Job, Progress, never>,
  { kind: 'advanced' }
>;
export type Finished<Job extends Claim, Result> = Extract<Outcome<Job, never, Result>, { kind: 'finished' }>;
export type Failed<Job extends Claim> = Extract<Outcome<Job, never, never>, { kind: 'failed' }>;

/** What one kind of job writes down beside what all have in common. All of it is part of the transaction of the outcome. */
export interface JobRecords<Job extends Claim, Progress, Result> {
  readonly table: JobTable;
  advanced?(outcomes: readonly Advanced<Job, Progress>[]): Columns;
  finished?(outcomes: readonly Finished<Job, Result>[]): Columns;
  failed(outcomes: readonly Failed<Job>[]): Columns;
  /** Takes locks that others take before those of the jobs. */
  lock?(tx: Queryable, finished: readonly Finished<Job, Result>[]): Promise<void>;
  /** Keeps what turns have given, of those that took effect. */
  keep?(
    tx: Queryable,
    kept: {
      readonly advanced: readonly Advanced<Job, Progress>[];
      readonly finished: readonly Finished<Job, Result>[];
    },
  ): Promise<void>;
  /** What the ends that took effect mean for others. */
  settlement?(
    tx: Queryable,
    finished: readonly Finished<Job, Result>[],
    failed: readonly Failed<Job>[],
  ): Promise<Settlement>;
}

/**
 * Writes what became of claims, in the caller's transaction: states, results, usage, characters given back and
 * announcements stand together or not at all. Every change is fenced. Answers which outcomes took effect.
 */
export async function writeOutcomes<Job extends Claim, Progress, Result>(
  tx: Queryable,
  records: JobRecords<Job, Progress, Result>,
  worker: string,
  outcomes: readonly Outcome<Job, Progress, Result>[],
): Promise<readonly boolean[]> {
  const { table } = records;
  const given = {
    advanced: outcomes.filter((one) => one.kind === 'advanced'),
    finished: outcomes.filter((one) => one.kind === 'finished'),
    failed: outcomes.filter((one) => one.kind === 'failed'),
    released: outcomes.filter((one) => one.kind === 'released'),
  };
  const update = <Item extends { readonly job: Job }>(
    items: readonly Item[],
    set: ReturnType<typeof sql>,
    columns?: Columns,
  ) => updateClaims(tx, table, worker, items, set, columns);
  if (given.finished.length > 0) await records.lock?.(tx, given.finished);
  const advanced = await update(
    given.advanced,
    sql`${putBack(table)}, tries = 0, faults = 0, not_before = null`,
    records.advanced?.(given.advanced),
  );
  const finished = await update(
    given.finished,
    sql`worker = null, state = 'finished', finished_at = now()`,
    records.finished?.(given.finished),
  );
  const failed = await update(
    given.failed,
    sql`worker = null, state = 'failed', finished_at = now()`,
    records.failed(given.failed),
  );
  const released = await update(given.released, sql`${putBack(table)}`, releasedColumns(given.released));
  if (advanced.length + finished.length > 0) await records.keep?.(tx, { advanced, finished });
  if (finished.length + failed.length > 0) {
    const settlement = await records.settlement?.(tx, finished, failed);
    if (settlement !== undefined) await settle(tx, settlement);
  }
  // Tokens of the queue are locked until the commit: those of announcements come first, as everywhere.
  if (advanced.length + released.length > 0) await notify(tx, table.task);
  const longest = Math.max(0, ...released.map(({ pauseMs }) => pauseMs));
  if (longest > 0) await notify(tx, table.task, new Date(Date.now() + longest));
  const kept = new Set<unknown>([...advanced, ...finished, ...failed, ...released]);
  return outcomes.map((outcome) => kept.has(outcome));
}

/** Why they failed, for tables that have a code and a message. */
export function failureColumns(outcomes: readonly Failed<Claim>[]): Columns {
  return {
    values: {
      code: sql`${sql.param(outcomes.map(({ failure }) => failure.code))}::int[]`,
      message: sql`${sql.param(outcomes.map(({ failure }) => failure.message))}::text[]`,
    },
    set: sql`error_code = o.code, error_message = o.message`,
  };
}

function releasedColumns(outcomes: readonly Released<Claim>[]): Columns {
  return {
    values: {
      pause: sql`${sql.param(outcomes.map(({ pauseMs }) => pauseMs))}::int[]`,
      fault: sql`${sql.param(outcomes.map(({ isFault }) => (isFault ? 1 : 0)))}::int[]`,
    },
    set: sql`tries = least(j.tries + least(1, o.pause), ${MOST_TRIES}), faults = j.faults + o.fault,
      not_before = case when o.pause > 0 then now() + o.pause * interval '1 millisecond' end`,
  };
}
