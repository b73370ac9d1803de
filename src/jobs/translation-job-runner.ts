import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../failure.js';
import { ClaimLoop } from '../queue/claim-loop.js';
import { notify } from '../queue/notify.js';
import type { TaskRun } from '../queue/task-table.js';
import type { RequestResolver } from '../requests/request-resolver.js';
import { isUnavailable, sqlState } from '../store/errors.js';
import { GroupCommit } from '../store/group-commit.js';
import type { Database, Store } from '../store/store.js';
import { type TraceSpan, type Tracing, traced, tracedJob } from '../tracing/trace-span.js';
import type { Pipeline, SegmentResult } from '../translate/pipeline.js';
import { LOST_TRIES, retryVerdict } from './retry-policy.js';
import { readBatches } from './translation-batches.js';
import { claimTranslations, releaseUnknown } from './translation-claims.js';
import type { ClaimedJob, Outcome, TranslationData } from './translation-job.js';
import { writeOutcomes } from './translation-outcomes.js';

export interface TranslationJobRunnerOptions {
  /** Name of this process in the database. */
  readonly worker: string;
  readonly store: Store;
  /** Where claims are written: they need not survive a crash of the database, and are faster for it. */
  readonly claimDb: Database;
  readonly pipeline: Pipeline;
  readonly tracing: Tracing | undefined;
  readonly resolver: Pick<RequestResolver, 'resolve'>;
  /** Sentences handed to the model at once, over all jobs: enough that its batches are always full. */
  readonly window: number;
  /** Most sentences of one job in one turn; what a killed worker costs at most. */
  readonly slice: number;
  readonly onError: (error: unknown) => void;
}

/** How often writing an outcome is tried before the job is left to be put back and worked again. */
const WRITE_TRIES = 6;
const WRITE_PAUSE_MS = 200;
/**
 * With many jobs in hand, the first outcome waits a moment for others to share a transaction with: a tenth of the work
 * for the database, and nobody in a long line notices. With few in hand nothing waits.
 */
const MANY_IN_FLIGHT = 32;
const GATHER_MS = 200;
/** One turn that takes longer than this hangs; it is given up and tried again. */
const LONGEST_TURN_MS = 600_000;

/**
 * Works on many translations at once. A window of sentences is kept with the model; whenever there is room, the jobs
 * whose turn it is are claimed and their next batch of sentences goes in. Each job's outcome is written as soon as it
 * is known, and those known at the same time share one transaction.
 */
export class TranslationJobRunner {
  readonly #options: TranslationJobRunnerOptions;
  readonly #outcomes: GroupCommit<Outcome, boolean>;
  readonly #giveUp = new AbortController();
  readonly #loop: ClaimLoop<ClaimedJob>;

