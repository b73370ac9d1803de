import { and, inArray, type SQL, sql } from 'drizzle-orm';
import type { JobId } from '../base/ids.js';
import type { Announcement } from '../callbacks/announcements.js';
import { type Settlement, settle } from '../jobs/settlement.js';
import type { Queryable } from '../store/database.js';
import { trainingJobs, trainingOutputs } from '../store/schema/index.js';
import { UNFINISHED } from './states.js';
import { documentedJob, findJob } from './trained-models.js';
import { CANCELLED } from './training-problems.js';

/** Ends trainings that have not ended, with all that follows from it. Answers which: runs of them have to stop. */
export async function endTrainings(
  tx: Queryable,
  which: SQL | undefined,
  errorMessage: string,
): Promise<readonly JobId[]> {
  const ended = await tx
    .update(trainingJobs)
    .set({ state: 'failed', worker: null, errorCode: CANCELLED, errorMessage, finishedAt: sql`now()` })
    .where(and(which, inArray(trainingJobs.state, [...UNFINISHED])))
    .returning({ jid: trainingJobs.jid });
  const jids = ended.map(({ jid }) => jid);
  await settle(tx, await settlementOf(tx, jids));
  return jids;
}

/** What the ends of these trainings mean: an announcement each, and nothing is kept of their way. */
export async function settlementOf(tx: Queryable, jids: readonly JobId[]): Promise<Settlement> {
  if (jids.length === 0) return { usage: [], reserved: [], announcements: [] };
  await tx.delete(trainingOutputs).where(inArray(trainingOutputs.jid, [...jids]));
  const rows = await tx
    .select({
      jid: trainingJobs.jid,
      orgId: trainingJobs.orgId,
      accessKey: trainingJobs.accessKey,
      traceparent: trainingJobs.traceparent,
    })
    .from(trainingJobs)
    .where(inArray(trainingJobs.jid, [...jids]));
  const announcements: Announcement[] = [];
  for (const { jid, orgId, accessKey, traceparent } of rows) {
    const job = await findJob(tx, orgId, jid);
    if (job === undefined) continue;
    const finished = job.jobStatus === 'finished';
    announcements.push({
      orgId,
      accessKey,
      event: finished ? 'training.finished' : 'training.failed',
      subjectId: jid,
      body: { status: finished ? 'success' : 'failure', data: { ...documentedJob(job), jid } },
      traceparent: traceparent ?? undefined,
    });
  }
  return { usage: [], reserved: [], announcements };
}
