import { randomInt } from 'node:crypto';
import type { Queryable } from '../store/database.js';
import { enqueue } from './enqueue.js';
import type { TaskName } from './task-table.js';

/**
 * Jobs and deliveries are rows with a state of their own; the queue only carries a token that says "there is work". A few tokens are enough however long the backlog is, so the queue stays short and fast. They are spread over
 * several keys, because two transactions that write the same key wait for each other.
 */
const TOKENS = 8;

export type NotifiedTask = Exclude<TaskName, 'clean-up'>;

/** Tells a worker that there is work, when the caller's transaction is committed. */
export async function notify(
  tx: Queryable,
  task: NotifiedTask,
  runAt: Date | undefined = undefined,
): Promise<void> {
  // A token for later must not replace one for now, so it has a key of its own.
  const key =
    runAt === undefined
      ? `${task}:${randomInt(TOKENS)}`
      : `${task}:later:${Math.floor(runAt.getTime() / LATER_STEP_MS)}`;
  await enqueue(tx, task, runAt === undefined ? { key } : { key, runAt });
}

/** Tokens for later are gathered per second. */
const LATER_STEP_MS = 1000;
