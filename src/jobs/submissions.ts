import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Caller } from '../accounts/caller.js';
import { FAILURES, Failure } from '../failure.js';
import type { QueueId } from '../ids.js';
import { notify } from '../queue/notify.js';
import type { AcceptedRequest, ResolvedRequest } from '../requests/accepted-request.js';
import type { RequestMetering } from '../requests/metering.js';
import { GroupCommit } from '../store/group-commit.js';
import { translationJobs } from '../store/schema/index.js';
import type { Queryable, Store } from '../store/store.js';
import { traced } from '../tracing/trace-span.js';
import type { Pipeline, TranslationPlan } from '../translate/pipeline.js';
import { RETENTION } from './clean-up.js';
import {
  claimKeys,
  findSubmitted,
  type IdempotencyKey,
  type Submitted,
  sameSubmission,
} from './idempotency.js';
import type { JobFailure, TranslationData } from './translation-job.js';
import { sizeClassOf } from './translation-job.js';

export interface SubmissionOptions {
  readonly store: Store;
  readonly pipeline: Pipeline;
  readonly metering: Pick<RequestMetering, 'reserved'>;
  /** Jobs of one account that may wait or run at a time. */
  readonly backlogJobs: number;
  /** Characters of them together. */
  readonly backlogCharacters: number;
}

/** What the lookup of a queue id finds. */
export type Lookup =
  | { readonly kind: 'waiting'; readonly done: number; readonly total: number }
  | { readonly kind: 'finished'; readonly data: TranslationData }
  | { readonly kind: 'failed'; readonly taskId: string; readonly failure: JobFailure };

interface Submission {
  readonly queueId: QueueId;
  readonly taskId: string;
  readonly request: AcceptedRequest;
  readonly plan: TranslationPlan;
  readonly quotaMonth: string | null;
  readonly idempotency?: IdempotencyKey;
}

type Answer = 'accepted' | 'full' | Submitted<QueueId>;

/** When a backlog is full, some of it is gone after this. */
const BACKLOG_RETRY_SECONDS = 30;

/** Takes asynchronous translations in, and tells how they stand. */
export class TranslationSubmissions {
  readonly #options: SubmissionOptions;
  readonly #group: GroupCommit<Submission, Answer>;

  constructor(options: SubmissionOptions) {
    this.#options = options;
    this.#group = new GroupCommit((submissions) =>
      options.store.db.transaction((tx) => this.#write(tx, submissions)),
    );
  }

  /**
   * Plans the request, so that everything a caller can do wrong is told at once, and writes it down together with the
   * token that notifies a worker. Resolves after the commit: from then on the job is finished whatever happens.
   */
  async submit(
    { accepted, translation }: ResolvedRequest,
    taskId: string,
    idempotency?: IdempotencyKey,
  ): Promise<QueueId> {
    const { store, pipeline, metering } = this.#options;
    if (idempotency?.isGiven) {
      const before = await findSubmitted<QueueId>(store.db, accepted.caller.accessKey, idempotency);
      if (before !== undefined) return sameSubmission(before);
    }
    store.disk?.demandRoom();
    const plan = await traced(translation.trace, 'plan', () => pipeline.plan(translation));
    try {
      return await metering.reserved(accepted, async ({ month }) => {
        const queueId = randomUUID() as QueueId;
        const submission = { queueId, taskId, request: accepted, plan, quotaMonth: month };
        const answer = await traced(translation.trace, 'write', () =>
          this.#group.add({ ...submission, ...(idempotency && { idempotency }) }),
        );
        if (answer === 'full') throw backlogFull();
        if (answer === 'accepted') return queueId;
        throw new AlreadySubmitted(sameSubmission(answer));
      });
    } catch (error) {
      // Thrown, so that what was reserved for it is given back.
      if (error instanceof AlreadySubmitted) return error.queueId;
      throw error;
    }
  }

