import { readFileSync, readlinkSync } from 'node:fs';

/** What Linux counts in: hundredths of a second, on every machine that Node runs on. */
const TICK_MS = 10;
/** Places of user and system time among the words behind the name of a thread: proc(5). */
const USER_TIME = 11;
const SYSTEM_TIME = 12;

/** Number by which the system knows the thread that asks; undefined where it has no files that say so. */
export function systemThreadId(): number | undefined {
  try {
    const id = Number(/\d+$/.exec(readlinkSync('/proc/thread-self'))?.[0]);
    return Number.isNaN(id) ? undefined : id;
  } catch {
    return undefined;
  }
}

/** Time that a thread of this process has computed; undefined where that is not known. */
export function processorMs(threadId: number): number | undefined {
  try {
    const line = readFileSync(`/proc/self/task/${threadId}/stat`, 'utf8');
    // The name stands in brackets and may hold anything.
    const words = line.slice(line.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(words[USER_TIME]) + Number(words[SYSTEM_TIME]);
    return Number.isNaN(ticks) ? undefined : ticks * TICK_MS;
  } catch {
    return undefined;
  }
}