  constructor(options: TranslationJobRunnerOptions) {
    this.#options = options;
    const { claimDb, worker, window, slice, onError } = options;
    this.#loop = new ClaimLoop({
      task: 'translate',
      db: options.store.db,
      capacity: window,
      claimBelow: window * 0.75,
      claim: (sentences) => claimTranslations(claimDb, { worker, slice, sentences }),
      idOf: ({ queueId }) => queueId,
      weightOf: ({ plan, done }) => Math.min(slice, plan.segments.length - done),
      work: (job) => this.#work(job),
      claimAfterEach: false,
      onError,
    });
    this.#outcomes = new GroupCommit(
      (outcomes) => this.#write(outcomes),
      () => sleep(this.#loop.size >= MANY_IN_FLIGHT ? GATHER_MS : 0),
    );
  }

  /** The task `translate`: claims until nothing is left to claim. */
  run(task: Pick<TaskRun, 'signal'>): Promise<void> {
    return this.#loop.run(task);
  }

  /** Puts back jobs that the database thinks we have and we do not. */
  async reconcile(): Promise<void> {
    const { claimDb, worker, store } = this.#options;
    const put = await this.#loop.betweenClaims((inFlight) => releaseUnknown(claimDb, worker, inFlight));
    if (put > 0) await notify(store.db, 'translate');
  }

  async #work(job: ClaimedJob): Promise<void> {
    await tracedJob(this.#options.tracing, 'job translate', job.request.traceparent, async (trace) => {
      const outcome = await this.#turn(job, trace);
      trace?.set({ queueId: job.queueId, waitedMs: job.waitedMs, outcome: outcome.kind });
      await traced(trace, 'write', () => this.#settle(outcome));
    });
  }

  /** One turn of one job. */
  async #turn(job: ClaimedJob, trace: TraceSpan | undefined): Promise<Outcome> {
    try {
      if (job.tries >= LOST_TRIES) throw new Failure('translationFailed');
      const signal = AbortSignal.any([this.#giveUp.signal, AbortSignal.timeout(LONGEST_TURN_MS)]);
      const execution = { priority: 'background' as const, signal, ...(trace && { trace }) };
      const request = await traced(trace, 'accept', () =>
        this.#options.resolver.resolve(job.request, execution),
      );
      const batch = job.plan.segments.slice(job.done, job.done + this.#options.slice);
      const results =
        batch.length === 0 ? [] : await this.#options.pipeline.translateSegments(request, batch);
      if (job.done + batch.length < job.plan.segments.length) return { kind: 'advanced', job, results };
      return { kind: 'finished', job, result: await this.#assemble(job, results) };
    } catch (error) {
      if (this.#giveUp.signal.aborted) return { kind: 'released', job, pauseMs: 0 };
      const verdict = retryVerdict(error, job.tries + 1);
      if (verdict.kind === 'final') return { kind: 'failed', job, failure: verdict.failure };
      // A database that is away is told of once, by those who look after the connections, not by every job.
      if (!isUnavailable(error)) this.#options.onError(error);
      return { kind: 'released', job, pauseMs: verdict.pauseMs };
    }
  }

  async #assemble(job: ClaimedJob, last: readonly SegmentResult[]): Promise<TranslationData> {
    const before =
      job.done === 0 ? [] : await readBatches(this.#options.store.db, job.request.caller.orgId, job.queueId);
    if (before.length !== job.done)
      throw new Error(`${job.queueId}: ${before.length} of ${job.done} results.`);
    const { elements, wordCount } = this.#options.pipeline.assemble(job.plan, [...before, ...last]);
    return {
      taskId: job.taskId,
      translationResult: elements.map(({ sourceText, translatedText }) => ({ sourceText, translatedText })),
      wordCount,
    };
  }

  /** Writes the outcome, over a short absence of the database too. */
  async #settle(outcome: Outcome): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await this.#outcomes.add(outcome);
        return;
      } catch (error) {
        // Left as it is: `reconcile` puts the job back in line and the batch is worked again.
        if (tries >= WRITE_TRIES) throw error;
        await sleep(WRITE_PAUSE_MS * 2 ** tries);
      }
    }
  }

  async #write(outcomes: readonly Outcome[]): Promise<readonly boolean[]> {
    const write = (some: readonly Outcome[]) =>
      this.#options.store.db.transaction((tx) => writeOutcomes(tx, this.#options.worker, some));
    try {
      return await write(outcomes);
    } catch (error) {
      // An outcome that the database refuses (class 22: data, 23: constraint) must not take the others with it.
      if (outcomes.length === 1 || !/^2[23]/.test(sqlState(error) ?? '')) throw error;
      this.#options.onError(error);
      const written: boolean[] = [];
      for (const outcome of outcomes) {
        written.push(...(await write([outcome]).catch(() => write([refused(outcome)]))));
      }
      return written;
    }
  }

  /** Stage one: claims nothing more and waits until the batches in flight have ended. */
  async drain(limitMs: number): Promise<void> {
    await Promise.race([this.#loop.drain(), sleep(limitMs, undefined, { ref: false })]);
  }

  /** Stage two: gives up what still runs and puts it back in line. */
  async close(): Promise<void> {
    this.#giveUp.abort();
    await this.#loop.drain();
    await this.#outcomes.close();
  }
}

function refused({ job }: Outcome): Outcome {
  const { code, message } = new Failure('translationFailed');
  return { kind: 'failed', job, failure: { code, message, index: null } };
}
