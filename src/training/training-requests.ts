import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Caller } from '../accounts/caller.js';
import { DISABLED_FAILURE, isDisabled } from '../accounts/disabled.js';
import type { SentencePair } from '../adaptation/sentence-pair.js';
import { pairsOfVersion } from '../adaptation/versions.js';
import { announce } from '../callbacks/announcements.js';
import { Failure } from '../failure.js';
import type { AccessKey, ContractId, CustomFieldId, JobId, ModelId, OrganizationId, UserId } from '../ids.js';
import type { Lang } from '../lang.js';
import { enqueue } from '../queue/enqueue.js';
import { customModels, trainingJobs, trainingPairs } from '../store/schema/index.js';
import type { Queryable, Store } from '../store/store.js';
import { normalisePhrase } from '../translate/memory/normalise.js';
import { TRAINING_FAILURES } from './failures.js';
import { UNFINISHED } from './states.js';
import { documentedJob, findJob, type JobSummary } from './trained-models.js';
import { MAX_MODEL_PAIRS, type Upload } from './upload.js';

export interface NewModel {
  readonly name: string;
  readonly field: CustomFieldId;
  readonly from: Lang;
  readonly to: Lang;
  readonly contractId: ContractId;
}

interface NewJob {
  readonly orgId: OrganizationId;
  readonly mid: ModelId;
  readonly userId: UserId;
  readonly accessKey: AccessKey;
  readonly contractId: ContractId;
  /** Of the request that asks for it, where it is traced. */
  readonly traceparent?: string | undefined;
}

/** Rows of one insert: a statement has at most 65,535 parameters. */
const ROWS_PER_INSERT = 5_000;
/** What customers ask for comes before what the house does by itself. */
const RENEWAL_PRIORITY = 10;
/** Jobs of one organization that may wait or run. */
const MOST_UNFINISHED = 20;

/** Takes trainings in: once a request is answered, its job is in the database and in the queue. */
export class TrainingRequests {
  readonly #store: Store;
  /** Trainings of one organization that may run at the same time. */
  readonly #atOnce: number;

  constructor(store: Store, atOnce: number) {
    this.#store = store;
    this.#atOnce = atOnce;
  }

