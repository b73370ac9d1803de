import { integer, smallint, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.js';

/** Whose hands a piece of background work is in, and how it has fared; the same for every kind of it. */
export function jobColumns() {
  return {
    /** Since when it waits for its next turn. */
    queuedAt: moment().notNull().defaultNow(),
    /** Not before this moment: the pause after a try that failed. */
    notBefore: moment(),
    /** Grows with every claim and fences off a worker that has lost the job. */
    attempt: integer().notNull().default(0),
    /** Tries without progress since the last checkpoint; the pause grows with them. */
    tries: smallint().notNull().default(0),
    /** Those of them that ended with something unforeseen or with the loss of the worker; too many end the job. */
    faults: smallint().notNull().default(0),
    /** The worker process that has it; null while nobody has. */
    worker: text(),
  };
}
