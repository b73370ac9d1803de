/** What a task has besides its input. */
export interface TaskContext {
  /** Aborts when the caller gives up. A task that computes for long looks at it now and then. */
  readonly signal: AbortSignal;
  /** Tells the caller how far it is, 0 to 1. */
  readonly progress: (done: number) => void;
}

/** What a task's module exports as `run`. Input and output are structured clones; arrays in shared memory are not copied. */
export type TaskFunction<Input, Output> = (input: Input, context: TaskContext) => Output | Promise<Output>;

export interface TaskLimits {
  /**
   * A task that computes for longer is stopped and fails with `TaskTimedOut`. On Linux this is processor time of its
   * thread: waiting for a busy machine costs a task nothing, up to ten times this by the clock. Elsewhere, and for
   * native tasks, for which other threads compute too, it is time by the clock.
   */
  readonly timeLimitMs: number;
  /**
   * The task may be begun anew at any time, and is: one that has computed for this long while tasks of others wait goes
   * to the end of the line, and so does one whose owner holds more than half of the threads; an owner that has none gets
   * one more after a second. What it has computed counts
   * against its time limit all the same. Absent: a task that has begun keeps its thread. Never for native tasks, nor for
   * those that are handed buffers.
   */
  readonly turnMs?: number;
  /**
   * The task calls native code, and stopping its thread inside that would end the process. Such a task is only asked to
   * stop, through its signal.
   */
  readonly native?: boolean;
}

/** A function that runs in a thread: which module exports it as `run`, and its limits. */
export interface ThreadTask<Input, Output> extends TaskLimits {
  readonly name: string;
  readonly module: string;
  /** Never there; carries the types. */
  readonly types?: (input: Input) => Output;
}

/**
 * @param run `typeof import('./module.js').run`, for its types
 *
 * @example
 * const COUNT = threadTask<typeof import('./count.task.js').run>('count', new URL('./count.task.js', import.meta.url), {
 *   timeLimitMs: 10_000,
 * });
 */
export function threadTask<Run extends TaskFunction<never, unknown>>(
  name: string,
  module: URL,
  limits: TaskLimits,
): ThreadTask<Parameters<Run>[0], Awaited<ReturnType<Run>>> {
  return { name, module: module.href, ...limits };
}

/** The task ran past its time limit. */
export class TaskTimedOut extends Error {
  override readonly name = 'TaskTimedOut';
  constructor(task: string) {
    super(`The task "${task}" ran past its time limit.`);
  }
}

/** The task's thread ended: out of memory, or a crash. */
export class TaskCrashed extends Error {
  override readonly name = 'TaskCrashed';
  constructor(
    task: string,
    readonly outOfMemory: boolean,
    cause: unknown,
  ) {
    super(outOfMemory ? `The task "${task}" ran out of memory.` : `The thread of the task "${task}" ended.`, {
      cause,
    });
  }
}

/** Too many tasks wait. */
export class ThreadsBusy extends Error {
  override readonly name = 'ThreadsBusy';
  constructor() {
    super('Too many tasks wait for a thread.');
  }
}
