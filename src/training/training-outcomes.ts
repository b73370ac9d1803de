import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { LearnedParts } from '../adaptation/learned-model.js';
import { type Finished, failureColumns, type JobRecords } from '../jobs/job-outcomes.js';
import { JOB_TABLES } from '../jobs/job-table.js';
import type { Queryable } from '../store/database.js';
import { customModelChunks, customModels, customModelVersions } from '../store/schema/index.js';
import type { Evaluation } from './learning/learn.js';
import type { WrittenVersion } from './learning/write-version.task.js';
import { storeIndex } from './material.js';
import type { ClaimedTraining } from './training-claims.js';
import { settlementOf } from './training-ends.js';

/** What a training has made. */
export interface TrainedVersion extends WrittenVersion {
  readonly baseVersion: string;
  readonly parameters: LearnedParts['parameters'];
  readonly evaluation: Evaluation;
}

/** Older versions than this many stay in memory of running requests only. */
const KEPT_VERSIONS = 2;

/** How trainings are written down. The new version serves from the commit on; requests in flight keep the one they opened. */
export const TRAINING_RECORDS: JobRecords<ClaimedTraining, never, TrainedVersion> = {
  table: JOB_TABLES.training,
  finished: () => ({ set: sql`progress = 1` }),
  failed: failureColumns,
  /** Uploads hold the model before they look at its trainings. */
  async lock(tx, finished) {
    const mids = finished.map(({ job }) => job.mid);
    await tx
      .select({ mid: customModels.mid })
      .from(customModels)
      .where(inArray(customModels.mid, mids))
      .orderBy(customModels.mid)
      .for('update');
  },
  async keep(tx, { finished }) {
    for (const one of finished) await publish(tx, one);
  },
  settlement: (tx, finished, failed) =>
    settlementOf(
      tx,
      [...finished, ...failed].map(({ job }) => job.id),
    ),
};

async function publish(
  tx: Queryable,
  { job, result }: Finished<ClaimedTraining, TrainedVersion>,
): Promise<void> {
  const { orgId, mid, id: jid } = job;
  const { bytes, terms, baseVersion, parameters, evaluation } = result;
  const isIt = and(eq(customModels.orgId, orgId), eq(customModels.mid, mid));
  const [model] = await tx
    .update(customModels)
    .set({ version: sql`${customModels.version} + 1`, updatedAt: new Date() })
    .where(isIt)
    .returning({ version: customModels.version });
  if (model === undefined) throw new Error(`The model of ${jid} is gone.`);
  const { version } = model;
  await tx
    .insert(customModelVersions)
    .values({ orgId, mid, version, jid, baseVersion, parameters, evaluation, terms });
  await storeIndex(tx, orgId, mid, version, bytes);
  await tx
    .delete(customModelChunks)
    .where(
      and(
        eq(customModelChunks.orgId, orgId),
        eq(customModelChunks.mid, mid),
        lt(customModelChunks.version, version - KEPT_VERSIONS + 1),
      ),
    );
}
