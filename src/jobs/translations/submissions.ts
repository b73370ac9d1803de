import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Caller } from '../../accounts/caller.js';
import { areEnabled, disabledFailure } from '../../accounts/disabled.js';
import { releaseQuota, reserveQuota } from '../../accounts/metering/quota.js';
import { FAILURES, Failure } from '../../base/failure.js';
import type { QueueId } from '../../base/ids.js';
import { notify } from '../../queue/notify.js';
import type { AcceptedRequest, ResolvedRequest } from '../../requests/accepted-request.js';
import type { Queryable } from '../../store/database.js';
import { GroupCommit } from '../../store/group-commit.js';
import { translationJobs } from '../../store/schema/index.js';
import type { Store } from '../../store/store.js';
import { traced } from '../../tracing/trace-span.js';
import type { Pipeline, TranslationPlan } from '../../translate/pipeline-types.js';
import { RETENTION } from '../clean-up.js';
import type { JobFailure } from '../job-outcomes.js';
import {
  claimKeys,
  findSubmitted,
  type IdempotencyKey,
  type Submitted,
  sameSubmission,
} from './idempotency.js';
import { sizeClassOf, type TranslationData } from './translation-job.js';

export interface SubmissionOptions {
  readonly store: Store;
  readonly pipeline: Pipeline;
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
  readonly idempotency?: IdempotencyKey;
}

type Answer = 'accepted' | 'disabled' | 'full' | 'quotaExceeded' | Submitted<QueueId>;

/** When a backlog is full, some of it is gone after this. */
const BACKLOG_RETRY_SECONDS = 30;

/** Takes asynchronous translations in, and tells how they stand. */
export class TranslationSubmissions {
  readonly #options: SubmissionOptions;
  readonly #group: GroupCommit<Submission, Answer>;

  constructor(options: SubmissionOptions) {
    this.#options = options;
    this.#group = new GroupCommit((submissions) =>
      options.store.transaction((tx) => this.#write(tx, submissions)),
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
    const { store, pipeline } = this.#options;
    if (idempotency?.isGiven) {
      const before = await findSubmitted<QueueId>(store.db, accepted.caller.accessKey, idempotency);
      if (before !== undefined) return sameSubmission(before);
    }
    store.disk?.demandRoom();
    const plan = await traced(translation.trace, 'plan', () => pipeline.plan(translation));
    const queueId = randomUUID() as QueueId;
    const submission = { queueId, taskId, request: accepted, plan, ...(idempotency && { idempotency }) };
    const answer = await traced(translation.trace, 'write', () => this.#group.add(submission));
    if (answer === 'disabled') throw disabledFailure();
    if (answer === 'full') throw backlogFull();
    if (answer === 'quotaExceeded') throw new Failure('quotaExceeded');
    return answer === 'accepted' ? queueId : sameSubmission(answer);
  }

  async #write(tx: Queryable, submissions: readonly Submission[]): Promise<readonly Answer[]> {
    const room = await this.#room(tx, submissions);
    const owners = submissions.map(({ request: { caller, contract } }) => ({
      ...caller,
      contractId: contract.id,
    }));
    const enabled = await areEnabled(tx, owners);
    const answers = submissions.map(({ request }, index): Answer => {
      if (enabled[index] !== true) return 'disabled';
      return room.take(request) ? 'accepted' : 'full';
    });
    const months = await reserve(tx, submissions, answers);
    const keyed = submissions.flatMap(({ request, queueId, idempotency }, index) =>
      idempotency === undefined || answers[index] !== 'accepted'
        ? []
        : [{ index, caller: request.caller, submissionId: queueId, idempotency }],
    );
    for (const [at, before] of (await claimKeys(tx, keyed)).entries()) {
      const index = keyed[at]?.index;
      const request = submissions[index ?? -1]?.request;
      if (before === undefined || index === undefined || request === undefined) continue;
      answers[index] = before;
      await releaseQuota(tx, request.contract.id, months.get(index) ?? null, request.characters);
    }
    const accepted = submissions.flatMap((submission, index) =>
      answers[index] === 'accepted' ? [rowOf(submission, months.get(index) ?? null)] : [],
    );
    if (accepted.length > 0) {
      await tx.insert(translationJobs).values(accepted);
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

/**
 * Reserves the characters of those that are accepted so far, in the transaction that writes them down: they are reserved
 * exactly when the job is there. Whose quota is used up is told so. Answers the months that hold them, by position.
 */
async function reserve(
  tx: Queryable,
  submissions: readonly Submission[],
  answers: Answer[],
): Promise<ReadonlyMap<number, string | null>> {
  const months = new Map<number, string | null>();
  const limited = submissions
    .map(({ request }, index) => ({ index, ...request }))
    .filter(({ index, contract }) => answers[index] === 'accepted' && contract.charQuota !== null)
    // Sorted, so that two processes take contracts in the same order.
    .sort((a, b) => (a.contract.id < b.contract.id ? -1 : 1));
  for (const { index, contract, characters } of limited) {
    try {
      months.set(index, await reserveQuota(tx, contract, characters));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      answers[index] = 'quotaExceeded';
    }
  }
  return months;
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

function rowOf({ queueId, taskId, request, plan }: Submission, quotaMonth: string | null) {
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
