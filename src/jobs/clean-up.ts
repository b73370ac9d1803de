import { sql } from 'drizzle-orm';
import type { Database } from '../store/store.js';

/** Results and announcements are kept this long. */
export const RETENTION = '14 days';
/** Rows per statement: short locks, whatever has piled up. */
const ROWS_AT_ONCE = 1000;

/** Removes what has outlived its time. Runs as a scheduled task, once for all processes. */
export async function cleanUp(db: Database, signal: AbortSignal): Promise<void> {
  const statements = [
    sql`delete from translation_jobs where queue_id in (
      select queue_id from translation_jobs
      where expires_at < now() and state in ('finished', 'failed') limit ${ROWS_AT_ONCE})`,
    sql`delete from callback_deliveries where id in (
      select id from callback_deliveries
      where created_at < now() - ${RETENTION}::interval and state <> 'pending' limit ${ROWS_AT_ONCE})`,
    sql`delete from import_jobs where id in (
      select id from import_jobs
      where finished_at < now() - ${RETENTION}::interval limit ${ROWS_AT_ONCE})`,
  ];
  for (const statement of statements) {
    for (let removed = ROWS_AT_ONCE; removed === ROWS_AT_ONCE && !signal.aborted; ) {
      removed = (await db.execute(statement)).rowCount ?? 0;
    }
  }
}
