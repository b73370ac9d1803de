import { sql } from 'drizzle-orm';
import { Logger, runMigrations } from 'graphile-worker';
import type pg from 'pg';
import type { Queryable } from '../store/store.js';
import { type Payload, TASKS, type TaskName } from './task-table.js';

export interface EnqueueOptions {
  /** A waiting task of the same key is replaced, so that at most one of it waits. */
  readonly key?: string;
  /** Not before this moment. */
  readonly runAt?: Date;
  /** Smaller runs first. Default 0. */
  readonly priority?: number;
  /** Tasks with the same name here run one after the other, over all workers. */
  readonly queue?: string;
}

/** The queue library tells its steps in words; nobody needs them. */
export function silentLogger(): Logger {
  return new Logger(() => () => undefined);
}

/** Brings the queue's own tables (schema `graphile_worker`) up to date. Safe from many processes at once. */
export async function migrateQueue(pool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: pool, logger: silentLogger() });
}

/**
 * Puts a task into the queue as part of the caller's transaction: it exists exactly when what it is about does.
 *
 * @example
 * await store.db.transaction(async (tx) => {
 *   const [job] = await tx.insert(importJobs).values(row).returning();
 *   await enqueue(tx, 'import', { importId: job.id });
 * });
 */
export async function enqueue<Name extends TaskName>(
  tx: Queryable,
  name: Name,
  payload: Payload<Name>,
  options: EnqueueOptions = {},
): Promise<void> {
  await tx.execute(sql`select graphile_worker.add_job(
    identifier => ${name}::text,
    payload => ${JSON.stringify(payload)}::json,
    queue_name => ${options.queue ?? null}::text,
    run_at => ${options.runAt?.toISOString() ?? null}::timestamptz,
    max_attempts => ${TASKS[name].attempts}::int,
    job_key => ${options.key ?? null}::text,
    priority => ${options.priority ?? 0}::int,
    job_key_mode => 'replace'
  )`);
}
