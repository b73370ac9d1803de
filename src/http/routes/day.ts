import Type from 'typebox';

/** A day in a query, as `2026-01-31`. Whether the month has such a day is checked where it is used. */
export const Day = Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$' });
