import { Worker } from 'node:worker_threads';
import { Failure } from '../base/failure.js';
import type { FromThread, ThreadOptions, ToThread } from './messages.js';
import { computedMs, hadTurn, type Pending, type RunOptions, type Thread, taskEnd } from './pool-thread.js';
import { TaskCrashed, TaskTimedOut, ThreadsBusy, type ThreadTask } from './task.js';
import { WaitingTasks } from './waiting-tasks.js';
import { YOUNG_GENERATION_MB } from './young-generation.js';

export interface ThreadPoolOptions {
  /** Threads that may run at the same time; each is started when it is first needed. */
  readonly threads: number;
  /** Heap of one thread; a task that needs more fails with `TaskCrashed`. */
  readonly memoryMegabytes: number;
  /** Tasks that may wait; more are refused with `ThreadsBusy`. */
  readonly queueLimit: number;
  /** Nobody waits for what is computed here: its threads leave the cores to those that answer requests. */
  readonly background?: boolean;
}

/**
 * An idle thread gives its memory back after so long. Work that comes now and then finds it there: with threads that come and
 * go, memory that is flat looks as if it rose, and they leave holes in that of those that stay.
 */
const IDLE_MS = 30 * 60_000;
/** By the clock, in time limits: a task that waits for what never comes computes nothing, and ends all the same. */
const LONGEST_BY_CLOCK = 10;
/** Long documents of others keep nobody waiting for longer: an owner that has no thread then gets one more. */
const RELIEF_MS = 1_000;

