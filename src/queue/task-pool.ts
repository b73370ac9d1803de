import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CronItem, Logger, parseCronItems, type Runner, run, type TaskList } from 'graphile-worker';
import type pg from 'pg';
import { type LoggedError, loggedError } from '../base/logged-error.js';
import { TASK_POOLS, type TaskHandler, type TaskHandlers, type TaskPoolName, tasksOf } from './task-table.js';

export interface TaskPoolOptions {
  readonly name: TaskPoolName;
  readonly connections: pg.Pool;
  readonly handlers: TaskHandlers;
  /** Scheduled tasks of this pool. */
  readonly cron: readonly CronItem[];
  readonly onError: (error: unknown) => void;
}

/** New tasks are announced by NOTIFY; this is for tasks whose time has come and for lost announcements. */
const POLL_MS = 1000;
const FIRST_RESTART_MS = 100;
const LONGEST_RESTART_MS = 5000;

/**
 * The slots of one pool in this process. The queue library ends a slot that cannot write down the outcome of its task,
 * and the whole pool when its schedule cannot be read, as happens when PostgreSQL restarts. So the pool is watched and
 * started again, with a growing pause, until it is closed.
 */
export class TaskPool {
  readonly #options: TaskPoolOptions;
  readonly #slots = new Set<string>();
  readonly #stop = new AbortController();
  #runner: Runner | undefined;
  #supervision: Promise<void> | undefined;

  constructor(options: TaskPoolOptions) {
    this.#options = options;
  }

  /** Names under which this pool locks tasks. */
  get slots(): readonly string[] {
    return [...this.#slots];
  }

  start(): void {
    this.#supervision ??= this.#supervise();
  }

  async #supervise(): Promise<void> {
    let delay = FIRST_RESTART_MS;
    while (!this.#stop.signal.aborted) {
      try {
        await this.#runUntilBroken();
        delay = FIRST_RESTART_MS;
      } catch (error) {
        this.#options.onError(error);
        delay = Math.min(delay * 2, LONGEST_RESTART_MS);
      }
      await sleep(delay, undefined, { signal: this.#stop.signal }).catch(() => undefined);
    }
  }

  /** Resolves when a slot is lost or the pool is closed. */
  async #runUntilBroken(): Promise<void> {
    const events = new EventEmitter();
    const broken = new Promise<void>((resolve) => events.once('worker:fatalError', () => resolve()));
    const created: string[] = [];
    events.on('worker:create', ({ worker }: { worker: { workerId: string } }) => {
      created.push(worker.workerId);
      this.#slots.add(worker.workerId);
    });
    const runner = await run({
      pgPool: this.#options.connections,
      events,
      logger: this.#logger(),
      noHandleSignals: true,
      concurrency: TASK_POOLS[this.#options.name].slots,
      pollInterval: POLL_MS,
      taskList: this.#taskList(),
      parsedCronItems: parseCronItems([...this.#options.cron]),
    });
    this.#runner = runner;
    const ended = runner.promise.catch((error: unknown) => this.#options.onError(error));
    await Promise.race([broken, ended, aborted(this.#stop.signal)]);
    await runner.stop().catch(() => undefined);
    await ended;
    this.#runner = undefined;
    for (const slot of created) this.#slots.delete(slot);
  }

  #taskList(): TaskList {
    const list: TaskList = {};
    for (const name of tasksOf(this.#options.name)) {
      const handler = this.#options.handlers[name];
      if (handler !== undefined) list[name] = () => this.#handle(handler);
    }
    return list;
  }

  async #handle(handler: TaskHandler): Promise<void> {
    try {
      await handler({ signal: this.#stop.signal });
    } catch (error) {
      throw toldOf(error);
    }
  }

  /** The library tells of its own troubles in words; only those that need an operator are passed on. */
  #logger(): Logger {
    return new Logger(() => (level, message) => {
      if (level === 'error') this.#options.onError(new Error(message));
    });
  }

  /** Asks the tasks to stop and waits until they have. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#supervision;
    await this.#runner?.stop().catch(() => undefined);
  }
}

/**
 * What a task threw, as the queue may write it down and log it: without the values of a query, which are texts of
 * customers, and without NUL, which PostgreSQL takes in no text; the slot would be lost over it.
 */
function toldOf(error: unknown): Error {
  const sentences: string[] = [];
  for (let at: LoggedError | undefined = loggedError(error); at !== undefined; at = at.cause) {
    sentences.push(at.message);
  }
  return new Error(sentences.join(': ').replaceAll('\0', ''), { cause: error });
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
