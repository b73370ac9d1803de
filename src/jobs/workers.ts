import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Deliverer } from '../callbacks/deliverer.js';
import { migrateQueue } from '../queue/enqueue.js';
import { QueueConnections } from '../queue/queue-connections.js';
import { TaskPool } from '../queue/task-pool.js';
import {
  TASK_POOLS,
  type TaskHandlers,
  type TaskPoolName,
  type TaskRun,
  tasksOf,
} from '../queue/task-table.js';
import type { ChangeFeed } from '../store/changes.js';
import { Database } from '../store/database.js';
import { APPLICATION_NAME } from '../store/embedded/server.js';
import type { Store } from '../store/store.js';
import type { Tracing } from '../tracing/trace-span.js';
import type { BackgroundJob, BackgroundJobOptions } from './background-job.js';
import { cleanUp } from './clean-up.js';
import type { Claim } from './job-claims.js';
import { WorkerRegistry } from './worker-registry.js';

/** One kind of background work, as far as the process around it is concerned. */
export type JobRunner = Pick<
  BackgroundJob<Claim, unknown, unknown>,
  'task' | 'run' | 'stop' | 'reconcile' | 'drain' | 'close'
>;

export interface WorkersOptions {
  readonly store: Store;
  readonly changes: ChangeFeed;
  readonly tracing: Tracing | undefined;
  /** The kinds of work that this process does. */
  readonly kinds: readonly ((options: BackgroundJobOptions) => JobRunner)[];
  /** Sends callbacks and cleans up; absent in a process that is there for some kinds of work alone. */
  readonly deliverer?: Deliverer;
  /** A process that has not reported for this long is taken for dead. */
  readonly leaseMs: number;
  /** How long running batches may take to end when the process stops. */
  readonly drainMs: number;
  readonly onError: (error: unknown) => void;
}

/** Reports per lease: several may fail before anyone is taken for dead. */
const REPORTS_PER_LEASE = 6;
const POOLS: readonly TaskPoolName[] = ['translate', 'deliver', 'short', 'file', 'train'];
/** At night, when little else runs. */
const CLEAN_UP_AT = '17 3 * * *';

/**
 * The part of a process that works off the queue: inside `serve`, or alone as `kotobashi worker`. Any number of them on
 * any number of machines share one database; each may be started, stopped or killed at any time.
 */
export class Workers {
  readonly #options: WorkersOptions;
  readonly #connections: pg.Pool;
  readonly #runners: readonly JobRunner[];
  readonly #deaf: () => void;
  readonly #registry: WorkerRegistry;
  readonly #pools: readonly TaskPool[];
  readonly #stop = new AbortController();
  #reporting: Promise<void> | undefined;

  private constructor(options: WorkersOptions, connections: pg.Pool) {
    this.#options = options;
    this.#connections = connections;
    const queue = new Database(connections);
    const id = randomUUID();
    this.#registry = new WorkerRegistry(queue, id, options.leaseMs);
    const { store, tracing, deliverer, onError } = options;
    this.#runners = options.kinds.map((kind) =>
      kind({ worker: id, store, claimDb: queue.db, tracing, onError }),
    );
    this.#deaf = options.changes.on('job', (ended) => {
      if (ended !== undefined) for (const runner of this.#runners) runner.stop(ended);
    });
    const handlers: TaskHandlers = {
      ...Object.fromEntries(this.#runners.map((runner) => [runner.task, (run: TaskRun) => runner.run(run)])),
      ...(deliverer && {
        deliver: (run) => deliverer.run(run),
        'clean-up': (run) => cleanUp(store, run.signal),
      }),
    };
    this.#pools = POOLS.filter((name) => tasksOf(name).some((task) => handlers[task] !== undefined)).map(
      (name) =>
        new TaskPool({
          name,
          connections,
          handlers,
          cron: name === 'short' && deliverer ? [{ task: 'clean-up', match: CLEAN_UP_AT }] : [],
          onError,
        }),
    );
  }

  /** Brings the queue's tables up to date and starts to work. */
  static async open(options: WorkersOptions): Promise<Workers> {
    const slots = Object.values(TASK_POOLS).reduce((sum, { slots }) => sum + slots, 0);
    const connections = new QueueConnections({
      connectionString: options.store.url,
      application_name: `${APPLICATION_NAME} worker`,
      // One to listen per pool, one per slot, and one each for claims and reports.
      max: Object.keys(TASK_POOLS).length + slots + 2,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      // Locks and claims may be lost with the database: the work is then simply done again, under a newer attempt.
      // What counts, the outcome, is written elsewhere and durably.
      options: '-c synchronous_commit=off',
    });
    connections.on('error', options.onError);
    // Also of connections in use: between two statements nobody else listens.
    connections.on('connect', (client) => client.on('error', options.onError));
    const workers = new Workers(options, connections);
    try {
      await migrateQueue(connections);
      await workers.#registry.report([]);
    } catch (error) {
      await connections.end();
      throw error;
    }
    for (const pool of workers.#pools) pool.start();
    workers.#reporting = workers.#report();
    return workers;
  }

  get #slots(): readonly string[] {
    return this.#pools.flatMap((pool) => pool.slots);
  }

  /** Reports, takes over from the dead, and sets right what a broken connection left half done. */
  async #report(): Promise<void> {
    const { signal } = this.#stop;
    const period = this.#options.leaseMs / REPORTS_PER_LEASE;
    while (!signal.aborted) {
      try {
        await this.#registry.report(this.#slots);
        for (const runner of this.#runners) await runner.reconcile();
        await this.#registry.sweep();
      } catch (error) {
        this.#options.onError(error);
      }
      // A little chance, so that many processes do not sweep in step.
      await sleep(period * (0.9 + 0.2 * Math.random()), undefined, { signal }).catch(() => undefined);
    }
  }

  /** Two stages: nothing new is taken and running batches end; what is not done in time is put back in line. */
  async close(): Promise<void> {
    const slots = this.#slots;
    const stopped = Promise.all(this.#pools.map((pool) => pool.close()));
    await Promise.all(this.#runners.map((runner) => runner.drain(this.#options.drainMs)));
    await Promise.all(this.#runners.map((runner) => runner.close()));
    await this.#options.deliverer?.close();
    await Promise.race([stopped, sleep(this.#options.drainMs, undefined, { ref: false })]);
    this.#stop.abort();
    this.#deaf();
    await this.#reporting;
    await this.#registry.leave(slots).catch(this.#options.onError);
    await this.#connections.end();
  }
}
