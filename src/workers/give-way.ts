import { constants, getPriority, setPriority } from 'node:os';

/**
 * Lowers the priority of this thread and of those that it will start: where others want the cores, it gets a tenth of
 * what they get. Only Linux has priorities of threads; elsewhere this would slow down the whole process.
 */
export function giveWay(): void {
  if (process.platform !== 'linux') return;
  const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;
  setPriority(0, Math.min(getPriority(0) + PRIORITY_BELOW_NORMAL, PRIORITY_LOW));
}
