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
