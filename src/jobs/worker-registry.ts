import { hostname } from 'node:os';
import { sql } from 'drizzle-orm';
import { notify } from '../queue/notify.js';
import type { Database, Queryable } from '../store/database.js';
import { isUnnoticed, releaseAll, releaseLost } from './job-claims.js';
import { JOB_TABLES } from './job-table.js';

/** What a sweep found and set right. */
export interface Sweep {
  readonly lostWorkers: number;
  readonly requeued: number;
}

/** A worker process that is alive. */
export interface LivingWorker extends Record<string, unknown> {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly startedAt: string;
  /** Seconds since it last reported. */
  readonly silentSeconds: number;
  /** Translations that it works on. */
  readonly translations: number;
}

export async function livingWorkers(db: Queryable): Promise<readonly LivingWorker[]> {
  const { rows } = await db.execute<LivingWorker>(sql`
    select id, host, pid, to_char(started_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "startedAt",
      extract(epoch from now() - seen_at)::float8 as "silentSeconds",
      (select count(*)::int from translation_jobs j where j.state = 'running' and j.worker = w.id) as translations
    from workers w order by started_at`);
  return rows;
}

/** Work that has waited this long although nobody holds it has lost its token. */
const UNNOTICED = '2 seconds';

/**
 * Which worker processes are alive. Each reports while it lives; one that has not for the length of a lease is declared
 * dead by whoever looks first, and its jobs, of whatever kind, go back in line. A process that was only cut off comes back under the same
 * name, but finds every job it had fenced off by a newer attempt.
 */
export class WorkerRegistry {
  readonly #database: Database;
  readonly #id: string;
  readonly #leaseMs: number;

  constructor(database: Database, id: string, leaseMs: number) {
    this.#database = database;
    this.#id = id;
    this.#leaseMs = leaseMs;
  }

  /** Reports that this process lives. `slots` are its names in the queue. */
  async report(slots: readonly string[]): Promise<void> {
    await this.#database.db.execute(sql`
      insert into workers (id, host, pid, slots)
      values (${this.#id}, ${hostname()}, ${process.pid}, ${sql.param(slots)}::text[])
      on conflict (id) do update set seen_at = now(), slots = excluded.slots`);
  }

  /** Takes over from the dead, and notifies a worker of work that nobody seems to know of. */
  async sweep(): Promise<Sweep> {
    const swept = await this.#database.transaction(async (tx) => {
      const dead = await tx.execute(sql`
        delete from workers where seen_at < now() - ${this.#leaseMs} * interval '1 millisecond'`);
      await unlockSlots(tx, this.#leaseMs);
      let requeued = 0;
      for (const table of Object.values(JOB_TABLES)) requeued += await releaseLost(tx, table);
      return { lostWorkers: dead.rowCount ?? 0, requeued };
    });
    await this.#notifyUnnoticed();
    return swept;
  }

  async #notifyUnnoticed(): Promise<void> {
    const tables = Object.values(JOB_TABLES);
    const { rows } = await this.#database.db.execute<Record<string, boolean>>(sql`
      select exists (select from callback_deliveries
          where state = 'pending' and greatest(next_attempt_at, leased_until) < now() - ${UNNOTICED}::interval) as deliver,
        ${sql.join(
          tables.map((table) => sql`${isUnnoticed(table, UNNOTICED)} as ${sql.identifier(table.task)}`),
          sql`, `,
        )}`);
    if (rows[0]?.deliver === true) await notify(this.#database.db, 'deliver');
    for (const { task } of tables) if (rows[0]?.[task] === true) await notify(this.#database.db, task);
  }

  /** Signs off; whatever is still held goes back in line at once. */
  async leave(slots: readonly string[]): Promise<void> {
    await this.#database.transaction(async (tx) => {
      await tx.execute(sql`delete from workers where id = ${this.#id}`);
      await tx.execute(sql`select graphile_worker.force_unlock_workers(${sql.param(slots)}::text[])`);
      for (const table of Object.values(JOB_TABLES)) {
        if ((await releaseAll(tx, table, this.#id)) > 0) await notify(tx, table.task);
      }
    });
  }
}

/**
 * Frees tasks whose slot belongs to no living process. The queue's own limit is four hours. A lock younger than a lease
 * may be of a process that is just starting and has not reported yet.
 */
async function unlockSlots(tx: Queryable, leaseMs: number): Promise<void> {
  await tx.execute(sql`
    select graphile_worker.force_unlock_workers(lost.slots) from (
      select array_agg(distinct j.locked_by) as slots from graphile_worker.jobs j
      where j.locked_at < now() - ${leaseMs} * interval '1 millisecond'
        and not exists (select from workers w where j.locked_by = any(w.slots))
    ) lost where lost.slots is not null`);
}
