import { Worker } from 'node:worker_threads';
import { YOUNG_GENERATION_MB } from '../threads/young-generation.js';
import type { InstalledModel } from './folder/installed.js';
import { readTables, type TokenTables } from './folder/tables.js';
import { SentenceTooLong } from './model-port.js';
import { release, rowsOf, type Thread, take } from './model-thread.js';
import { shared } from './shared-memory.js';
import { forbidTelemetry } from './telemetry.js';
import type { Command, EngineSettings, Job, Outcome, Report } from './thread/job.js';

/** What all threads have in common, but for the memory that they share. */
export type PoolSettings = Omit<EngineSettings, 'inFlight'>;

interface Pending {
  readonly job: Job;
  readonly fairnessKey: string;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: Error) => void;
  readonly thread: number;
  /** Threads that died while they held it. */
  losses: number;
}

/** A model, and what its threads share of it. */
interface LoadedModel {
  readonly model: InstalledModel;
  readonly tables: TokenTables | undefined;
}

/** A step takes milliseconds and loading a model seconds: a thread that needs longer to leave hangs. */
const CLOSE_LIMIT_MS = 10_000;
/** A job that was with more threads when they died is the likely reason. */
const MOST_LOSSES = 2;

/**
 * The threads. Every model is loaded in each of them; a job goes to the thread with the least to do.
 */
export class ModelThreads {
  readonly #threads: Thread[] = [];
  readonly #pending = new Map<number, Pending>();
  /** By name, those that every thread holds or is about to. */
  readonly #loaded = new Map<string, LoadedModel>();
  /** By name, when the threads beyond the first have loaded it or could not. */
  readonly #following = new Map<string, Promise<unknown>>();
  /** How many sentences are in flight; every thread reads it. */
  readonly #inFlight = shared(Int32Array, 1);
  #closing = false;

  readonly #settings: PoolSettings;

  constructor(
    threads: number,
    /** Rows that one thread may hold: those in its batches and a few that wait. More would wait outside the queue's order. */
    readonly depth: number,
    settings: PoolSettings,
  ) {
    this.#settings = settings;
    forbidTelemetry();
    for (let i = 0; i < threads; i++) this.#threads.push(this.#start(i));
  }

  get threads(): number {
    return this.#threads.length;
  }

  /** Jobs that the threads have. */
  get running(): number {
    return this.#threads.reduce((sum, thread) => sum + thread.running, 0);
  }

  /** Rows that can be handed over now. */
  get room(): number {
    return this.#threads.reduce((sum, thread) => sum + Math.max(0, this.depth - thread.rows), 0);
  }

