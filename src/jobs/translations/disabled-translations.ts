import { sql } from 'drizzle-orm';
import { DISABLED_FAILURE, isDisabled } from '../../accounts/disabled.js';
import type { AccessKey, OrganizationId, QueueId } from '../../base/ids.js';
import type { ChangeFeed } from '../../store/changes.js';
import type { Store } from '../../store/store.js';
import { type Reserved, settle } from '../settlement.js';
import { failureBody } from './translation-answer.js';

/** An ended job, as far as its end concerns others. */
interface EndedJob extends Reserved, Record<string, unknown> {
  readonly queueId: QueueId;
  readonly taskId: string;
  readonly orgId: OrganizationId;
  readonly accessKey: AccessKey;
}

/**
 * Fails the asynchronous translations of what was disabled. A worker that is at one finds that it is no longer running,
 * and what it has translated meanwhile is not written.
 */
export async function endDisabledTranslations(
  store: Store,
  changes: ChangeFeed,
  orgId: string | undefined,
): Promise<void> {
  const failure = { ...DISABLED_FAILURE, index: null };
  const ended = await store.transaction(async (tx) => {
    const { rows } = await tx.execute<EndedJob>(sql`
      update translation_jobs j
      set state = 'failed', worker = null, finished_at = now(), plan = null,
        error_code = ${failure.code}, error_message = ${failure.message}
      where j.state in ('queued', 'running') and ${isDisabled(sql`j`, orgId)}
      returning j.queue_id as "queueId", j.task_id as "taskId", j.org_id as "orgId", j.access_key as "accessKey",
        j.contract_id as "contractId", j.characters, j.quota_month as "month"`);
    const ids = sql.param(rows.map(({ queueId }) => queueId));
    await tx.execute(sql`delete from translation_batches where queue_id = any(${ids}::text[])`);
    await settle(tx, {
      usage: [],
      reserved: rows,
      announcements: rows.map(({ orgId: owner, accessKey, queueId, taskId }) => {
        const { status, data } = failureBody(taskId, failure);
        const body = { status, data: { ...data, queueId } };
        return { orgId: owner, accessKey, event: 'translation.failed' as const, subjectId: queueId, body };
      }),
    });
    return rows;
  });
  for (const { queueId } of ended) await changes.announce('job', queueId);
}
