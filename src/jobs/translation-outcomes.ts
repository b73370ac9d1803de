import { type SQL, sql } from 'drizzle-orm';
import { releaseQuota } from '../accounts/quota.js';
import { bookUsage } from '../accounts/usage.js';
import { type Announcement, announce } from '../callbacks/announcements.js';
import { notify } from '../queue/notify.js';
import { usageOf } from '../requests/metering.js';
import type { Queryable } from '../store/store.js';
import { failureBody } from './translation-answer.js';
import { type Outcome, sizeClassOf } from './translation-job.js';

type OfKind<Kind extends Outcome['kind']> = Extract<Outcome, { kind: Kind }>;

/**
 * Writes what became of claims, in the caller's transaction. Every statement is fenced: it touches a job only while it
 * is running in this worker under the attempt of the claim, so a worker that was thought dead, or a write that is
 * repeated because its answer was lost, changes nothing. Answers which outcomes took effect.
 */
export async function writeOutcomes(
  tx: Queryable,
  worker: string,
  outcomes: readonly Outcome[],
): Promise<readonly boolean[]> {
  const advanced = await advance(tx, worker, ofKind(outcomes, 'advanced'));
  const finished = await finish(tx, worker, ofKind(outcomes, 'finished'));
  const failed = await fail(tx, worker, ofKind(outcomes, 'failed'));
  const released = await release(tx, worker, ofKind(outcomes, 'released'));
  // Tokens of the queue are locked until the commit: always at most one of each kind and in this order, so that two
  // transactions can wait for each other in one direction only.
  await announce(tx, [...finished.map(finishedAnnouncement), ...failed.map(failedAnnouncement)]);
  if (advanced.length + released.length > 0) await notify(tx, 'translate');
  const longest = Math.max(0, ...released.map(({ pauseMs }) => pauseMs));
  if (longest > 0) await notify(tx, 'translate', new Date(Date.now() + longest));
  const kept = new Set<Outcome>([...advanced, ...finished, ...failed, ...released]);
  return outcomes.map((outcome) => kept.has(outcome));
}

function ofKind<Kind extends Outcome['kind']>(
  outcomes: readonly Outcome[],
  kind: Kind,
): readonly OfKind<Kind>[] {
  return outcomes.filter((outcome): outcome is OfKind<Kind> => outcome.kind === kind);
}

/**
 * One fenced update of many jobs; `columns` are parallel arrays named by `names`. Answers those that took effect. A
 * worker that was thought dead may have claimed the same job again while its first claim still runs, and both may end
 * in one transaction: claims are told apart by their attempt, not by the job.
 */
async function update<Kind extends Outcome['kind']>(
  tx: Queryable,
  worker: string,
  outcomes: readonly OfKind<Kind>[],
  names: SQL,
  columns: SQL[],
  set: SQL,
): Promise<readonly OfKind<Kind>[]> {
  if (outcomes.length === 0) return [];
  const ids = sql.param(outcomes.map((outcome) => outcome.job.queueId));
  const attempts = sql.param(outcomes.map((outcome) => outcome.job.attempt));
  const { rows } = await tx.execute<{ queueId: string; attempt: number }>(sql`
    update translation_jobs j set worker = null, ${set}
    from unnest(${ids}::text[], ${attempts}::int[], ${sql.join(columns, sql`, `)}) as o(id, claim, ${names})
    where j.queue_id = o.id and j.attempt = o.claim and j.state = 'running' and j.worker = ${worker}
    returning j.queue_id as "queueId", j.attempt`);
  const touched = new Map(rows.map((row) => [row.queueId, row.attempt]));
  return outcomes.filter(({ job }) => touched.get(job.queueId) === job.attempt);
}