  /** Rows that the threads have of one caller. */
  rowsOf(fairnessKey: string): number {
    let rows = 0;
    for (const pending of this.#pending.values())
      if (pending.fairnessKey === fairnessKey) rows += rowsOf(pending.job);
    return rows;
  }

  /**
   * Until one thread can take sentences: threads that load at once slow each other down. The others follow; what they are given
   * before waits there.
   */
  async load(model: InstalledModel): Promise<void> {
    const { name } = model.manifest;
    const [first, ...others] = this.#threads.keys();
    if (first === undefined) return;
    const loaded = { model, tables: await readTables(model.folder, model.manifest) };
    await this.#ask(name, first, this.#load(loaded, first));
    this.#loaded.set(name, loaded);
    const loads = others.map((thread) => this.#ask(name, thread, this.#load(loaded, thread)));
    // A thread that cannot load what another could says so with every job.
    this.#following.set(name, Promise.allSettled(loads));
  }

  async unload(model: string): Promise<void> {
    this.#loaded.delete(model);
    await this.#following.get(model);
    this.#following.delete(model);
    await Promise.all([...this.#threads.keys()].map((i) => this.#ask(model, i, { kind: 'unload', model })));
  }

  run(job: Job, fairnessKey: string): Promise<Outcome> {
    if (this.#closing) return Promise.reject(closed());
    const index = this.#leastBusy();
    const thread = this.#threads[index];
    if (thread === undefined) return Promise.reject(new Error('There is no thread.'));
    take(thread, job);
    this.#count();
    return new Promise((resolve, reject) => {
      this.#pending.set(job.id, { job, fairnessKey, resolve, reject, thread: index, losses: 0 });
      this.#tell(thread, { kind: 'job', job });
    });
  }

  /** Forgets a job: its rows leave the batch at the next step, its promise never settles. */
  cancel(id: number): void {
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    const thread = this.#threads[pending.thread];
    this.#pending.delete(id);
    if (thread === undefined) return;
    release(thread, pending.job);
    this.#count();
    this.#tell(thread, { kind: 'cancel', id });
  }

  async close(): Promise<void> {
    this.#closing = true;
    for (const pending of this.#pending.values()) pending.reject(closed());
    this.#pending.clear();
    await Promise.all(this.#threads.map((thread) => this.#end(thread)));
  }

  /** Asks a thread to leave between two inferences, and stops it only when it does not. */
  async #end(thread: Thread): Promise<void> {
    if (thread.worker.threadId === -1) return;
    const gone = new Promise<void>((resolve) => thread.worker.once('exit', () => resolve()));
    this.#tell(thread, { kind: 'close' });
    const limit = setTimeout(() => void thread.worker.terminate(), CLOSE_LIMIT_MS);
    await gone;
    clearTimeout(limit);
  }

  #start(index: number): Thread {
    const worker = new Worker(new URL('./thread/thread.js', import.meta.url), {
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    const thread: Thread = { worker, running: 0, rows: 0, loads: new Map() };
    worker.on('message', (report: Report) => this.#hear(thread, report));
    worker.on('error', (error) => this.#lost(index, thread, error));
    worker.on('exit', () => this.#lost(index, thread, new Error('A thread ended.')));
    return thread;
  }

  #hear(thread: Thread, report: Report): void {
    switch (report.kind) {
      case 'loaded':
      case 'unloaded':
        thread.loads.get(report.model)?.resolve();
        thread.loads.delete(report.model);
        return;
      case 'refused':
        thread.loads.get(report.model)?.reject(new Error(report.reason));
        thread.loads.delete(report.model);
        return;
      case 'done':
      case 'failed': {
        const pending = this.#pending.get(report.id);
        if (pending === undefined) return;
        this.#pending.delete(report.id);
        release(thread, pending.job);
        this.#count();
        if (report.kind === 'done') pending.resolve(report.outcome);
        else pending.reject(failureOf(report));
        return;
      }
    }
  }

  /** A thread died: another takes its place, with the same models and the jobs it held. */
  #lost(index: number, thread: Thread, error: Error): void {
    if (this.#threads[index] !== thread) return;
    for (const loading of thread.loads.values()) loading.reject(error);
    // Nothing is pending then.
    if (this.#closing) return;
    const fresh = this.#start(index);
    this.#threads[index] = fresh;
    for (const model of this.#loaded.values()) this.#tell(fresh, this.#load(model, index));
    for (const [id, pending] of this.#pending) {
      if (pending.thread !== index) continue;
      pending.losses++;
      if (pending.losses > MOST_LOSSES) {
        this.#pending.delete(id);
        pending.reject(error);
      } else {
        take(fresh, pending.job);
        this.#tell(fresh, { kind: 'job', job: pending.job });
      }
    }
    this.#count();
  }

  /** A single sentence always goes to the first thread: only its encoder has several threads inside. */
  #load({ model: { folder, manifest }, tables }: LoadedModel, thread: number): Command {
    const encoderThreads = thread === 0 ? this.#settings.encoderThreads : 1;
    const settings = { ...this.#settings, encoderThreads, inFlight: this.#inFlight };
    return {
      kind: 'load',
      model: manifest.name,
      folder,
      manifest,
      ...(tables === undefined ? {} : { tables }),
      settings,
    };
  }

  #count(): void {
    Atomics.store(
      this.#inFlight,
      0,
      this.#threads.reduce((sum, { running }) => sum + running, 0),
    );
  }

  #ask(model: string, index: number, command: Command): Promise<void> {
    return new Promise((resolve, reject) => {
      const thread = this.#threads[index];
      if (thread === undefined) throw new Error('There is no such thread.');
      thread.loads.set(model, { resolve, reject });
      this.#tell(thread, command);
    });
  }

  #leastBusy(): number {
    let best = 0;
    for (const [index, thread] of this.#threads.entries()) {
      if (thread.rows < (this.#threads[best]?.rows ?? 0)) best = index;
    }
    return best;
  }

  #tell(thread: Thread, command: Command): void {
    thread.worker.postMessage(command);
  }
}

function failureOf({ reason, isTooLong }: Extract<Report, { kind: 'failed' }>): Error {
  return isTooLong ? new SentenceTooLong() : new Error(reason);
}

function closed(): Error {
  return new Error('The model service was closed.');
}