/** Runs tasks in threads, one at a time in each, with limits on time, memory and waiting. */
export class ThreadPool {
  readonly #options: ThreadPoolOptions;
  readonly #threads = new Set<Thread>();
  readonly #waiting = new WaitingTasks();
  #relief: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: ThreadPoolOptions) {
    this.#options = options;
  }

  async run<Input, Output>(
    task: ThreadTask<Input, Output>,
    input: Input,
    options: RunOptions = {},
  ): Promise<Output> {
    const { signal } = options;
    signal?.throwIfAborted();
    if (this.#closed) throw new Error('The thread pool was closed.');
    if (this.#waiting.size >= this.#options.queueLimit) throw new ThreadsBusy();
    let abort: (() => void) | undefined;
    try {
      return await new Promise<Output>((resolve, reject) => {
        const owner = options.owner ?? Symbol(task.name);
        const pending: Pending = { task, input, options, owner, computedMs: 0, resolve, reject };
        abort = () => this.#abort(pending);
        signal?.addEventListener('abort', abort, { once: true });
        this.#waiting.add(pending);
        this.#dispatch();
        if (this.#waiting.has(pending)) this.#makeRoom();
        if (this.#waiting.has(pending)) this.#awaitRelief();
      });
    } finally {
      if (abort !== undefined) signal?.removeEventListener('abort', abort);
    }
  }

  /** Tasks at this moment. */
  get standing(): { readonly running: number; readonly waiting: number } {
    const running = [...this.#threads].filter((thread) => thread.running !== undefined).length;
    return { running, waiting: this.#waiting.size };
  }

  /** Tasks that wait or run fail; threads end. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#relief);
    const closed = new Error('The thread pool was closed.');
    for (const { reject } of this.#waiting.takeAll()) reject(closed);
    await Promise.all(
      [...this.#threads].map(async (thread) => {
        const { running } = thread;
        if (running?.task.native === true) {
          this.#tell(thread, { kind: 'abort' });
          await taskEnd(thread.worker);
        }
        this.#end(thread, closed);
        await thread.worker.terminate();
      }),
    );
  }

  #dispatch(): void {
    while (this.#waiting.size > 0) {
      const idle = [...this.#threads].find(({ running }) => running === undefined);
      const thread = idle ?? (this.#threads.size < this.#options.threads ? this.#start() : undefined);
      const pending = thread === undefined ? undefined : this.#next();
      if (thread === undefined || pending === undefined) return;
      this.#begin(thread, pending);
    }
    this.#waiting.forgetTurns();
  }

  #next(): Pending | undefined {
    return this.#waiting.next((owner) => this.#heldBy(owner).length);
  }

  /** Threads that work for an owner, those first that began last. */
  #heldBy(owner: string | symbol): readonly Thread[] {
    return [...this.#threads].filter(({ running }) => running?.owner === owner).reverse();
  }

  /** Somebody waits: what had its turn, or more than its share, goes to the end of the line. */
  #makeRoom(): void {
    const share = Math.max(1, Math.floor(this.#options.threads / 2));
    for (const thread of this.#threads) {
      const { running } = thread;
      if (running?.task.turnMs === undefined || !this.#othersWait(running)) continue;
      const held = this.#heldBy(running.owner);
      const isOverShare = held.length > share && held[0] === thread;
      if (!isOverShare && !hadTurn(thread, running)) continue;
      this.#putBack(thread, running);
      return;
    }
  }

  #othersWait({ owner }: Pending): boolean {
    return this.#waiting.someOwner((other) => other !== owner);
  }

  #awaitRelief(): void {
    this.#relief ??= setTimeout(() => {
      this.#relief = undefined;
      this.#relieve();
      if (this.#waiting.size > 0) this.#awaitRelief();
    }, RELIEF_MS);
  }

  /** One thread more than usual, while all are at tasks that take long, for whoever has none. It ends with its task. */
  #relieve(): void {
    const longAgo = performance.now() - RELIEF_MS;
    const isHeld = ({ running, began }: Thread) => running?.task.turnMs !== undefined && began <= longAgo;
    if (this.#threads.size !== this.#options.threads || ![...this.#threads].every(isHeld)) return;
    if (!this.#waiting.someOwner((owner) => this.#heldBy(owner).length === 0)) return;
    const pending = this.#next();
    if (pending !== undefined) this.#begin(this.#start(), pending);
  }

  #putBack(thread: Thread, pending: Pending): void {
    pending.computedMs += (computedMs(thread) ?? 0) - thread.before;
    thread.running = undefined;
    this.#end(thread, undefined);
    void thread.worker.terminate();
    this.#waiting.add(pending);
    this.#dispatch();
  }

  #begin(thread: Thread, pending: Pending): void {
    const { task, input, options } = pending;
    clearTimeout(thread.timer);
    thread.running = pending;
    thread.before = computedMs(thread) ?? 0;
    thread.began = performance.now();
    thread.worker.ref();
    this.#limitTime(thread, pending);
    try {
      thread.worker.postMessage({ kind: 'run', module: task.module, input } satisfies ToThread, [
        ...(options.transfer ?? []),
      ]);
    } catch (error) {
      this.#settle(thread)?.reject(error);
    }
  }

  /** A thread computes for no longer than the clock runs, so a look at the end of what is left is early enough. */
  #limitTime(thread: Thread, pending: Pending): void {
    const { task } = pending;
    const started = performance.now();
    const look = () => {
      const elapsed = performance.now() - started;
      const computed = task.native === true ? undefined : computedMs(thread);
      const used = pending.computedMs + (computed === undefined ? elapsed : computed - thread.before);
      if (used < task.timeLimitMs && elapsed < LONGEST_BY_CLOCK * task.timeLimitMs) {
        const turn = task.turnMs ?? task.timeLimitMs;
        const turnLeft = turn - (used - pending.computedMs);
        if (turnLeft <= 0 && this.#othersWait(pending)) this.#putBack(thread, pending);
        else {
          const left = task.timeLimitMs - used;
          thread.timer = setTimeout(look, Math.max(1, turnLeft > 0 ? Math.min(left, turnLeft) : left));
        }
        return;
      }
      const late = new TaskTimedOut(task.name);
      if (task.native === true) this.#stopGently(thread, late);
      else this.#stop(thread, late);
    };
    thread.timer = setTimeout(look, Math.min(task.timeLimitMs, task.turnMs ?? task.timeLimitMs));
  }

  #hear(thread: Thread, message: FromThread): void {
    if (message.kind === 'started') {
      thread.systemId = message.systemThreadId;
      return;
    }
    if (message.kind === 'progress') {
      thread.running?.options.onProgress?.(message.done);
      return;
    }
    const pending = this.#settle(thread);
    if (this.#threads.size > this.#options.threads) this.#stop(thread, undefined);
    if (message.kind === 'done') pending?.resolve(message.output);
    else if (message.kind === 'failure') pending?.reject(new Failure(message.name, message.options));
    else pending?.reject(message.error);
    this.#dispatch();
  }

  /** The thread is free; returns what it ran. */
  #settle(thread: Thread): Pending | undefined {
    const { running } = thread;
    thread.running = undefined;
    clearTimeout(thread.timer);
    thread.worker.unref();
    thread.timer = setTimeout(() => this.#stop(thread, undefined), IDLE_MS).unref();
    return running;
  }

  #abort(pending: Pending): void {
    const reason: unknown = pending.options.signal?.reason;
    if (this.#waiting.remove(pending)) {
      pending.reject(reason);
      return;
    }
    const thread = [...this.#threads].find(({ running }) => running === pending);
    if (thread === undefined) return;
    if (pending.task.native === true) this.#stopGently(thread, reason);
    else this.#stop(thread, reason);
  }

  /** The caller gets its answer now; the thread is free when the task has noticed. */
  #stopGently(thread: Thread, reason: unknown): void {
    thread.running?.reject(reason);
    this.#tell(thread, { kind: 'abort' });
  }

  #stop(thread: Thread, reason: unknown): void {
    this.#end(thread, reason);
    void thread.worker.terminate();
    this.#dispatch();
  }

  #end(thread: Thread, reason: unknown): void {
    if (!this.#threads.delete(thread)) return;
    clearTimeout(thread.timer);
    thread.running?.reject(reason);
    thread.running = undefined;
  }

  #start(): Thread {
    const worker = new Worker(new URL('./thread.js', import.meta.url), {
      resourceLimits: {
        maxOldGenerationSizeMb: this.#options.memoryMegabytes,
        maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
      },
      workerData: { background: this.#options.background ?? false } satisfies ThreadOptions,
    });
    const thread: Thread = {
      worker,
      systemId: undefined,
      running: undefined,
      before: 0,
      began: 0,
      timer: undefined,
    };
    const crashed = (cause: unknown) => {
      const outOfMemory =
        cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
      this.#end(thread, new TaskCrashed(thread.running?.task.name ?? '', outOfMemory, cause));
      this.#dispatch();
    };
    worker.on('message', (message: FromThread) => this.#hear(thread, message));
    worker.on('error', crashed);
    worker.on('messageerror', crashed);
    worker.on('exit', (code) => crashed(new Error(`The thread ended with code ${code}.`)));
    this.#threads.add(thread);
    return thread;
  }

  #tell({ worker }: Thread, message: ToThread): void {
    worker.postMessage(message);
  }
}
