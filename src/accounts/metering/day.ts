import { Failure } from '../../base/failure.js';

/** Refuses what has the form of a day and is none: 31 February, and the year 0, which PostgreSQL does not know. */
export function checkDay(name: string, day: string | undefined): void {
  if (day === undefined) return;
  const time = Date.parse(`${day}T00:00:00Z`);
  if (
    Number.isNaN(time) ||
    new Date(time).toISOString().slice(0, 10) !== day ||
    time < Date.parse('0001-01-01T00:00:00Z')
  ) {
    throw new Failure('argumentInvalid', { message: `${name} must be a day such as 2026-01-31.` });
  }
}
