import { setTimeout as sleep } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { ClaimLoop } from '../queue/claim-loop.js';
import { notify } from '../queue/notify.js';
import type { TaskRun } from '../queue/task-table.js';
import type { Queryable } from '../store/database.js';
import { isUnavailable, sqlState } from '../store/errors.js';
import { GroupCommit } from '../store/group-commit.js';
import type { Store } from '../store/store.js';
import { type TraceSpan, type Tracing, traced, tracedJob } from '../tracing/trace-span.js';
import { type Claim, type ClaimRequest, releaseUnknown, updateClaims } from './job-claims.js';
import {
  type JobFailure,
  type JobRecords,
  type Outcome,
  type TurnResult,
  writeOutcomes,
} from './job-outcomes.js';
import { LOST_TRIES, retryVerdict } from './retry-policy.js';

/** Somebody has ended the job, or taken it over: nothing that is done for it counts any more. */
export class JobLost extends Error {
  override readonly name = 'JobLost';
}

/** A job in the hands of this process, as the work on it sees it. */
export interface Turn {
  /** Aborted when the process stops, and when the job is lost. */
  readonly signal: AbortSignal;
  readonly trace: TraceSpan | undefined;
  /** Changes the row of the job. @throws JobLost when it is not ours any more */
  update(set: SQL, tx?: Queryable): Promise<void>;
  /**
   * Keeps some progress: tries are counted anew from here. The row is held until the end of the transaction, so that
   * whoever ends the job comes before it or after it. @throws JobLost when it is not ours any more
   */
  checkpoint<Kept>(keep: (tx: Queryable) => Promise<Kept>): Promise<Kept>;
}

/** One kind of background work: how its jobs are claimed, worked on and written down. */
export interface JobKind<Job extends Claim, Progress, Result> {
  readonly records: JobRecords<Job, Progress, Result>;
  /** Most that one process works on at once, in jobs, or in the measure of `weightOf` where there is one. */
  readonly capacity: number;
  /** Claims only when no more than this is in hand: many small claims cost more than a few larger ones. Absent: whenever there is room. */
  readonly claimBelow?: number;
  /** Claims again whenever a turn has ended, for jobs that were held back for the sake of another. */
  readonly claimAfterEach?: boolean;
  /** Whether a process that stops waits for turns to end; else they are given up at once, and go on at their checkpoints. */
  readonly drains?: boolean;
  /** One turn that takes longer hangs; it is given up and tried again. */
  readonly longestTurnMs?: number;
  /** Faults that nobody foresaw end the job after so many. */
  readonly mostFaults: number;
  /** With what: `lost` when it took its workers with it. */
  givenUp(why: 'unforeseen' | 'lost'): JobFailure;
  /** The failure that an error stands for; undefined where the policy of all jobs decides. */
  failureOf?(error: unknown): JobFailure | undefined;
  claim(db: Queryable, request: ClaimRequest): Promise<readonly Job[]>;
  weightOf?(job: Job): number;
  /** Works on the job for one turn, from where it stands. */
  work(job: Job, turn: Turn): Promise<TurnResult<Progress, Result>>;
}

export interface BackgroundJobOptions {
  /** Name of this process in the database. */
  readonly worker: string;
  readonly store: Store;
  /** Where claims are written: they need not survive a crash of the database, and are faster for it. */
  readonly claimDb: Queryable;
  readonly tracing: Tracing | undefined;
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

/**
 * The life of background work, the same for every kind of it. A job is a row with a state; the queue carries only tokens
 * that say "there is work". A worker claims rows, which names it in them and raises their attempt; works on each for a
 * turn; and writes what became of it in one transaction with usage and announcement. Whatever happens to a worker, its
 * rows are put back by whoever looks first, and one that nobody can finish ends as failed: every job ends.
 */
export class BackgroundJob<Job extends Claim, Progress, Result> {
  readonly #kind: JobKind<Job, Progress, Result>;
  readonly #options: BackgroundJobOptions;
  readonly #outcomes: GroupCommit<Outcome<Job, Progress, Result>, boolean>;
  readonly #giveUp = new AbortController();
  readonly #loop: ClaimLoop<Job>;
  /** Turns under way, with what ends them. */
  readonly #turns = new Map<Job, AbortController>();

