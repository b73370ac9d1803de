import { sql } from 'drizzle-orm';
import { DISABLED_FAILURE, isDisabled } from '../accounts/disabled.js';
import { releaseQuota } from '../accounts/quota.js';
import { announce } from '../callbacks/announcements.js';
import type { AccessKey, ContractId, OrganizationId, QueueId } from '../ids.js';
import type { Store } from '../store/store.js';
import { failureBody } from './translation-answer.js';

/** An ended job, as far as its end concerns others. */
interface EndedJob extends Record<string, unknown> {
  readonly queueId: QueueId;
  readonly taskId: string;
  readonly orgId: OrganizationId;
  readonly accessKey: AccessKey;
  readonly contractId: ContractId;
  readonly characters: number;
  readonly month: string | null;
}

/**
 * Fails the asynchronous translations of what was disabled. A worker that is at one finds that it is no longer running,
 * and what it has translated meanwhile is not written.
 */
export async function endDisabledTranslations({ db }: Store, orgId: string | undefined): Promise<void> {
  const failure = { ...DISABLED_FAILURE, index: null };
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<EndedJob>(sql`
      update translation_jobs j
      set state = 'failed', worker = null, finished_at = now(), plan = null,
        error_code = ${failure.code}, error_message = ${failure.message}
      where j.state in ('queued', 'running') and ${isDisabled(sql`j`, orgId)}
      returning j.queue_id as "queueId", j.task_id as "taskId", j.org_id as "orgId", j.access_key as "accessKey",
        j.contract_id as "contractId", j.characters, j.quota_month as "month"`);
    const ids = sql.param(rows.map(({ queueId }) => queueId));
    await tx.execute(sql`delete from translation_batches where queue_id = any(${ids}::text[])`);
    for (const { contractId, month, characters } of reservedBy(rows)) {
      await releaseQuota(tx, contractId, month, characters);
    }
    await announce(
      tx,
      rows.map(({ orgId: owner, accessKey, queueId, taskId }) => {
        const { status, data } = failureBody(taskId, failure);
        const body = { status, data: { ...data, queueId } };
        return { orgId: owner, accessKey, event: 'translation.failed' as const, subjectId: queueId, body };
      }),
    );
  });
}

type Reserved = Pick<EndedJob, 'contractId' | 'month' | 'characters'>;

/** What was reserved for them together, by contract and month. */
function reservedBy(jobs: readonly EndedJob[]): Iterable<Reserved> {
  const sums = new Map<string, Reserved>();
  for (const { contractId, month, characters } of jobs) {
    const key = `${contractId} ${month}`;
    sums.set(key, { contractId, month, characters: characters + (sums.get(key)?.characters ?? 0) });
  }
  return sums.values();
}
