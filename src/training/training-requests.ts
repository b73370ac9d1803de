import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Caller } from '../accounts/caller.js';
import { DISABLED_FAILURE, demandEnabled, demandOrganization, isDisabled } from '../accounts/disabled.js';
import { Failure } from '../base/failure.js';
import type {
  AccessKey,
  ContractId,
  CustomFieldId,
  JobId,
  ModelId,
  OrganizationId,
  UserId,
} from '../base/ids.js';
import type { Lang } from '../base/lang.js';
import { notify } from '../queue/notify.js';
import type { ChangeFeed } from '../store/changes.js';
import type { Queryable } from '../store/database.js';
import { customModels, trainingJobs } from '../store/schema/index.js';
import type { Store } from '../store/store.js';
import { addPairs, collectedPairs, writePairs } from './collected-pairs.js';
import { pairsOfJob } from './material.js';
import { UNFINISHED } from './states.js';
import { findJob, type JobSummary } from './trained-models.js';
import { endTrainings } from './training-ends.js';
import { CANCELLED, TRAINING_FAILURES } from './training-problems.js';
import { joinReports, MAX_MODEL_PAIRS, type Upload } from './upload.js';

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
  readonly traceparent?: string | null | undefined;
  /** Whether the house asks for it. */
  readonly renewal?: boolean;
}

/** Jobs of one organization that may wait or run. */
const MOST_UNFINISHED = 20;

/** Takes trainings in: once a request is answered, its job is in the database and in the queue. */
export class TrainingRequests {
  readonly #store: Store;
  readonly #changes: ChangeFeed;

  constructor(store: Store, changes: ChangeFeed) {
    this.#store = store;
    this.#changes = changes;
  }

  async create(
    caller: Caller,
    model: NewModel,
    upload: Upload,
    traceparent?: string,
  ): Promise<{ jid: JobId; mid: ModelId }> {
    this.#store.disk?.demandRoom();
    return await this.#store.transaction(async (tx) => {
      await demandEnabled(tx, { ...caller, contractId: model.contractId });
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
        upload,
      );
      return { jid, mid: row.mid };
    });
  }

  /**
   * Adds pairs to a model; a pair with a known source replaces the old one. They go into the training of it that waits,
   * if one does: one training takes all that is new.
   */
  async retrain(
    orgId: OrganizationId,
    mid: ModelId,
    upload: Upload,
    traceparent?: string,
  ): Promise<{ jid: JobId }> {
    this.#store.disk?.demandRoom();
    return await this.#store.transaction(async (tx) => {
      await demandOrganization(tx, orgId);
      const last = await lastJob(tx, orgId, mid);
      if (last === undefined)
        throw new Failure('idUnknown', { message: 'Your organization has no such model.' });
      const pairs = await addPairs(await collectedPairs(tx, orgId, mid), upload.pairs);
      if (pairs.size > MAX_MODEL_PAIRS) {
        throw new Failure('requestInvalid', { message: `A model holds at most ${MAX_MODEL_PAIRS} pairs.` });
      }
      if (last.state === 'queued') {
        // Together, so that the same pairs sent again and again take no more room.
        const own = await addPairs(new Map(), [...(await pairsOfJob(tx, orgId, last.jid)), ...upload.pairs]);
        await writePairs(tx, orgId, last.jid, [...own.values()]);
        const joined = { ...joinReports(last.upload, upload.report), pairs: pairs.size };
        await tx
          .update(trainingJobs)
          .set({ upload: joined, renewal: false })
          .where(eq(trainingJobs.jid, last.jid));
        return { jid: last.jid };
      }
      await this.#checkBacklog(tx, orgId);
      const report = { ...upload.report, pairs: pairs.size };
      const job = { ...last, traceparent, renewal: false };
      return { jid: await this.#submit(tx, job, { ...upload, report }) };
    });
  }

  /** Trains a model again with the pairs it has; undefined when a training of it waits or runs already. */
  async renew(orgId: OrganizationId, mid: ModelId): Promise<JobId | undefined> {
    return await this.#store.transaction(async (tx) => {
      const last = await lastJob(tx, orgId, mid);
      if (last === undefined || UNFINISHED.includes(last.state)) return undefined;
      const pairs = await collectedPairs(tx, orgId, mid);
      const report = { pairs: pairs.size, repeated: 0, badRows: 0, examples: [] };
      const job = { ...last, traceparent: null, renewal: true };
      return await this.#submit(tx, job, { pairs: [], report });
    });
  }

  /** Ends a job that has not ended; a run that is under way stops at once. */
  async cancel(orgId: OrganizationId, jid: JobId): Promise<JobSummary> {
    const isIt = and(eq(trainingJobs.orgId, orgId), eq(trainingJobs.jid, jid));
    const job = await this.#store.transaction(async (tx) => {
      const ended = await endTrainings(tx, isIt, TRAINING_FAILURES[CANCELLED]);
      const found = await findJob(tx, orgId, jid);
      if (found === undefined) {
        throw new Failure('idUnknown', { message: 'Your organization has no such training job.' });
      }
      if (ended.length === 0)
        throw new Failure('argumentInvalid', { message: 'This training has already ended.' });
      return found;
    });
    await this.#changes.announce('job', jid);
    return job;
  }

  /** Ends what was asked for by, or under, something that has been disabled since. @param orgId of one organization only */
  async endDisabled(orgId: string | undefined): Promise<void> {
    const disabled = isDisabled(sql`${trainingJobs}`, orgId);
    const ended = await this.#store.transaction((tx) => endTrainings(tx, disabled, DISABLED_FAILURE.message));
    for (const jid of ended) await this.#changes.announce('job', jid);
  }

  async #submit(tx: Queryable, job: NewJob, { pairs, report }: Upload): Promise<JobId> {
    const { orgId, mid, userId, accessKey, contractId, traceparent = null, renewal = false } = job;
    const [row] = await tx
      .insert(trainingJobs)
      .values({ orgId, mid, userId, accessKey, contractId, traceparent, renewal, upload: report })
      .returning({ jid: trainingJobs.jid });
    if (row === undefined) throw new Error('An inserted job comes back.');
    const { jid } = row;
    await writePairs(tx, orgId, jid, pairs);
    await notify(tx, 'train');
    return jid;
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

/** The newest job of a model. Holds the model, so that its uploads and the beginnings of its trainings follow each other. */
async function lastJob(tx: Queryable, orgId: OrganizationId, mid: ModelId) {
  await tx
    .select({ mid: customModels.mid })
    .from(customModels)
    .where(and(eq(customModels.orgId, orgId), eq(customModels.mid, mid)))
    .for('update');
  const [last] = await tx
    .select()
    .from(trainingJobs)
    .where(and(eq(trainingJobs.orgId, orgId), eq(trainingJobs.mid, mid)))
    .orderBy(desc(trainingJobs.jid))
    .limit(1)
    .for('update');
  return last;
}
