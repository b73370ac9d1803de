import { parentPort } from 'node:worker_threads';
import { Engine, SourceTooLong } from './engine.js';
import type { Command, Job, Report } from './job.js';

/** A thread: its loaded models, and a loop that runs as long as any of them has work. */
class Thread {
  readonly #engines = new Map<string, Engine>();
  /** Jobs that came before their model was loaded, by model. */
  readonly #early = new Map<string, Job[]>();
  #loop: Promise<void> | undefined;
  #loading: Promise<void> = Promise.resolve();
  #closing = false;

  readonly #report: (report: Report) => void;
  /** Lets the thread end. */
  readonly #leave: () => void;

  constructor(report: (report: Report) => void, leave: () => void) {
    this.#report = report;
    this.#leave = leave;
  }

  async take(command: Command): Promise<void> {
    switch (command.kind) {
      case 'load':
        this.#loading = Promise.all([this.#loading, this.#load(command)]).then(() => {});
        return this.#loading;
      case 'unload':
        return this.#unload(command.model);
      case 'job':
        return this.#start(command.job);
      case 'cancel':
        for (const engine of this.#engines.values()) engine.cancel(command.id);
        for (const [model, jobs] of this.#early) {
          this.#early.set(
            model,
            jobs.filter(({ id }) => id !== command.id),
          );
        }
        return;
      case 'close':
        return this.#close();
    }
  }

  /** Ends between two inferences: a thread that is stopped inside one takes the whole process along. */
  async #close(): Promise<void> {
    this.#closing = true;
    await this.#loading;
    await this.#loop;
    for (const engine of this.#engines.values()) await engine.close();
    this.#leave();
  }

  async #load(command: Extract<Command, { kind: 'load' }>): Promise<void> {
    const { model } = command;
    this.#early.set(model, []);
    try {
      this.#engines.set(model, await Engine.load(command));
      this.#report({ kind: 'loaded', model });
    } catch (error) {
      this.#report({ kind: 'refused', model, reason: reasonOf(error) });
    }
    const early = this.#early.get(model) ?? [];
    this.#early.delete(model);
    for (const job of early) this.#start(job);
  }

  async #unload(model: string): Promise<void> {
    const engine = this.#engines.get(model);
    this.#engines.delete(model);
    await engine?.close();
    this.#report({ kind: 'unloaded', model });
  }

  #start(job: Job): void {
    const early = this.#early.get(job.model);
    if (early !== undefined) {
      early.push(job);
      return;
    }
    try {
      const engine = this.#engines.get(job.model);
      if (engine === undefined) throw new Error(`Model ${job.model} is not loaded.`);
      engine.add(job);
      this.#loop ??= this.#work().finally(() => {
        this.#loop = undefined;
      });
    } catch (error) {
      this.#report({ kind: 'failed', id: job.id, ...failureOf(error) });
    }
  }

  /** A failed inference costs the sentences that took part in it, not the thread. */
  async #round(engine: Engine): Promise<void> {
    try {
      for (const { id, outcome } of await engine.round()) this.#report({ kind: 'done', id, outcome });
    } catch (error) {
      const failure = failureOf(error);
      for (const id of engine.abandon()) this.#report({ kind: 'failed', id, ...failure });
    }
  }

  async #work(): Promise<void> {
    for (let busy = true; busy && !this.#closing; ) {
      busy = false;
      for (const engine of this.#engines.values()) {
        if (!engine.busy || this.#closing) continue;
        busy = true;
        await this.#round(engine);
      }
    }
  }
}

function failureOf(error: unknown): Pick<Extract<Report, { kind: 'failed' }>, 'reason' | 'isTooLong'> {
  return { reason: reasonOf(error), isTooLong: error instanceof SourceTooLong };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const port = parentPort;
if (port === null) throw new Error('This file runs in a thread.');
const thread = new Thread(
  (report) => port.postMessage(report),
  () => port.close(),
);
port.on('message', (command: Command) => void thread.take(command));
