import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { JobId } from '../ids.js';

/**
 * Work of one lane never waits for work of another: each lane has its own slots in every worker process, so that a
 * training that takes an hour holds up neither translations nor callbacks.
 */
export const LANES = {
  /** Wakes the translation pump, which works on many jobs at once. */
  translate: { slots: 1 },
  /** Wakes the sender of callbacks, which sends many at once. */
  deliver: { slots: 1 },
  /** Work of seconds: taking over tables, clean-up. */
  short: { slots: 2 },
  /** Work of minutes or hours: training. */
  long: { slots: 1 },
} as const;
export type Lane = keyof typeof LANES;

interface Task {
  readonly lane: Lane;
  /** What the task is handed; checked again when it is read back from the database. */
  readonly payload: TSchema;
  /** A task that threw this often is given up; the pause before each try grows up to six hours. */
  readonly attempts: number;
}

/**
 * Every kind of work the queue knows. To add one: a line here, and its handler where the workers are composed. The
 * compiler asks for the rest.
 */
export const TASKS = {
  translate: { lane: 'translate', payload: Type.Object({}), attempts: 25 },
  deliver: { lane: 'deliver', payload: Type.Object({}), attempts: 25 },
  import: { lane: 'short', payload: Type.Object({ importId: Type.String() }), attempts: 25 },
  train: { lane: 'long', payload: Type.Object({ jid: Type.Unsafe<JobId>(Type.String()) }), attempts: 5 },
  'clean-up': { lane: 'short', payload: Type.Object({}), attempts: 3 },
} as const satisfies Record<string, Task>;

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

export function tasksOf(lane: Lane): readonly TaskName[] {
  return Object.keys(TASKS)
    .filter(isTaskName)
    .filter((name) => TASKS[name].lane === lane);
}
