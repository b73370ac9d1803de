import type { Worker } from 'node:worker_threads';
import type { Job } from './thread/job.js';
import { rowsOfSearch } from './thread/search/rows.js';

interface Loading {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** One thread and what it was given to do. */
export interface Thread {
  readonly worker: Worker;
  running: number;
  /** Rows (sentences × beams) of what it has. */
  rows: number;
  readonly loads: Map<string, Loading>;
}

export function take(thread: Thread, job: Job): void {
  thread.running++;
  thread.rows += rowsOf(job);
}

export function release(thread: Thread, job: Job): void {
  thread.running--;
  thread.rows -= rowsOf(job);
}

export function rowsOf({ decode: { beam = 1, isPruned = false }, forced }: Job): number {
  return forced === undefined ? rowsOfSearch(beam, isPruned) : 1;
}
