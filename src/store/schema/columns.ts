import { randomUUID } from 'node:crypto';
import { text, timestamp } from 'drizzle-orm/pg-core';

/**
 * Ids that callers see are text, not the uuid type: whatever a caller sends is then a valid operand, and an unknown id
 * is simply not found instead of an error of the database.
 */
export function idColumn<Id extends string>() {
  return text()
    .$type<Id>()
    .primaryKey()
    .$defaultFn(() => randomUUID() as Id);
}

export function createdAt() {
  return timestamp({ withTimezone: true }).notNull().defaultNow();
}

export function moment() {
  return timestamp({ withTimezone: true });
}
