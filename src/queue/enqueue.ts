import { sql } from 'drizzle-orm';
import { Logger, runMigrations } from 'graphile-worker';
import type pg from 'pg';
import type { Queryable } from '../store/database.js';
import { TASKS, type TaskName } from './task-table.js';

export interface EnqueueOptions {
  /** A waiting task of the same key is replaced, so that at most one of it waits. */
  readonly key: string;
  /** Not before this moment. */
  readonly runAt?: Date;
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
 * Puts a task into the queue as part of the caller's transaction: it exists exactly when what it is about does. Tasks carry
 * nothing; what there is to do stands in the tables.
 */
export async function enqueue(tx: Queryable, name: TaskName, { key, runAt }: EnqueueOptions): Promise<void> {
  await tx.execute(sql`select graphile_worker.add_job(
    identifier => ${name}::text,
    run_at => ${runAt?.toISOString() ?? null}::timestamptz,
    max_attempts => ${TASKS[name].attempts}::int,
    job_key => ${key}::text,
    job_key_mode => 'replace'
  )`);
}
