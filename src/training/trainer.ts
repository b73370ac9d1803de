import { and, eq, inArray, lt } from 'drizzle-orm';
import { packPairs, type SentencePair } from '../adaptation/sentence-pair.js';
import type { CustomFields } from '../fields/custom.js';
import { type Domain, type ForcedTrace, type ModelPort, UnsupportedDirection } from '../model/model-port.js';
import type { Payload, TaskRun } from '../queue/task-table.js';
import {
  customModelChunks,
  customModels,
  customModelVersions,
  trainingJobs,
  trainingTraces,
} from '../store/schema/index.js';
import type { Store } from '../store/store.js';
import { type TraceSpan, type Tracing, traced, tracedJob } from '../tracing/trace-span.js';
import type { WorkerPool } from '../workers/worker-pool.js';
import { TrainingFailure } from './failures.js';
import { JobLog, type OpenJob } from './job-log.js';
import { type Learned, learn } from './learn.js';
import { pairsOfJob, storedTraces, storeIndex, storeTraces } from './material.js';
import { WRITE_VERSION } from './tasks.js';
import { collectTraces, PAIRS_PER_CHUNK } from './trace-collector.js';
import { joinTraces } from './traces.js';
import { findJob } from './trained-models.js';
import { announceEnd } from './training-requests.js';
import { MIN_PAIRS } from './upload.js';

export interface TrainerParts {
  readonly store: Store;
  readonly model: ModelPort;
  readonly customFields: CustomFields;
  readonly tracing: Tracing | undefined;
  /** Threads of one training step. */
  readonly threads: number;
  /** Where everything that computes runs. */
  readonly workers: WorkerPool;
}

/** Older versions than this many stay in memory of running requests only. */
const KEPT_VERSIONS = 2;

/** With the `traceparent` of the request that submitted it. */
interface SubmittedJob extends OpenJob {
  readonly traceparent: string | undefined;
}

/**
 * Works on a training job. What takes long, forced decoding of all pairs, is stored piece by piece, so that whoever takes
 * the job over after a crash continues there; everything after it is done again, which takes a minute or two.
 */
export class Trainer {
  readonly #parts: TrainerParts;

  constructor(parts: TrainerParts) {
    this.#parts = parts;
  }

  async run({ jid, traceparent }: Payload<'train'>, run: TaskRun): Promise<void> {
    const log = new JobLog(this.#parts.store.db, jid);
    const opened = await log.open();
    if (opened === undefined) return;
    const job = { ...opened, traceparent };
    const cancelled = new AbortController();
    const signal = AbortSignal.any([run.signal, cancelled.signal]);
    log.onGone(() => cancelled.abort(new Error('The job was cancelled.')));
    try {
      await tracedJob(this.#parts.tracing, 'job train', traceparent, (trace) =>
        this.#train(job, log, signal, trace),
      );
    } catch (error) {
      if (cancelled.signal.aborted) return;
      const failure = failureOf(error, run);
      if (failure === undefined) throw error;
      await this.#fail(job, failure);
    }
  }

  async #train(
    job: SubmittedJob,
    log: JobLog,
    signal: AbortSignal,
    trace: TraceSpan | undefined,
  ): Promise<void> {
    const { store, model, customFields, threads, workers } = this.#parts;
    const { orgId, jid, firstLang: from, secondLang: to } = job;
    const pairs = await pairsOfJob(store.db, orgId, jid);
    const baseVersion = model.version(from, to);
    const domain = customFields.find(job.field)?.domain ?? 'general';
    trace?.set({ jid, from, to, pairs: pairs.length });
    const found = await traced(trace, 'preparing', (span) =>
      this.#prepare(job, log, { pairs, baseVersion, domain, signal, trace: span }),
    );
    // A pair that is too long for the model has no trace and takes no part, except as an exact answer.
    const usable = found.flat().filter(({ tokens }) => tokens.length > 0).length;
    if (usable < MIN_PAIRS) throw new TrainingFailure(41003);
    const traces = await joinTraces(found);
    await log.enter('training');
    const learned = await learn({
      model,
      from,
      to,
      domain,
      pairs,
      traces,
      workers,
      caller: orgId,
      intraOpThreads: threads,
      signal,
      trace,
      onTraining: (progress) => log.progress(progress),
      onEvaluating: () => log.enter('evaluating'),
    });
    signal.throwIfAborted();
    await traced(trace, 'write', () => this.#publish(job, pairs, baseVersion, learned));
  }

  async #prepare(
    job: OpenJob,
    log: JobLog,
    work: {
      readonly pairs: readonly SentencePair[];
      readonly baseVersion: string;
      readonly domain: Domain;
      readonly signal: AbortSignal;
      readonly trace: TraceSpan | undefined;
    },
  ): Promise<readonly (readonly ForcedTrace[])[]> {
    const { store, model } = this.#parts;
    const { orgId, jid, firstLang: from, secondLang: to } = job;
    const { pairs, baseVersion, domain, signal, trace } = work;
    await log.enter('preparing');
    const pieces = [...(await storedTraces(store.db, orgId, jid, baseVersion))];
    while (pieces.length * PAIRS_PER_CHUNK < pairs.length) {
      signal.throwIfAborted();
      const start = pieces.length * PAIRS_PER_CHUNK;
      // One span for all of them: a training may have ten thousand pairs.
      const piece = await traced(trace, 'model', () =>
        collectTraces(pairs.slice(start, start + PAIRS_PER_CHUNK), {
          model,
          from,
          to,
          domain,
          caller: orgId,
          signal,
        }),
      );
      await storeTraces(store.db, orgId, jid, pieces.length, baseVersion, piece);
      pieces.push(piece);
      log.progress(Math.min(1, (pieces.length * PAIRS_PER_CHUNK) / pairs.length));
    }
    return pieces;
  }

