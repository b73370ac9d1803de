import { and, asc, eq, sql } from 'drizzle-orm';
import type { OrganizationId, QueueId } from '../../base/ids.js';
import type { Queryable } from '../../store/database.js';
import { translationBatches } from '../../store/schema/index.js';
import type { SegmentResult } from '../../translate/pipeline-types.js';

/** The sentences that earlier turns have finished, in order. */
export async function readBatches(
  db: Queryable,
  orgId: OrganizationId,
  queueId: QueueId,
): Promise<readonly SegmentResult[]> {
  const rows = await db
    .select({ results: sql<readonly SegmentResult[]>`${translationBatches.results}` })
    .from(translationBatches)
    .where(and(eq(translationBatches.orgId, orgId), eq(translationBatches.queueId, queueId)))
    .orderBy(asc(translationBatches.first));
  return rows.flatMap((row) => row.results);
}
