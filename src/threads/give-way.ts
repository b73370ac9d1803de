import { constants, getPriority, setPriority } from 'node:os';

/** A third of the processor time of a thread that answers requests: a training gives way, and gets on under any load. */
const LOWER_BY = 5;

/**
 * Lowers the priority of this thread and of those that it will start. Only Linux has priorities of threads; elsewhere
 * this would slow down the whole process.
 */
export function giveWay(): void {
  if (process.platform !== 'linux') return;
  setPriority(0, Math.min(getPriority(0) + LOWER_BY, constants.priority.PRIORITY_LOW));
}