  constructor(kind: JobKind<Job, Progress, Result>, options: BackgroundJobOptions) {
    this.#kind = kind;
    this.#options = options;
    const { claimDb, worker, store, onError } = options;
    const { capacity, claimBelow = capacity - 1, claimAfterEach = false } = kind;
    this.#loop = new ClaimLoop({
      task: this.task,
      db: store.db,
      capacity,
      claimBelow,
      claimAfterEach,
      claim: (room) => kind.claim(claimDb, { worker, room }),
      idOf: ({ id }) => id,
      weightOf: (job) => kind.weightOf?.(job) ?? 1,
      work: (job) => this.#work(job),
      onError,
    });
    this.#outcomes = new GroupCommit(
      (outcomes) => this.#write(outcomes),
      () => sleep(this.#loop.size >= MANY_IN_FLIGHT ? GATHER_MS : 0),
    );
  }

  /** The task of the queue whose tokens it takes. */
  get task() {
    return this.#kind.records.table.task;
  }

  /** Handles one token: claims until nothing is left to claim. */
  run(task: Pick<TaskRun, 'signal'>): Promise<void> {
    return this.#loop.run(task);
  }

  /** Somebody has ended this job: whatever is computed for it stops at once. */
  stop(id: string): void {
    for (const [job, lost] of this.#turns) if (job.id === id) lost.abort(new JobLost());
  }

  /** Puts back jobs that the database thinks we have and we do not. */
  async reconcile(): Promise<void> {
    const { claimDb, worker, store } = this.#options;
    const { table } = this.#kind.records;
    const put = await this.#loop.betweenClaims((inFlight) =>
      releaseUnknown(claimDb, table, worker, inFlight),
    );
    if (put > 0) await notify(store.db, table.task);
  }

  async #work(job: Job): Promise<void> {
    const name = `job ${this.task}`;
    await tracedJob(this.#options.tracing, name, job.traceparent ?? undefined, async (trace) => {
      const outcome = await this.#turn(job, trace);
      trace?.set({ outcome: outcome?.kind ?? 'lost' });
      if (outcome !== undefined) await traced(trace, 'write', () => this.#settle(outcome));
    });
  }

  /** One turn of one job. Undefined when it was lost meanwhile: then there is nothing to write. */
  async #turn(job: Job, trace: TraceSpan | undefined): Promise<Outcome<Job, Progress, Result> | undefined> {
    const { longestTurnMs } = this.#kind;
    const lost = new AbortController();
    const hanging = longestTurnMs === undefined ? [] : [AbortSignal.timeout(longestTurnMs)];
    const signal = AbortSignal.any([this.#giveUp.signal, lost.signal, ...hanging]);
    let { tries, faults } = job;
    const kept = () => {
      tries = 0;
      faults = 0;
    };
    this.#turns.set(job, lost);
    try {
      if (faults >= LOST_TRIES) return { kind: 'failed', job, failure: this.#kind.givenUp('lost') };
      const turn = await this.#kind.work(job, this.#turnOf(job, lost, signal, trace, kept));
      return { ...turn, job };
    } catch (error) {
      if (error instanceof JobLost || lost.signal.aborted) return undefined;
      if (this.#giveUp.signal.aborted) return { kind: 'released', job, pauseMs: 0, isFault: false };
      return this.#afterError(job, error, tries + 1, faults + 1);
    } finally {
      this.#turns.delete(job);
    }
  }

  #turnOf(
    job: Job,
    lost: AbortController,
    signal: AbortSignal,
    trace: TraceSpan | undefined,
    kept: () => void,
  ): Turn {
    const { worker, store } = this.#options;
    const { table } = this.#kind.records;
    const update = async (set: SQL, tx: Queryable = store.db) => {
      const touched = await updateClaims(tx, table, worker, [{ job }], set);
      if (touched.length > 0) return;
      const reason = new JobLost();
      lost.abort(reason);
      throw reason;
    };
    return {
      signal,
      trace,
      update,
      checkpoint: async (keep) => {
        const result = await store.transaction(async (tx) => {
          await update(sql`tries = 0, faults = 0`, tx);
          return keep(tx);
        });
        kept();
        return result;
      },
    };
  }

  #afterError(job: Job, error: unknown, tries: number, faults: number): Outcome<Job, Progress, Result> {
    const { mostFaults } = this.#kind;
    const known = this.#kind.failureOf?.(error);
    if (known !== undefined) return { kind: 'failed', job, failure: known };
    const verdict = retryVerdict(error, { tries, faults, mostFaults });
    if (verdict.kind === 'final') return { kind: 'failed', job, failure: verdict.failure };
    // A database that is away is told of once, by those who look after the connections, not by every job.
    if (!isUnavailable(error)) this.#options.onError(error);
    if (verdict.kind === 'givenUp') return { kind: 'failed', job, failure: this.#kind.givenUp('unforeseen') };
    const { pauseMs, isFault } = verdict;
    return { kind: 'released', job, pauseMs, isFault };
  }

  /** Writes the outcome, over a short absence of the database too. */
  async #settle(outcome: Outcome<Job, Progress, Result>): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await this.#outcomes.add(outcome);
        return;
      } catch (error) {
        // Left as it is: `reconcile` puts the job back in line and the turn is worked again.
        if (tries >= WRITE_TRIES) throw error;
        await sleep(WRITE_PAUSE_MS * 2 ** tries);
      }
    }
  }

  async #write(outcomes: readonly Outcome<Job, Progress, Result>[]): Promise<readonly boolean[]> {
    const write = (some: readonly Outcome<Job, Progress, Result>[]) =>
      this.#options.store.transaction((tx) =>
        writeOutcomes(tx, this.#kind.records, this.#options.worker, some),
      );
    try {
      return await write(outcomes);
    } catch (error) {
      // An outcome that the database refuses (class 22: data, 23: constraint) must not take the others with it.
      if (!/^2[23]/.test(sqlState(error) ?? '')) throw error;
      this.#options.onError(error);
      const written: boolean[] = [];
      for (const outcome of outcomes) {
        written.push(...(await write([outcome]).catch(() => write([this.#refused(outcome)]))));
      }
      return written;
    }
  }

  #refused({ job }: Outcome<Job, Progress, Result>): Outcome<Job, Progress, Result> {
    return { kind: 'failed', job, failure: this.#kind.givenUp('unforeseen') };
  }

  /** Stage one: claims nothing more and waits until the turns in hand have ended, where their kind does. */
  async drain(limitMs: number): Promise<void> {
    if (this.#kind.drains !== true) this.#giveUp.abort();
    await Promise.race([this.#loop.drain(), sleep(limitMs, undefined, { ref: false })]);
  }

  /** Stage two: gives up what still runs and puts it back in line. */
  async close(): Promise<void> {
    this.#giveUp.abort();
    await this.#loop.drain();
    await this.#outcomes.close();
  }
}
