/**
 * Work of one pool never waits for work of another: each pool has its own slots in every worker process, so that a
 * training that takes an hour holds up neither translations nor callbacks.
 */
export const TASK_POOLS = {
  translate: { slots: 1 },
  deliver: { slots: 1 },
  /** Imports and clean-up. */
  short: { slots: 2 },
  file: { slots: 1 },
  train: { slots: 1 },
} as const;
export type TaskPoolName = keyof typeof TASK_POOLS;

interface TaskSpec {
  readonly pool: TaskPoolName;
  /** A task that threw this often is given up; the pause before each try grows up to six hours. */
  readonly attempts: number;
}

/**
 * Every kind of task the queue knows. All but the clean-up are tokens, which start work on many rows at once and say
 * nothing of them. A token that is lost is put there again by whoever finds the work. To add one: a line here, and its
 * handler where the workers are composed. The compiler asks for the rest.
 */
export const TASKS = {
  translate: { pool: 'translate', attempts: 25 },
  deliver: { pool: 'deliver', attempts: 25 },
  import: { pool: 'short', attempts: 25 },
  file: { pool: 'file', attempts: 25 },
  train: { pool: 'train', attempts: 25 },
  'clean-up': { pool: 'short', attempts: 3 },
} as const satisfies Record<string, TaskSpec>;

export type TaskName = keyof typeof TASKS;

/** What a handler knows about its own run. */
export interface TaskRun {
  /** Aborted when the process stops: put down the work at the next good moment; it is taken up elsewhere. */
  readonly signal: AbortSignal;
}

export type TaskHandler = (run: TaskRun) => Promise<void>;
/** Of the tasks that a process works on. */
export type TaskHandlers = Readonly<Partial<Record<TaskName, TaskHandler>>>;

function isTaskName(name: string): name is TaskName {
  return Object.hasOwn(TASKS, name);
}

export function tasksOf(pool: TaskPoolName): readonly TaskName[] {
  return Object.keys(TASKS)
    .filter(isTaskName)
    .filter((name) => TASKS[name].pool === pool);
}
