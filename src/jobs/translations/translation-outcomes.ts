import { sql } from 'drizzle-orm';
import type { Announcement } from '../../callbacks/announcements.js';
import { usageOf } from '../../requests/metering.js';
import type { SegmentResult } from '../../translate/pipeline-types.js';
import { type Failed, type Finished, failureColumns, type JobRecords } from '../job-outcomes.js';
import { JOB_TABLES } from '../job-table.js';
import { failureBody } from './translation-answer.js';
import { type ClaimedTranslation, sizeClassOf, type TranslationData } from './translation-job.js';

/** The sentences that a turn has translated. */
export type TranslatedBatch = readonly SegmentResult[];

/** How asynchronous translations are written down. */
export const TRANSLATION_RECORDS: JobRecords<ClaimedTranslation, TranslatedBatch, TranslationData> = {
  table: JOB_TABLES.translation,

  advanced(outcomes) {
    const done = outcomes.map(({ job, progress }) => job.done + progress.length);
    const classes = outcomes.map(({ job }, at) => sizeClassOf(job.plan.segments.length - (done[at] ?? 0)));
    return {
      values: { done: sql`${sql.param(done)}::int[]`, class: sql`${sql.param(classes)}::int[]` },
      set: sql`done = o.done, size_class = o.class`,
    };
  },

  finished(outcomes) {
    const results = outcomes.map(({ result }) => JSON.stringify(result));
    return {
      values: { result: sql`${sql.param(results)}::text[]` },
      set: sql`result = o.result::json, done = j.total, plan = null`,
    };
  },

  failed(outcomes) {
    const { values, set } = failureColumns(outcomes);
    const place = sql`${sql.param(outcomes.map(({ failure }) => failure.index))}::int[]`;
    return { values: { ...values, place }, set: sql`${set}, plan = null, error_index = o.place` };
  },

  async keep(tx, { advanced }) {
    if (advanced.length === 0) return;
    await tx.execute(sql`
      insert into translation_batches (org_id, queue_id, first, results)
      select t.org, t.id, t.first, t.results::json
      from unnest(
        ${sql.param(advanced.map(({ job }) => job.request.caller.orgId))}::text[],
        ${sql.param(advanced.map(({ job }) => job.id))}::text[],
        ${sql.param(advanced.map(({ job }) => job.done))}::int[],
        ${sql.param(advanced.map(({ progress }) => JSON.stringify(progress)))}::text[]
      ) as t(org, id, first, results)`);
  },

  async settlement(tx, finished, failed) {
    // A job of one batch has none, and most jobs are of one batch.
    const ids = [...finished, ...failed].filter(({ job }) => job.done > 0).map(({ job }) => job.id);
    if (ids.length > 0) {
      await tx.execute(sql`delete from translation_batches where queue_id = any(${sql.param(ids)}::text[])`);
    }
    return {
      usage: finished.map(({ job, result }) => usageOf(job.request, result.wordCount)),
      reserved: failed.map(({ job: { request, quotaMonth } }) => ({
        contractId: request.contract.id,
        month: quotaMonth,
        characters: request.characters,
      })),
      announcements: [...finished.map(finishedAnnouncement), ...failed.map(failedAnnouncement)],
    };
  },
};

function finishedAnnouncement({ job, result }: Finished<ClaimedTranslation, TranslationData>): Announcement {
  return {
    ...subjectOf(job),
    event: 'translation.finished',
    body: { status: 'success', data: { ...result, queueId: job.id } },
  };
}

function failedAnnouncement({ job, failure }: Failed<ClaimedTranslation>): Announcement {
  const { status, data } = failureBody(job.taskId, failure);
  return {
    ...subjectOf(job),
    event: 'translation.failed',
    body: { status, data: { ...data, queueId: job.id } },
  };
}

function subjectOf({ id, request: { caller, traceparent } }: ClaimedTranslation) {
  return { orgId: caller.orgId, accessKey: caller.accessKey, subjectId: id, traceparent };
}
