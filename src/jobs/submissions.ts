import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Caller } from '../accounts/caller.js';
import { GroupCommit } from '../accounts/group-commit.js';
import type { Quotas } from '../accounts/quota.js';
import { Failure } from '../failure.js';
import type { QueueId } from '../ids.js';
import type { TranslationIntake, TranslationOrder } from '../orders/intake.js';
import { translationJobs } from '../store/schema/index.js';
import type { Queryable, Store } from '../store/store.js';
import type { Road, RoadPlan } from '../translate/port.js';
import { RETENTION } from './clean-up.js';
import type { JobFailure, TranslationData } from './translation-job.js';
import { sizeClassOf } from './translation-job.js';
import { wake } from './wake.js';

export interface SubmissionOptions {
  readonly store: Store;
  readonly road: Road;
  readonly intake: Pick<TranslationIntake, 'roadRequest'>;
  readonly quotas: Pick<Quotas, 'reserve'>;
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
  readonly order: TranslationOrder;
  readonly plan: RoadPlan;
  readonly quotaMonth: string | null;
}

/** When a backlog is full, some of it is gone after this. */
const BACKLOG_RETRY_SECONDS = 30;

/** Takes asynchronous translations in, and tells how they stand. */
export class TranslationSubmissions {
  readonly #options: SubmissionOptions;
  readonly #group: GroupCommit<Submission, 'accepted' | 'full'>;

  constructor(options: SubmissionOptions) {
    this.#options = options;
    this.#group = new GroupCommit((submissions) =>
      options.store.db.transaction((tx) => this.#write(tx, submissions)),
    );
  }

  /**
   * Plans the request, so that everything a caller can do wrong is told at once, and writes it down together with the
   * token that wakes a worker. Resolves after the commit: from then on the job is finished whatever happens.
   */
  async submit(order: TranslationOrder, taskId: string): Promise<QueueId> {
    const { intake, road, quotas } = this.#options;
    const plan = await road.plan(await intake.roadRequest(order, { priority: 'background' }));
    const reservation = await quotas.reserve(order.contract, order.characters);
    try {
      const queueId = randomUUID() as QueueId;
      const answer = await this.#group.add({ queueId, taskId, order, plan, quotaMonth: reservation.month });
      if (answer === 'accepted') return queueId;
    } catch (error) {
      await reservation.release();
      throw error;
    }
    await reservation.release();
    throw new Failure(40104, {
      message:
        'Too many translations of this account are waiting. Send the request again when some of them have finished.',
      detail: { retryAfter: BACKLOG_RETRY_SECONDS },
    });
  }

  async #write(tx: Queryable, submissions: readonly Submission[]): Promise<readonly ('accepted' | 'full')[]> {
    const room = await this.#room(tx, submissions);
    const answers = submissions.map((submission) => (room.take(submission.order) ? 'accepted' : 'full'));
    const accepted = submissions.filter((_, index) => answers[index] === 'accepted');
    if (accepted.length > 0) {
      await tx.insert(translationJobs).values(accepted.map(rowOf));
      await wake(tx, 'translate');
    }
    return answers;
  }

  /** What each account of these submissions may still hand in. */
  async #room(tx: Queryable, submissions: readonly Submission[]): Promise<BacklogRoom> {
    const users = [...new Set(submissions.map(({ order }) => order.caller.userId))];
    const organizations = [...new Set(submissions.map(({ order }) => order.caller.orgId))];
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
        result: translationJobs.result,
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
      const failure = { code: row.code ?? 40100, message: row.message ?? '', index: row.index };
      return { kind: 'failed', taskId: row.taskId, failure };
    }
    return { kind: 'waiting', done: row.done, total: row.total };
  }

  close(): Promise<void> {
    return this.#group.close();
  }
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

  take({ caller, characters }: TranslationOrder): boolean {
    const used = this.#used.get(caller.userId) ?? { jobs: 0, characters: 0 };
    if (used.jobs + 1 > this.#limits.backlogJobs) return false;
    if (used.characters + characters > this.#limits.backlogCharacters) return false;
    this.#used.set(caller.userId, { jobs: used.jobs + 1, characters: used.characters + characters });
    return true;
  }
}

function rowOf({ queueId, taskId, order, plan, quotaMonth }: Submission) {
  return {
    queueId,
    taskId,
    orgId: order.caller.orgId,
    userId: order.caller.userId,
    accessKey: order.caller.accessKey,
    contractId: order.contract.id,
    engine: order.contract.engine,
    request: order,
    plan,
    characters: order.characters,
    total: plan.segments.length,
    sizeClass: sizeClassOf(plan.segments.length),
    quotaMonth,
    expiresAt: sql`now() + ${RETENTION}::interval`,
  };
}