  async create(
    caller: Caller,
    model: NewModel,
    upload: Upload,
    traceparent?: string,
  ): Promise<{ jid: JobId; mid: ModelId }> {
    this.#store.disk?.demandRoom();
    return await this.#store.db.transaction(async (tx) => {
      await this.#checkBacklog(tx, caller.orgId);
      const [row] = await tx
        .insert(customModels)
        .values({
          orgId: caller.orgId,
          userId: caller.userId,
          name: model.name,
          field: model.field,
          firstLang: model.from,
          secondLang: model.to,
        })
        .returning({ mid: customModels.mid });
      if (row === undefined) throw new Error('An inserted model comes back.');
      const jid = await this.#submit(
        tx,
        { ...caller, mid: row.mid, contractId: model.contractId, traceparent },
        upload.pairs,
        upload,
      );
      return { jid, mid: row.mid };
    });
  }

  /** Trains a model again with more pairs; a pair with a known source replaces the old one. */
  async retrain(
    orgId: OrganizationId,
    mid: ModelId,
    upload: Upload,
    traceparent?: string,
  ): Promise<{ jid: JobId }> {
    this.#store.disk?.demandRoom();
    return await this.#store.db.transaction(async (tx) => {
      await this.#checkBacklog(tx, orgId);
      const last = await lastJob(tx, orgId, mid);
      if (last === undefined)
        throw new Failure('idUnknown', { message: 'Your organization has no such model.' });
      const pairs = new Map<string, SentencePair>();
      const known = await pairsOfVersion(tx, orgId, mid, last.version);
      for (const pair of [...known, ...upload.pairs]) pairs.set(normalisePhrase(pair.fromText), pair);
      if (pairs.size > MAX_MODEL_PAIRS) {
        throw new Failure('requestInvalid', { message: `A model holds at most ${MAX_MODEL_PAIRS} pairs.` });
      }
      return { jid: await this.#submit(tx, { ...last.job, traceparent }, [...pairs.values()], upload) };
    });
  }

  /** Trains a model again with the pairs it has; undefined when a training of it waits or runs already. */
  async renew(orgId: OrganizationId, mid: ModelId): Promise<JobId | undefined> {
    return await this.#store.db.transaction(async (tx) => {
      // Several nodes may come to this at once.
      await tx.select().from(customModels).where(eq(customModels.mid, mid)).for('update');
      const last = await lastJob(tx, orgId, mid);
      if (last === undefined || UNFINISHED.includes(last.job.state)) return undefined;
      const pairs = await pairsOfVersion(tx, orgId, mid, last.version);
      const report = { pairs: pairs.length, repeated: 0, badRows: 0, examples: [] };
      return await this.#submit(tx, last.job, pairs, { pairs, report }, RENEWAL_PRIORITY);
    });
  }

  /** Ends a job that has not ended; a worker that is at it notices at its next step. */
  async cancel(orgId: OrganizationId, jid: JobId): Promise<JobSummary> {
    return await this.#end(orgId, jid, TRAINING_FAILURES[41001]);
  }

  /** Ends what was asked for by, or under, something that has been disabled since. @param orgId of one organization only */
  async endDisabled(orgId: string | undefined): Promise<void> {
    const { rows } = await this.#store.db.execute<{ orgId: OrganizationId; jid: JobId }>(sql`
      select j.org_id as "orgId", j.jid from training_jobs j
      where j.state = any(${sql.param([...UNFINISHED])}::text[]) and ${isDisabled(sql`j`, orgId)}`);
    for (const job of rows) {
      // Another process may have ended it meanwhile.
      await this.#end(job.orgId, job.jid, DISABLED_FAILURE.message).catch((error: unknown) => {
        if (!(error instanceof Failure)) throw error;
      });
    }
  }

  async #end(orgId: OrganizationId, jid: JobId, errorMessage: string): Promise<JobSummary> {
    return await this.#store.db.transaction(async (tx) => {
      const [row] = await tx
        .update(trainingJobs)
        .set({ state: 'failed', errorCode: 41001, errorMessage, finishedAt: new Date() })
        .where(
          and(
            eq(trainingJobs.orgId, orgId),
            eq(trainingJobs.jid, jid),
            inArray(trainingJobs.state, [...UNFINISHED]),
          ),
        )
        .returning({ accessKey: trainingJobs.accessKey });
      const job = await findJob(tx, orgId, jid);
      if (job === undefined) {
        throw new Failure('idUnknown', { message: 'Your organization has no such training job.' });
      }
      if (row === undefined)
        throw new Failure('argumentInvalid', { message: 'This training has already ended.' });
      await announceEnd(tx, orgId, jid, row.accessKey, job);
      return job;
    });
  }

  async #submit(
    tx: Queryable,
    job: NewJob,
    pairs: readonly SentencePair[],
    { report }: Upload,
    priority = 0,
  ): Promise<JobId> {
    const { orgId, mid, userId, accessKey, contractId, traceparent } = job;
    const [row] = await tx
      .insert(trainingJobs)
      .values({ orgId, mid, userId, accessKey, contractId, upload: { ...report, pairs: pairs.length } })
      .returning({ jid: trainingJobs.jid });
    if (row === undefined) throw new Error('An inserted job comes back.');
    const { jid } = row;
    for (let at = 0; at < pairs.length; at += ROWS_PER_INSERT) {
      await tx
        .insert(trainingPairs)
        .values(
          pairs
            .slice(at, at + ROWS_PER_INSERT)
            .map(({ fromText, toText }, index) => ({ orgId, jid, position: at + index, fromText, toText })),
        );
    }
    const payload = { jid, ...(traceparent !== undefined && { traceparent }) };
    await enqueue(tx, 'train', payload, { queue: this.#lineOf(orgId, jid), priority });
    return jid;
  }

  /** Jobs in the same line run one after the other, over all workers. */
  #lineOf(orgId: OrganizationId, jid: JobId): string {
    return `train:${orgId}:${Number(jid.slice(1)) % this.#atOnce}`;
  }

  async #checkBacklog(tx: Queryable, orgId: OrganizationId): Promise<void> {
    const [row] = await tx
      .select({ count: sql<number>`count(*)::int` })
      .from(trainingJobs)
      .where(and(eq(trainingJobs.orgId, orgId), inArray(trainingJobs.state, [...UNFINISHED])));
    if ((row?.count ?? 0) < MOST_UNFINISHED) return;
    throw new Failure('serviceBusy', {
      message: `${MOST_UNFINISHED} trainings of your organization wait already. Send more when some have ended.`,
      detail: { retryAfter: 60 },
    });
  }
}

/** The newest job of a model, and the version that serves. */
async function lastJob(tx: Queryable, orgId: OrganizationId, mid: ModelId) {
  const [last] = await tx
    .select({ job: trainingJobs, version: customModels.version })
    .from(trainingJobs)
    .innerJoin(
      customModels,
      and(eq(customModels.orgId, trainingJobs.orgId), eq(customModels.mid, trainingJobs.mid)),
    )
    .where(and(eq(trainingJobs.orgId, orgId), eq(trainingJobs.mid, mid)))
    .orderBy(desc(trainingJobs.createdAt), desc(trainingJobs.jid))
    .limit(1);
  return last;
}

/** Tells the callback address of the key; part of the transaction that ends the job. */
export async function announceEnd(
  tx: Queryable,
  orgId: OrganizationId,
  jid: JobId,
  accessKey: AccessKey,
  job: JobSummary,
  traceparent?: string | undefined,
): Promise<void> {
  const finished = job.jobStatus === 'finished';
  await announce(tx, [
    {
      orgId,
      accessKey,
      event: finished ? 'training.finished' : 'training.failed',
      subjectId: jid,
      body: { status: finished ? 'success' : 'failure', data: { ...documentedJob(job), jid } },
      traceparent,
    },
  ]);
}
