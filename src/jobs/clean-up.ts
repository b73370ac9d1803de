import { sql } from 'drizzle-orm';
import { makeWorkerUtils } from 'graphile-worker';
import { silentLogger } from '../queue/enqueue.js';
import type { Store } from '../store/store.js';

/** Results and announcements are kept this long. */
export const RETENTION = '14 days';
export const RETENTION_SECONDS = 14 * 86_400;
/** Far longer than anybody keeps entries in memory without having asked what changed. */
const CHANGES_KEPT = '2 days';
/** Rows per statement: short locks, whatever has piled up. */
const ROWS_AT_ONCE = 1000;

/** Removes what has outlived its time. Runs as a scheduled task, once for all processes. */
export async function cleanUp(store: Store, signal: AbortSignal): Promise<void> {
  const statements = [
    sql`delete from translation_jobs where queue_id in (
      select queue_id from translation_jobs
      where expires_at < now() and state in ('finished', 'failed') limit ${ROWS_AT_ONCE})`,
    sql`delete from callback_deliveries where id in (
      select id from callback_deliveries
      where created_at < now() - ${RETENTION}::interval and state <> 'pending' limit ${ROWS_AT_ONCE})`,
    sql`delete from idempotency_keys where (access_key, key) in (
      select access_key, key from idempotency_keys
      where expires_at < now() limit ${ROWS_AT_ONCE})`,
    sql`delete from import_jobs where id in (
      select id from import_jobs
      where finished_at < now() - ${RETENTION}::interval limit ${ROWS_AT_ONCE})`,
    sql`delete from undo_changes where id in (
      select id from undo_changes
      where created_at < now() - ${RETENTION}::interval limit ${ROWS_AT_ONCE})`,
    sql`delete from entry_changes where id in (
      select id from entry_changes
      where created_at < now() - ${CHANGES_KEPT}::interval limit ${ROWS_AT_ONCE})`,
    sql`delete from file_translations where translate_id in (
      select translate_id from file_translations t where expires_at < now()
        and not exists (select from file_items i where i.translate_id = t.translate_id and i.state in ('queued', 'running'))
      limit ${ROWS_AT_ONCE})`,
  ];
  for (const statement of statements) {
    for (let removed = ROWS_AT_ONCE; removed === ROWS_AT_ONCE && !signal.aborted; ) {
      removed = (await store.db.execute(statement)).rowCount ?? 0;
    }
  }
  // Tasks that were given up; what they were about says so itself.
  const queue = await makeWorkerUtils({ pgPool: store.pool, logger: silentLogger() });
  try {
    await queue.cleanup({ tasks: ['DELETE_PERMAFAILED_JOBS', 'GC_JOB_QUEUES'] });
  } finally {
    await queue.release();
  }
}
