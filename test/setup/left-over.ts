import type { Worker } from 'node:worker_threads';
import { sharedThreads } from './model.js';

/**
 * How much of each kind of thing this process keeps going: sockets, servers, children, threads, listeners, and timers as
 * far as those of the test runner, which come and go, do not hide them.
 */
export type Kept = ReadonlyMap<string, number>;

/** Whoever listens to these and does not stop keeps what it closes over. */
const WATCHED_EVENTS = ['SIGINT', 'SIGTERM', 'uncaughtException', 'unhandledRejection'];
/** Threads are counted one by one; their ports come and go with what waits for them. */
const PORT = 'MessagePort';

const threads = new Set<Worker>();
process.on('worker', (thread) => {
  threads.add(thread);
  thread.once('exit', () => threads.delete(thread));
});

export function kept(): Kept {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) {
    if (kind !== PORT) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  // Models that files share stay: they end with the process.
  counts.set('thread', threads.size - sharedThreads());
  for (const event of WATCHED_EVENTS) counts.set(`listener of ${event}`, process.listenerCount(event));
  return counts;
}

/** What there is more of than before, in words. */
export function leftOver(before: Kept, after: Kept): readonly string[] {
  return [...after].flatMap(([kind, count]) => {
    const more = count - (before.get(kind) ?? 0);
    return more > 0 ? [`${more} × ${kind}`] : [];
  });
}
