import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Deliverer } from '../callbacks/deliverer.js';
import type { TranslationIntake } from '../orders/intake.js';
import { APPLICATION_NAME } from '../store/embedded/server.js';
import * as schema from '../store/schema/index.js';
import type { Store } from '../store/store.js';
import type { Road } from '../translate/port.js';
import { cleanUp } from './clean-up.js';
import { LaneRunner } from './lane-runner.js';
import { migrateQueue } from './queue.js';
import { LANES, type Lane, type TaskHandlers } from './task-table.js';
import { TranslationPump } from './translation-pump.js';
import { WorkerRegistry } from './worker-registry.js';

/** Handlers of the tasks that other rooms bring; those of this room are built in. */
export type GuestHandlers = Omit<TaskHandlers, 'translate' | 'deliver' | 'clean-up'>;

export interface WorkersOptions {
  readonly store: Store;
  readonly road: Road;
  readonly intake: Pick<TranslationIntake, 'roadRequest'>;
  readonly deliverer: Deliverer;
  readonly handlers: GuestHandlers;
  /** A process that has not reported for this long is taken for dead. */
  readonly leaseMs: number;
  /** How long running batches may take to end when the process stops. */
  readonly drainMs: number;
  /** Sentences kept with the model; default 512. */
  readonly window?: number;
  /** Sentences of one job per turn; default 128. */
  readonly slice?: number;
  readonly onError: (error: unknown) => void;
}

const WINDOW = 512;
const SLICE = 128;
/** Reports per lease: several may fail before anyone is taken for dead. */
const REPORTS_PER_LEASE = 6;
/** At night, when little else runs. */
const CLEAN_UP_AT = '17 3 * * *';

/**
 * The part of a process that works off the queue: inside `serve`, or alone as `kotobashi worker`. Any number of them on
 * any number of machines share one database; each may be started, stopped or killed at any time.
 */
export class Workers {
  readonly #options: WorkersOptions;
  readonly #pool: pg.Pool;
  readonly #pump: TranslationPump;
  readonly #registry: WorkerRegistry;
  readonly #lanes: readonly LaneRunner[];
  readonly #stop = new AbortController();
  #reporting: Promise<void> | undefined;

  private constructor(options: WorkersOptions, pool: pg.Pool) {
    this.#options = options;
    this.#pool = pool;
    const queueDb = drizzle({ client: pool, schema, casing: 'snake_case' });
    const id = randomUUID();
    this.#registry = new WorkerRegistry(queueDb, id, options.leaseMs);
    this.#pump = new TranslationPump({
      worker: id,
      store: options.store,
      claimDb: queueDb,
      road: options.road,
      intake: options.intake,
      window: options.window ?? WINDOW,
      slice: options.slice ?? SLICE,
      onError: options.onError,
    });
    const handlers: TaskHandlers = {
      ...options.handlers,
      translate: (_, run) => this.#pump.run(run),
      deliver: (_, run) => options.deliverer.run(run),
      'clean-up': (_, run) => cleanUp(options.store, run.signal),
    };
    const lanes: readonly Lane[] = ['translate', 'deliver', 'short', 'long'];
    this.#lanes = lanes.map(
      (lane) =>
        new LaneRunner({
          lane,
          pool,
          handlers,
          cron: lane === 'short' ? [{ task: 'clean-up', match: CLEAN_UP_AT }] : [],
          onError: options.onError,
        }),
    );
  }

  /** Brings the queue's tables up to date and starts to work. */
  static async open(options: WorkersOptions): Promise<Workers> {
    const slots = Object.values(LANES).reduce((sum, lane) => sum + lane.slots, 0);
    const pool = new pg.Pool({
      connectionString: options.store.url,
      application_name: `${APPLICATION_NAME} worker`,
      // One to listen per lane, one per slot, and one each for claims and reports.
      max: Object.keys(LANES).length + slots + 2,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      // Locks and claims may be lost with the database: the work is then simply done again, under a newer attempt.
      // What counts, the outcome, is written elsewhere and durably.
      options: '-c synchronous_commit=off',
    });
    pool.on('error', options.onError);
    // Also of connections in use: between two statements nobody else listens.
    pool.on('connect', (client) => client.on('error', options.onError));
    const workers = new Workers(options, pool);
    try {
      await migrateQueue(pool);
      await workers.#registry.report([]);
    } catch (error) {
      await pool.end();
      throw error;
    }
    for (const lane of workers.#lanes) lane.start();
    workers.#reporting = workers.#report();
    return workers;
  }

  get #slots(): readonly string[] {
    return this.#lanes.flatMap((lane) => lane.slots);
  }

  /** Reports, takes over from the dead, and sets right what a broken connection left half done. */
  async #report(): Promise<void> {
    const { signal } = this.#stop;
    const period = this.#options.leaseMs / REPORTS_PER_LEASE;
    while (!signal.aborted) {
      try {
        await this.#registry.report(this.#slots);
        await this.#pump.reconcile();
        await this.#registry.sweep();
      } catch (error) {
        this.#options.onError(error);
      }
      // A little chance, so that many processes do not sweep in step.
      await pause(period * (0.9 + 0.2 * Math.random()), undefined, { signal }).catch(() => undefined);
    }
  }

  /** Two stages: nothing new is taken and running batches end; what is not done in time is put back in line. */
  async close(): Promise<void> {
    const slots = this.#slots;
    const stopped = Promise.all(this.#lanes.map((lane) => lane.close()));
    await this.#pump.drain(this.#options.drainMs);
    await this.#pump.close();
    await this.#options.deliverer.close();
    await Promise.race([stopped, pause(this.#options.drainMs, undefined, { ref: false })]);
    this.#stop.abort();
    await this.#reporting;
    await this.#registry.leave(slots).catch(this.#options.onError);
    await this.#pool.end();
  }
}
