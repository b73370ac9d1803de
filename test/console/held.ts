import { randomInt } from 'node:crypto';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import type { FreshDatabase } from '../setup/database.js';

/**
 * Makes the database keep changes of a table waiting, as a slow disk would, so that a state that is over in a moment can be
 * looked at.
 *
 * @param change which ones: a condition on `old` and `new`
 * @returns lets them through; the end of the test does so too
 */
export async function hold(
  database: FreshDatabase,
  table: string,
  change: string,
): Promise<() => Promise<void>> {
  const lock = randomInt(2 ** 31);
  const name = `held_${lock}`;
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query(`
    select pg_advisory_lock(${lock});
    create function ${name}() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(${lock}); return new; end $$;
    create trigger ${name} before update on ${table} for each row when (${change}) execute function ${name}();`);
  let isHeld = true;
  const release = async () => {
    if (!isHeld) return;
    isHeld = false;
    await holder.query(`select pg_advisory_unlock(${lock}); drop function ${name} cascade`);
    await holder.end();
  };
  onTestFinished(release);
  return release;
}
