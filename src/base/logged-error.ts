import { DrizzleQueryError } from 'drizzle-orm/errors';
import pg from 'pg';

/** What a log line says of an error. */
export interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  /** Where it was thrown; without the message, which often holds what was sent. */
  readonly stack: readonly string[];
  readonly cause?: LoggedError;
}

/** SQLSTATE class of values that do not fit; PostgreSQL repeats the value in its message. */
const DATA_EXCEPTION = '22';

/**
 * An error as the log may have it: what was asked of the database, but none of the values, which are texts and keys of
 * customers. Only known members are taken over, because libraries hang everything they know on their errors.
 */
export function loggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: [] };
  const code = 'code' in error ? String(error.code) : undefined;
  return {
    type: error.name,
    message: messageOf(error),
    ...(code !== undefined && { code }),
    stack: (error.stack ?? '').split('\n').flatMap((line) => /^\s+at (.*)$/.exec(line)?.[1] ?? []),
    ...(error.cause !== undefined && { cause: loggedError(error.cause) }),
  };
}

function messageOf(error: Error): string {
  if (error instanceof DrizzleQueryError) return `Failed query: ${error.query}`;
  const refused = error instanceof pg.DatabaseError && error.code?.startsWith(DATA_EXCEPTION) === true;
  return refused ? 'A value was refused by the database.' : error.message;
}
