import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { FileItemId, JobId } from '../ids.js';

/**
 * Work of one pool never waits for work of another: each pool has its own slots in every worker process, so that a
 * training that takes an hour holds up neither translations nor callbacks.
 */
export const TASK_POOLS = {
  /** Starts the translation job runner, which works on many jobs at once. */
  translate: { slots: 1 },
  /** Starts the sender of callbacks, which sends many at once. */
  deliver: { slots: 1 },
  /** Work of seconds: taking over tables, clean-up. */
  short: { slots: 2 },
  /** Files, each for a minute at most before it makes room for the files of others. */
  file: { slots: 3 },
  /** Work of minutes or hours: training. */
  long: { slots: 1 },
} as const;
export type TaskPoolName = keyof typeof TASK_POOLS;

interface TaskSpec {
  readonly pool: TaskPoolName;
  /** What the task is handed; checked again when it is read back from the database. */
  readonly payload: TSchema;
  /** A task that threw this often is given up; the pause before each try grows up to six hours. */
  readonly attempts: number;
}

/** Of the request that asked for it, where it was traced. */
const TRACEPARENT = Type.Optional(Type.String());

/**
 * Every kind of work the queue knows. To add one: a line here, and its handler where the workers are composed. The
 * compiler asks for the rest.
 */
export const TASKS = {
  translate: { pool: 'translate', payload: Type.Object({}), attempts: 25 },
  deliver: { pool: 'deliver', payload: Type.Object({}), attempts: 25 },
  import: {
    pool: 'short',
    payload: Type.Object({ importId: Type.String(), traceparent: TRACEPARENT }),
    attempts: 25,
  },
  file: {
    pool: 'file',
    payload: Type.Object({ itemId: Type.Unsafe<FileItemId>(Type.String()) }),
    attempts: 25,
  },
  train: {
    pool: 'long',
    payload: Type.Object({
      jid: Type.Unsafe<JobId>(Type.String()),
      traceparent: TRACEPARENT,
    }),
    attempts: 5,
  },
  'clean-up': { pool: 'short', payload: Type.Object({}), attempts: 3 },
} as const satisfies Record<string, TaskSpec>;

export type TaskName = keyof typeof TASKS;
export type Payload<Name extends TaskName> = Static<(typeof TASKS)[Name]['payload']>;

/** What a handler knows about its own run. */
export interface TaskRun {
  /** 1 at first; grows with every further try, also after a worker was lost. A fencing token for what the task writes. */
  readonly attempt: number;
  /** The next failure is final: the handler should write down that the work has failed. */
  readonly lastAttempt: boolean;
  /** Aborted when the process stops: put down the work at the next good moment and throw; it is taken up elsewhere. */
  readonly signal: AbortSignal;
}

export type TaskHandler<Name extends TaskName> = (payload: Payload<Name>, run: TaskRun) => Promise<void>;
export type TaskHandlers = { readonly [Name in TaskName]: TaskHandler<Name> };

/** Bytes of the database become a typed value here. */
export function isPayload<Name extends TaskName>(name: Name, payload: unknown): payload is Payload<Name> {
  return Value.Check(TASKS[name].payload, payload);
}

function isTaskName(name: string): name is TaskName {
  return Object.hasOwn(TASKS, name);
}

export function tasksOf(pool: TaskPoolName): readonly TaskName[] {
  return Object.keys(TASKS)
    .filter(isTaskName)
    .filter((name) => TASKS[name].pool === pool);
}
