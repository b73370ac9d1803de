import { and, eq } from 'drizzle-orm';
import { announce } from '../callbacks/announcements.js';
import type { OrganizationId, TranslateId } from '../ids.js';
import { fileTranslations } from '../store/schema/index.js';
import type { Queryable } from '../store/store.js';
import { readResults } from './file-results.js';

/** Announces a request whose last item has ended, in the transaction that ended it. */
export async function announceEnd(
  tx: Queryable,
  orgId: OrganizationId,
  translateId: TranslateId,
  traceparent?: string | undefined,
): Promise<void> {
  // Locked, so that of two items that end at the same moment exactly one finds itself the last.
  const [owner] = await tx
    .select({ accessKey: fileTranslations.accessKey })
    .from(fileTranslations)
    .where(and(eq(fileTranslations.orgId, orgId), eq(fileTranslations.translateId, translateId)))
    .for('update');
  const [result] = await readResults(
    tx,
    and(eq(fileTranslations.orgId, orgId), eq(fileTranslations.translateId, translateId)),
  );
  if (owner === undefined || result === undefined || !result.done) return;
  const finished = result.items.some((item) => !item.error);
  await announce(tx, [
    {
      orgId,
      accessKey: owner.accessKey,
      event: finished ? 'file.finished' : 'file.failed',
      subjectId: translateId,
      body: { status: finished ? 'success' : 'failure', data: result },
      traceparent,
    },
  ]);
}
