import type { TransferListItem, Worker } from 'node:worker_threads';
import type { FromThread } from './messages.js';
import { processorMs } from './processor-time.js';
import type { ThreadTask } from './task.js';

export interface RunOptions {
  /** Takes the task out of the queue, or stops it. */
  readonly signal?: AbortSignal;
  /** For whom it is done: owners take turns. Absent: for one of its own. */
  readonly owner?: string | undefined;
  /** Buffers and ports that are handed over rather than copied. */
  readonly transfer?: readonly TransferListItem[];
  readonly onProgress?: (done: number) => void;
}

/** A task that waits or runs. */
export interface Pending {
  readonly task: ThreadTask<never, unknown>;
  readonly input: unknown;
  readonly options: RunOptions;
  readonly owner: string | symbol;
  /** Of turns that were taken from it. */
  computedMs: number;
  readonly resolve: (output: never) => void;
  readonly reject: (error: unknown) => void;
}

export interface Thread {
  readonly worker: Worker;
  /** Undefined until the thread runs; null where the system tells none. */
  systemId: number | null | undefined;
  running: Pending | undefined;
  /** Processor time of the thread when what runs began, and the clock. */
  before: number;
  began: number;
  timer: NodeJS.Timeout | undefined;
}

/** Waits until the thread has answered for its task; what it tells on the way is no end. */
export function taskEnd(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      worker.off('message', hear).off('exit', end);
      resolve();
    };
    const hear = ({ kind }: FromThread) => {
      if (kind !== 'started' && kind !== 'progress') end();
    };
    worker.on('message', hear).once('exit', end);
  });
}

/** Whether a task has computed for as long as it may while others wait. Where that is not known, its timer decides. */
export function hadTurn(thread: Thread, { task }: Pending): boolean {
  const computed = computedMs(thread);
  return computed !== undefined && task.turnMs !== undefined && computed - thread.before >= task.turnMs;
}

/** Undefined where it cannot be known. */
export function computedMs({ systemId }: Thread): number | undefined {
  if (systemId === undefined) return 0;
  return systemId === null ? undefined : processorMs(systemId);
}
