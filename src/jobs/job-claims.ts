import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../store/database.js';
import type { JobTable } from './job-table.js';

/** A job that this process has claimed. */
export interface Claim<Id extends string = string> {
  readonly id: Id;
  /** Fencing token: everything written about this claim names it. */
  readonly attempt: number;
  /** Tries without progress before this one. */
  readonly tries: number;
  /** Those of them that were the fault of the job, as far as anybody can tell. */
  readonly faults: number;
  /** Of the request that asked for it, where it was traced. */
  readonly traceparent: string | null;
}

/** What a claim is asked for. */
export interface ClaimRequest {
  readonly worker: string;
  /** What this process has room for, in the measure of the kind; at least one job is taken however large it is. */
  readonly room: number;
}

/** What is written with a change: `set`, which may use the arrays of `values`, one element per job, as `o.name`. */
export interface Columns {
  readonly values?: Readonly<Record<string, SQL>>;
  readonly set: SQL;
}

/** Tries are counted up to here; the pause has long stopped to grow. */
export const MOST_TRIES = sql.raw('1000');

/** Whether the time of a waiting row has come. */
export const IS_DUE = sql.raw('(not_before is null or not_before <= now())');

/**
 * One fenced change of many jobs. It touches a job only while it has not ended and is in the hands of this worker under
 * the attempt of the claim, so a worker that was thought dead, or a write that is repeated because its answer was lost,
 * changes nothing. Answers those that took effect: a worker that was thought dead may have claimed the same job again
 * while its first claim still runs, and both may end in one transaction; so claims are told apart by their attempt.
 */
export async function updateClaims<Item extends { readonly job: Claim }>(
  tx: Queryable,
  table: JobTable,
  worker: string,
  items: readonly Item[],
  set: SQL,
  columns?: Columns,
): Promise<readonly Item[]> {
  if (items.length === 0) return [];
  const values = {
    id: sql`${sql.param(items.map(({ job }) => job.id))}::text[]`,
    claim: sql`${sql.param(items.map(({ job }) => job.attempt))}::int[]`,
    ...columns?.values,
  };
  const names = Object.keys(values).map((name) => sql.identifier(name));
  const { rows } = await tx.execute<{ id: string; attempt: number }>(sql`
    update ${nameOf(table)} j set ${set}${columns === undefined ? sql`` : sql`, ${columns.set}`}
    from unnest(${sql.join(Object.values(values), sql`, `)}) as o(${sql.join(names, sql`, `)})
    where j.${idOf(table)} = o.id and j.attempt = o.claim and j.worker = ${worker} and j.finished_at is null
    returning j.${idOf(table)} as id, j.attempt`);
  const touched = new Map(rows.map((row) => [row.id, row.attempt]));
  return items.filter(({ job }) => touched.get(job.id) === job.attempt);
}

/** What makes a row `j` wait again. */
export function putBack({ waitsAs }: JobTable): SQL {
  return sql.raw(`worker = null, queued_at = now()${waitsAs === undefined ? '' : `, state = '${waitsAs}'`}`);
}

/** A row that nobody ended and nobody works on: whatever happened to its worker may be the fault of the job. */
function putBackAsFault(table: JobTable): SQL {
  return sql`${putBack(table)}, tries = least(j.tries + 1, ${MOST_TRIES}), faults = j.faults + 1`;
}

/** Puts jobs of workers that are no more back in line. */
export async function releaseLost(tx: Queryable, table: JobTable): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    update ${nameOf(table)} j set ${putBackAsFault(table)}
    where ${sql.raw(table.held)} and not exists (select from workers w where w.id = j.worker)`);
  return rowCount ?? 0;
}

/**
 * Puts back what the database says this process has but the process does not know of: the answer to a claim was lost
 * on the way, or the outcome could not be written. Must not run while a claim is under way.
 */
export async function releaseUnknown(
  db: Queryable,
  table: JobTable,
  worker: string,
  known: readonly string[],
): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update ${nameOf(table)} j set ${putBackAsFault(table)}
    where ${sql.raw(table.held)} and worker = ${worker} and not (${idOf(table)} = any(${sql.param(known)}::text[]))`);
  return rowCount ?? 0;
}

/** Puts back what this process has, untouched: it leaves. */
export async function releaseAll(tx: Queryable, table: JobTable, worker: string): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    update ${nameOf(table)} j set ${putBack(table)} where ${sql.raw(table.held)} and worker = ${worker}`);
  return rowCount ?? 0;
}

/** Whether work has waited for so long that its token must have been lost. */
export function isUnnoticed(table: JobTable, age: string): SQL {
  return sql`exists (select from ${nameOf(table)}
    where ${sql.raw(table.waiting)} and greatest(queued_at, not_before) < now() - ${age}::interval)`;
}

function nameOf({ name }: JobTable): SQL {
  return sql.raw(name);
}

function idOf({ id }: JobTable): SQL {
  return sql.raw(id);
}