  /** The new version serves from the moment this commits; requests in flight keep the one they opened. */
  async #publish(
    job: SubmittedJob,
    pairs: readonly SentencePair[],
    baseVersion: string,
    { parts, evaluation }: Learned,
  ): Promise<void> {
    const { orgId, jid, mid } = job;
    const { bytes, terms } = await this.#parts.workers.run(WRITE_VERSION, {
      packedPairs: packPairs(pairs),
      parts,
    });
    await this.#parts.store.db.transaction(async (tx) => {
      const [model] = await tx
        .select({ version: customModels.version })
        .from(customModels)
        .where(and(eq(customModels.orgId, orgId), eq(customModels.mid, mid)))
        .for('update');
      const [ended] = await tx
        .update(trainingJobs)
        .set({ state: 'finished', progress: 1, finishedAt: new Date() })
        .where(
          and(eq(trainingJobs.orgId, orgId), eq(trainingJobs.jid, jid), eq(trainingJobs.state, 'evaluating')),
        )
        .returning({ accessKey: trainingJobs.accessKey });
      // Deleted or cancelled in the last moment: nothing is published.
      if (model === undefined || ended === undefined) return;
      const version = model.version + 1;
      await tx.insert(customModelVersions).values({
        orgId,
        mid,
        version,
        jid,
        baseVersion,
        parameters: parts.parameters,
        evaluation,
        terms,
      });
      await storeIndex(tx, orgId, mid, version, bytes);
      await tx
        .update(customModels)
        .set({ version, updatedAt: new Date() })
        .where(and(eq(customModels.orgId, orgId), eq(customModels.mid, mid)));
      await tx
        .delete(customModelChunks)
        .where(
          and(
            eq(customModelChunks.orgId, orgId),
            eq(customModelChunks.mid, mid),
            lt(customModelChunks.version, version - KEPT_VERSIONS + 1),
          ),
        );
      await tx
        .delete(trainingTraces)
        .where(and(eq(trainingTraces.orgId, orgId), eq(trainingTraces.jid, jid)));
      const summary = await findJob(tx, orgId, jid);
      if (summary !== undefined) await announceEnd(tx, orgId, jid, ended.accessKey, summary, job.traceparent);
    });
  }

  async #fail({ orgId, jid, traceparent }: SubmittedJob, failure: TrainingFailure): Promise<void> {
    await this.#parts.store.db.transaction(async (tx) => {
      const [row] = await tx
        .update(trainingJobs)
        .set({
          state: 'failed',
          errorCode: failure.code,
          errorMessage: failure.message,
          finishedAt: new Date(),
        })
        .where(
          and(
            eq(trainingJobs.orgId, orgId),
            eq(trainingJobs.jid, jid),
            inArray(trainingJobs.state, ['queued', 'preparing', 'training', 'evaluating']),
          ),
        )
        .returning({ accessKey: trainingJobs.accessKey });
      await tx
        .delete(trainingTraces)
        .where(and(eq(trainingTraces.orgId, orgId), eq(trainingTraces.jid, jid)));
      const summary = await findJob(tx, orgId, jid);
      if (row !== undefined && summary !== undefined)
        await announceEnd(tx, orgId, jid, row.accessKey, summary, traceparent);
    });
  }
}

/** Undefined: worth another try. */
function failureOf(error: unknown, run: TaskRun): TrainingFailure | undefined {
  if (run.signal.aborted) return undefined;
  if (error instanceof TrainingFailure) return error;
  if (error instanceof UnsupportedDirection) return new TrainingFailure(41002);
  return run.lastAttempt ? new TrainingFailure(41004) : undefined;
}
