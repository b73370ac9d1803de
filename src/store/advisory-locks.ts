/**
 * Numbers of the advisory locks that the product takes in its database, all in one place: two things under one number would
 * wait for each other. Every version of the product has to take the same.
 */
export const ADVISORY_LOCKS = {
  /** Brings the tables up to date. */
  migration: 7_265_001,
  /** Held by the one server of a data folder. */
  server: 7_265_002,
  /** Makes the database of the bundled PostgreSQL. */
  creation: 7_265_003,
  /** Shared by the processes that use the bundled PostgreSQL. */
  members: 7_265_004,
  /** Makes the demo organization. */
  demo: 7_265_005,
} as const;