async function advance(
  tx: Queryable,
  worker: string,
  outcomes: readonly OfKind<'advanced'>[],
): Promise<readonly OfKind<'advanced'>[]> {
  const done = outcomes.map(({ job, results }) => job.done + results.length);
  const classes = outcomes.map(({ job }, at) => sizeClassOf(job.plan.segments.length - (done[at] ?? 0)));
  const kept = await update(
    tx,
    worker,
    outcomes,
    sql`done, class`,
    [sql`${sql.param(done)}::int[]`, sql`${sql.param(classes)}::int[]`],
    sql`state = 'queued', queued_at = now(), tries = 0, not_before = null, done = o.done, size_class = o.class`,
  );
  if (kept.length === 0) return kept;
  await tx.execute(sql`
    insert into translation_batches (org_id, queue_id, first, results)
    select t.org, t.id, t.first, t.results::json
    from unnest(
      ${sql.param(kept.map(({ job }) => job.request.caller.orgId))}::text[],
      ${sql.param(kept.map(({ job }) => job.queueId))}::text[],
      ${sql.param(kept.map(({ job }) => job.done))}::int[],
      ${sql.param(kept.map(({ results }) => JSON.stringify(results)))}::text[]
    ) as t(org, id, first, results)`);
  return kept;
}

async function finish(
  tx: Queryable,
  worker: string,
  outcomes: readonly OfKind<'finished'>[],
): Promise<readonly OfKind<'finished'>[]> {
  const results = outcomes.map(({ result }) => JSON.stringify(result));
  const kept = await update(
    tx,
    worker,
    outcomes,
    sql`result`,
    [sql`${sql.param(results)}::text[]`],
    sql`state = 'finished', done = j.total, finished_at = now(), result = o.result::json, plan = null`,
  );
  if (kept.length === 0) return kept;
  await dropBatches(tx, kept);
  await bookUsage(
    tx,
    kept.map(({ job, result }) => usageOf(job.request, result.wordCount)),
  );
  return kept;
}

async function fail(
  tx: Queryable,
  worker: string,
  outcomes: readonly OfKind<'failed'>[],
): Promise<readonly OfKind<'failed'>[]> {
  const kept = await update(
    tx,
    worker,
    outcomes,
    sql`code, message, index`,
    [
      sql`${sql.param(outcomes.map(({ failure }) => failure.code))}::int[]`,
      sql`${sql.param(outcomes.map(({ failure }) => failure.message))}::text[]`,
      sql`${sql.param(outcomes.map(({ failure }) => failure.index))}::int[]`,
    ],
    sql`state = 'failed', finished_at = now(), plan = null, error_code = o.code, error_message = o.message,
      error_index = o.index`,
  );
  if (kept.length === 0) return kept;
  await dropBatches(tx, kept);
  for (const { job } of kept) {
    if (job.quotaMonth !== null)
      await releaseQuota(tx, job.request.contract.id, job.quotaMonth, job.request.characters);
  }
  return kept;
}

async function release(
  tx: Queryable,
  worker: string,
  outcomes: readonly OfKind<'released'>[],
): Promise<readonly OfKind<'released'>[]> {
  return update(
    tx,
    worker,
    outcomes,
    sql`pause`,
    [sql`${sql.param(outcomes.map(({ pauseMs }) => pauseMs))}::int[]`],
    sql`state = 'queued', queued_at = now(), tries = j.tries + least(1, o.pause),
      not_before = case when o.pause > 0 then now() + o.pause * interval '1 millisecond' end`,
  );
}

function finishedAnnouncement({ job, result }: OfKind<'finished'>): Announcement {
  return {
    orgId: job.request.caller.orgId,
    accessKey: job.request.caller.accessKey,
    event: 'translation.finished',
    subjectId: job.queueId,
    traceparent: job.request.traceparent,
    body: { status: 'success', data: { ...result, queueId: job.queueId } },
  };
}

function failedAnnouncement({ job, failure }: OfKind<'failed'>): Announcement {
  const { status, data } = failureBody(job.taskId, failure);
  return {
    orgId: job.request.caller.orgId,
    accessKey: job.request.caller.accessKey,
    event: 'translation.failed',
    subjectId: job.queueId,
    traceparent: job.request.traceparent,
    body: { status, data: { ...data, queueId: job.queueId } },
  };
}

/** A job of one batch has none, and most jobs are of one batch. */
async function dropBatches(tx: Queryable, outcomes: readonly Outcome[]): Promise<void> {
  const ids = outcomes.filter(({ job }) => job.done > 0).map(({ job }) => job.queueId);
  if (ids.length === 0) return;
  await tx.execute(sql`delete from translation_batches where queue_id = any(${sql.param(ids)}::text[])`);
}