  async #write(tx: Queryable, submissions: readonly Submission[]): Promise<readonly Answer[]> {
    const room = await this.#room(tx, submissions);
    const answers = submissions.map(({ request }): Answer => (room.take(request) ? 'accepted' : 'full'));
    const keyed = submissions.flatMap(({ request, queueId, idempotency }, index) =>
      idempotency === undefined || answers[index] === 'full'
        ? []
        : [{ index, caller: request.caller, submissionId: queueId, idempotency }],
    );
    for (const [at, before] of (await claimKeys(tx, keyed)).entries()) {
      const index = keyed[at]?.index;
      if (before !== undefined && index !== undefined) answers[index] = before;
    }
    const accepted = submissions.filter((_, index) => answers[index] === 'accepted');
    if (accepted.length > 0) {
      await tx.insert(translationJobs).values(accepted.map(rowOf));
      await notify(tx, 'translate');
    }
    return answers;
  }

  /** What each account of these submissions may still hand in. */
  async #room(tx: Queryable, submissions: readonly Submission[]): Promise<BacklogRoom> {
    const users = [...new Set(submissions.map(({ request }) => request.caller.userId))];
    const organizations = [...new Set(submissions.map(({ request }) => request.caller.orgId))];
    const { rows } = await tx.execute<{ userId: string; jobs: number; characters: number }>(sql`
      select user_id as "userId", count(*)::int as jobs, sum(characters)::float8 as characters
      from translation_jobs
      where state in ('queued', 'running') and org_id = any(${sql.param(organizations)}::text[])
        and user_id = any(${sql.param(users)}::text[])
      group by user_id`);
    return new BacklogRoom(this.#options, rows);
  }

  /** Undefined when the account has submitted no such translation. */
  async find(caller: Caller, queueId: string): Promise<Lookup | undefined> {
    const [row] = await this.#options.store.db
      .select({
        state: translationJobs.state,
        result: sql<TranslationData | null>`${translationJobs.result}`,
        taskId: translationJobs.taskId,
        done: translationJobs.done,
        total: translationJobs.total,
        code: translationJobs.errorCode,
        message: translationJobs.errorMessage,
        index: translationJobs.errorIndex,
      })
      .from(translationJobs)
      .where(
        and(
          eq(translationJobs.orgId, caller.orgId),
          eq(translationJobs.userId, caller.userId),
          eq(translationJobs.queueId, queueId as QueueId),
        ),
      );
    if (row === undefined) return undefined;
    if (row.state === 'finished' && row.result !== null) return { kind: 'finished', data: row.result };
    if (row.state === 'failed') {
      const failure = {
        code: row.code ?? FAILURES.internalError.code,
        message: row.message ?? '',
        index: row.index,
      };
      return { kind: 'failed', taskId: row.taskId, failure };
    }
    return { kind: 'waiting', done: row.done, total: row.total };
  }

  close(): Promise<void> {
    return this.#group.close();
  }
}

/** The same submission came before, under this id. */
class AlreadySubmitted extends Error {
  constructor(readonly queueId: QueueId) {
    super('The translation was already submitted.');
  }
}

function backlogFull(): Failure {
  return new Failure('serviceBusy', {
    message:
      'Too many translations of this account are waiting. Send the request again when some of them have finished.',
    detail: { retryAfter: BACKLOG_RETRY_SECONDS },
  });
}

/** Counts down what the accounts of one group of submissions may still hand in. */
class BacklogRoom {
  readonly #limits: Pick<SubmissionOptions, 'backlogJobs' | 'backlogCharacters'>;
  readonly #used: Map<string, { jobs: number; characters: number }>;

  constructor(
    limits: Pick<SubmissionOptions, 'backlogJobs' | 'backlogCharacters'>,
    used: readonly { readonly userId: string; readonly jobs: number; readonly characters: number }[],
  ) {
    this.#limits = limits;
    this.#used = new Map(used.map(({ userId, jobs, characters }) => [userId, { jobs, characters }]));
  }

  take({ caller, characters }: AcceptedRequest): boolean {
    const used = this.#used.get(caller.userId) ?? { jobs: 0, characters: 0 };
    if (used.jobs + 1 > this.#limits.backlogJobs) return false;
    if (used.characters + characters > this.#limits.backlogCharacters) return false;
    this.#used.set(caller.userId, { jobs: used.jobs + 1, characters: used.characters + characters });
    return true;
  }
}

function rowOf({ queueId, taskId, request, plan, quotaMonth }: Submission) {
  return {
    queueId,
    taskId,
    orgId: request.caller.orgId,
    userId: request.caller.userId,
    accessKey: request.caller.accessKey,
    contractId: request.contract.id,
    engine: request.contract.engine,
    request,
    plan,
    characters: request.characters,
    total: plan.segments.length,
    sizeClass: sizeClassOf(plan.segments.length),
    quotaMonth,
    expiresAt: sql`now() + ${RETENTION}::interval`,
  };
}
