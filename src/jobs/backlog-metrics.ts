import { sql } from 'drizzle-orm';
import { Gauge, type Registry } from 'prom-client';
import type { Queryable } from '../store/database.js';
import { JOB_TABLES } from './job-table.js';
import { type LivingWorker, livingWorkers } from './worker-registry.js';

/** How the background work stands. */
export interface Backlog extends Record<string, unknown> {
  readonly queued: number;
  readonly running: number;
  /** Seconds for which the job that waits longest has waited. */
  readonly waited: number;
  readonly pending: number;
  readonly dead: number;
  readonly workers: number;
}

/** How the background work of all processes stands. */
export class BacklogReader {
  readonly #db: Queryable;

  constructor(db: Queryable) {
    this.#db = db;
  }

  read(): Promise<Backlog> {
    return readBacklog(this.#db);
  }

  workers(): Promise<readonly LivingWorker[]> {
    return livingWorkers(this.#db);
  }
}

/**
 * How the background work stands, asked of the database whenever metrics are fetched. Every process shows the same, so
 * take the largest, not the sum.
 */
export function measureBacklog(registry: Registry, db: Queryable): void {
  const ask = sharedQuestion(db);
  const registers = [registry];
  new Gauge({
    name: 'kotobashi_jobs',
    help: 'Asynchronous translations that have not ended, by state.',
    labelNames: ['state'],
    registers,
    async collect() {
      const standing = await ask();
      this.set({ state: 'queued' }, standing?.queued ?? Number.NaN);
      this.set({ state: 'running' }, standing?.running ?? Number.NaN);
    },
  });
  new Gauge({
    name: 'kotobashi_background_jobs',
    help: 'Work of every kind (translation, file, training, import) that has not ended, by kind and state.',
    labelNames: ['kind', 'state'],
    registers,
    async collect() {
      this.reset();
      for (const { kind, waiting, held } of await readKinds(db).catch(() => [])) {
        this.set({ kind, state: 'queued' }, waiting);
        this.set({ kind, state: 'running' }, held);
      }
    },
  });
  new Gauge({
    name: 'kotobashi_jobs_longest_wait_seconds',
    help: 'For how long the translation that waits longest has waited for its turn.',
    registers,
    async collect() {
      this.set((await ask())?.waited ?? Number.NaN);
    },
  });
  new Gauge({
    name: 'kotobashi_callback_deliveries',
    help: 'Callback deliveries that wait, and those given up, by state.',
    labelNames: ['state'],
    registers,
    async collect() {
      const standing = await ask();
      this.set({ state: 'pending' }, standing?.pending ?? Number.NaN);
      this.set({ state: 'dead' }, standing?.dead ?? Number.NaN);
    },
  });
  new Gauge({
    name: 'kotobashi_workers',
    help: 'Processes that do background work.',
    registers,
    async collect() {
      this.set((await ask())?.workers ?? Number.NaN);
    },
  });
}

/** The gauges of one fetch share one question. Without a database nobody knows, and the other metrics stay readable. */
function sharedQuestion(db: Queryable): () => Promise<Backlog | undefined> {
  let asked: Promise<Backlog | undefined> | undefined;
  return () => {
    asked ??= readBacklog(db)
      .catch(() => undefined)
      .finally(() => {
        asked = undefined;
      });
    return asked;
  };
}

interface KindOfWork extends Record<string, unknown> {
  readonly kind: string;
  readonly waiting: number;
  readonly held: number;
}

const KINDS = Object.entries(JOB_TABLES)
  .map(
    ([kind, { name, waiting, held }]) =>
      `select '${kind}' as kind, (select count(*)::int from ${name} where ${waiting}) as waiting,
        (select count(*)::int from ${name} where ${held}) as held`,
  )
  .join(' union all ');

async function readKinds(db: Queryable): Promise<readonly KindOfWork[]> {
  const { rows } = await db.execute<KindOfWork>(sql.raw(KINDS));
  return rows;
}

async function readBacklog(db: Queryable): Promise<Backlog> {
  const { rows } = await db.execute<Backlog>(sql`
    select
      (select count(*)::int from translation_jobs where state = 'queued') as queued,
      (select count(*)::int from translation_jobs where state = 'running') as running,
      (select coalesce(extract(epoch from now() - min(queued_at)), 0)::float8 from translation_jobs
        where state = 'queued') as waited,
      (select count(*)::int from callback_deliveries where state = 'pending') as pending,
      (select count(*)::int from callback_deliveries where state = 'dead') as dead,
      (select count(*)::int from workers) as workers`);
  const [backlog] = rows;
  if (backlog === undefined) throw new Error('The backlog could not be counted.');
  return backlog;
}
