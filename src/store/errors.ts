import { DrizzleQueryError } from 'drizzle-orm/errors';
import pg from 'pg';

/** SQLSTATE of an error thrown by a query, or undefined when it is something else. */
export function sqlState(error: unknown): string | undefined {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  return cause instanceof pg.DatabaseError ? cause.code : undefined;
}

/** A row of the same key already exists. */
export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === '23505';
}

/** A row points at one that does not exist. */
export function isForeignKeyViolation(error: unknown): boolean {
  return sqlState(error) === '23503';
}

/** The disk of the database is full. */
export function isDiskFull(error: unknown): boolean {
  return sqlState(error) === '53100';
}

/** Classes of SQLSTATE (connection, deadlock, resources, operator intervention) that pass by themselves. */
const PASSING_CLASSES: ReadonlySet<string> = new Set(['08', '40', '53', '57']);
const PASSING_CODES: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

/** Whether the trouble was not with the request, so that the same one may work in a moment. */
export function isUnavailable(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined) return PASSING_CLASSES.has(state.slice(0, 2));
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  if (!(cause instanceof Error)) return false;
  if ('code' in cause && typeof cause.code === 'string') return PASSING_CODES.has(cause.code);
  // node-postgres has no code for these two.
  return /^(Connection terminated|timeout exceeded when trying to connect)/.test(cause.message);
}

/** Somebody else held the lock for longer than `lock_timeout`. */
export function isLockUnavailable(error: unknown): boolean {
  return sqlState(error) === '55P03';
}
