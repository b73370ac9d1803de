import { setTimeout as pause } from 'node:timers/promises';
import { GroupCommit } from '../accounts/group-commit.js';
import { Failure } from '../failure.js';
import type { TranslationIntake } from '../orders/intake.js';
import { isUnavailable, sqlState } from '../store/errors.js';
import type { Database, Store } from '../store/store.js';
import type { Road, SegmentResult } from '../translate/port.js';
import { judge, LOST_TRIES } from './retry-policy.js';
import type { TaskRun } from './task-table.js';
import { readBatches } from './translation-batches.js';
import { claimTranslations, releaseUnknown } from './translation-claims.js';
import type { ClaimedJob, Outcome, TranslationData } from './translation-job.js';
import { writeOutcomes } from './translation-outcomes.js';
import { wake } from './wake.js';

export interface PumpOptions {
  /** Name of this process in the database. */
  readonly worker: string;
  readonly store: Store;
  /** Where claims are written: they need not survive a crash of the database, and are faster for it. */
  readonly claimDb: Database;
  readonly road: Road;
  readonly intake: Pick<TranslationIntake, 'roadRequest'>;
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
 * whose turn it is are claimed and their next batch of sentences goes in. Nothing waits for the slowest of a group:
 * each job's outcome is written as soon as it is known, and those known at the same time share one transaction.
 *
 * Shutdown has two stages: `stop` claims nothing more and lets the running batches end; `close` then gives up what
 * still runs and puts it back in line.
 */
export class TranslationPump {
  readonly #options: PumpOptions;
  readonly #outcomes: GroupCommit<Outcome, boolean>;
  readonly #giveUp = new AbortController();
  /** Jobs in our hands, with the sentences each has with the model. */
  readonly #inFlight = new Map<string, { readonly sentences: number; readonly work: Promise<void> }>();
  #sentences = 0;
  /** Claims and reconciliation exclude each other; both run behind this promise. */
  #claiming: Promise<unknown> = Promise.resolve();
  #roomMade: (() => void) | undefined;

  constructor(options: PumpOptions) {
    this.#options = options;
    this.#outcomes = new GroupCommit(
      (outcomes) => this.#write(outcomes),
      () => pause(this.#inFlight.size >= MANY_IN_FLIGHT ? GATHER_MS : 0),
    );
  }

  /** The task `translate`: claims until nothing is left to claim. */
  async run({ signal }: Pick<TaskRun, 'signal'>): Promise<void> {
    const stopped = () => this.#roomMade?.();
    signal.addEventListener('abort', stopped);
    try {
      for (;;) {
        await this.#room(signal);
        if (signal.aborted) break;
        const claimed = await this.#claim();
        if (claimed.length === 0) return;
      }
    } finally {
      signal.removeEventListener('abort', stopped);
    }
    // Our token is used up but there may be more to do: leave one for the others.
    await wake(this.#options.store.db, 'translate');
  }

  /** Resolves when at least a quarter of the window is free, or nothing more shall be claimed. */
  async #room(signal: AbortSignal): Promise<void> {
    while (this.#sentences > this.#options.window * 0.75 && !signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#roomMade = resolve;
      });
    }
  }

  async #claim(): Promise<readonly ClaimedJob[]> {
    return this.#exclusively(async () => {
      const { claimDb, worker, window, slice } = this.#options;
      const claimed = await claimTranslations(claimDb, {
        worker,
        slice,
        sentences: window - this.#sentences,
      });
      for (const job of claimed) this.#begin(job);
      return claimed;
    });
  }

  /** Puts back jobs that the database thinks we have and we do not. */
  async reconcile(): Promise<void> {
    const put = await this.#exclusively(() =>
      releaseUnknown(this.#options.claimDb, this.#options.worker, [...this.#inFlight.keys()]),
    );
    if (put > 0) await wake(this.#options.store.db, 'translate');
  }

  #exclusively<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#claiming.then(work);
    this.#claiming = result.catch(() => undefined);
    return result;
  }

  #begin(job: ClaimedJob): void {
    const sentences = Math.min(this.#options.slice, job.plan.segments.length - job.done);
    this.#sentences += sentences;
    const work = this.#work(job)
      .catch(this.#options.onError)
      .finally(() => {
        this.#inFlight.delete(job.queueId);
        this.#sentences -= sentences;
        this.#roomMade?.();
      });
    this.#inFlight.set(job.queueId, { sentences, work });
  }

  async #work(job: ClaimedJob): Promise<void> {
    const outcome = await this.#turn(job);
    await this.#settle(outcome);
  }

  /** One turn of one job. */
  async #turn(job: ClaimedJob): Promise<Outcome> {
    try {
      if (job.tries >= LOST_TRIES) throw new Failure(40102);
      const signal = AbortSignal.any([this.#giveUp.signal, AbortSignal.timeout(LONGEST_TURN_MS)]);
      const request = await this.#options.intake.roadRequest(job.order, { priority: 'background', signal });
      const batch = job.plan.segments.slice(job.done, job.done + this.#options.slice);
      const results = batch.length === 0 ? [] : await this.#options.road.translateSegments(request, batch);
      if (job.done + batch.length < job.plan.segments.length) return { kind: 'advanced', job, results };
      return { kind: 'finished', job, result: await this.#assemble(job, results) };
    } catch (error) {
      if (this.#giveUp.signal.aborted) return { kind: 'released', job, pauseMs: 0 };
      const verdict = judge(error, job.tries + 1);
      if (verdict.kind === 'final') return { kind: 'failed', job, failure: verdict.failure };
      // A database that is away is told of once, by those who look after the connections, not by every job.
      if (!isUnavailable(error)) this.#options.onError(error);
      return { kind: 'released', job, pauseMs: verdict.pauseMs };
    }
  }

  async #assemble(job: ClaimedJob, last: readonly SegmentResult[]): Promise<TranslationData> {
    const before =
      job.done === 0 ? [] : await readBatches(this.#options.store.db, job.order.caller.orgId, job.queueId);
    if (before.length !== job.done)
      throw new Error(`${job.queueId}: ${before.length} of ${job.done} results.`);
    const { elements, wordCount } = this.#options.road.assemble(job.plan, [...before, ...last]);
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
        await pause(WRITE_PAUSE_MS * 2 ** tries);
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

  /**
   * Stage one: waits until the batches in our hands have ended; nothing new is claimed once the lane has stopped. A
   * claim under way may already stand in the database: its jobs are in our hands too.
   */
  async drain(limitMs: number): Promise<void> {
    const idle = (async () => {
      await this.#claiming;
      while (this.#inFlight.size > 0) await Promise.all([...this.#inFlight.values()].map(({ work }) => work));
    })();
    await Promise.race([idle, pause(limitMs, undefined, { ref: false })]);
  }

  /** Stage two: gives up what still runs and puts it back in line. */
  async close(): Promise<void> {
    this.#giveUp.abort();
    await this.#claiming;
    await Promise.all([...this.#inFlight.values()].map(({ work }) => work));
    await this.#outcomes.close();
  }
}

function refused({ job }: Outcome): Outcome {
  const { code, message } = new Failure(40102);
  return { kind: 'failed', job, failure: { code, message, index: null } };
}
