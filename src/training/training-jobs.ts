import { packPairs, type SentencePair } from '../adaptation/sentence-pair.js';
import type { CustomFields } from '../fields/custom.js';
import type { JobKind, Turn } from '../jobs/background-job.js';
import type { ClaimRequest } from '../jobs/job-claims.js';
import type { JobFailure, TurnResult } from '../jobs/job-outcomes.js';
import { type Domain, type ForcedOutput, type ModelPort, UnsupportedDirection } from '../model/model-port.js';
import type { Queryable } from '../store/database.js';
import type { Store } from '../store/store.js';
import type { ThreadPool } from '../threads/thread-pool.js';
import { type TraceSpan, traced } from '../tracing/trace-span.js';
import { collectForcedOutputs, PAIRS_PER_CHUNK } from './learning/forced-output-collector.js';
import { joinForcedOutputs } from './learning/forced-outputs.js';
import { learn } from './learning/learn.js';
import { WRITE_VERSION } from './learning/tasks.js';
import { pairsOfJob, storedOutputs, storeOutputs } from './material.js';
import { type ClaimedTraining, claimTrainings } from './training-claims.js';
import { TrainingLog } from './training-log.js';
import { TRAINING_RECORDS, type TrainedVersion } from './training-outcomes.js';
import { TrainingFailure } from './training-problems.js';
import { MIN_PAIRS } from './upload.js';

export interface TrainingJobParts {
  readonly store: Store;
  readonly model: ModelPort;
  readonly customFields: CustomFields;
  /** Threads of one training step. */
  readonly threads: number;
  /** Where everything that computes runs. */
  readonly threadPool: ThreadPool;
  /** Trainings of one organization that may run at the same time. */
  readonly perOrganization: number;
}

export const MOST_FAULTS = 5;

/**
 * Works on trainings, one at a time. What takes long, forced decoding of all pairs, is stored piece by piece, so that
 * whoever takes the job over after a crash continues there; everything after it is done again, which takes a minute or
 * two.
 */
export class TrainingJobs implements JobKind<ClaimedTraining, never, TrainedVersion> {
  readonly records = TRAINING_RECORDS;
  readonly capacity = 1;
  readonly claimAfterEach = true;
  readonly mostFaults = MOST_FAULTS;
  readonly #parts: TrainingJobParts;

  constructor(parts: TrainingJobParts) {
    this.#parts = parts;
  }

  givenUp(): JobFailure {
    return asFailure(new TrainingFailure(41004));
  }

  failureOf(error: unknown): JobFailure | undefined {
    if (error instanceof TrainingFailure) return asFailure(error);
    if (error instanceof UnsupportedDirection) return asFailure(new TrainingFailure(41002));
    return undefined;
  }

  claim(db: Queryable, request: ClaimRequest): Promise<readonly ClaimedTraining[]> {
    return claimTrainings(db, request, this.#parts.perOrganization);
  }

  async work(job: ClaimedTraining, turn: Turn): Promise<TurnResult<never, TrainedVersion>> {
    const { store, model, customFields, threads, threadPool } = this.#parts;
    const { signal, trace } = turn;
    const { orgId, id: jid, firstLang: from, secondLang: to } = job;
    const log = new TrainingLog(store, job, turn);
    await log.begin();
    const pairs = await pairsOfJob(store.db, orgId, jid);
    const baseVersion = model.version(from, to);
    const domain = customFields.find(job.field)?.domain ?? 'general';
    trace?.set({ jid, from, to, pairs: pairs.length });
    const found = await traced(trace, 'preparing', (span) =>
      this.#prepare(job, turn, log, { pairs, baseVersion, domain, trace: span }),
    );
    // A pair that is too long for the model has no forced output and takes no part, except as an exact answer.
    const usable = found.flat().filter(({ tokens }) => tokens.length > 0).length;
    if (usable < MIN_PAIRS) throw new TrainingFailure(41003);
    const forced = await joinForcedOutputs(found);
    await log.enter('training');
    const learned = await learn({
      model,
      from,
      to,
      domain,
      pairs,
      forced,
      threadPool,
      fairnessKey: orgId,
      intraOpThreads: threads,
      signal,
      trace,
      onTraining: (progress) => log.progress(progress),
      onEvaluating: () => log.enter('evaluating'),
    });
    signal.throwIfAborted();
    const { parts, evaluation } = learned;
    const written = await threadPool.run(WRITE_VERSION, { packedPairs: packPairs(pairs), parts });
    const { parameters } = parts;
    return { kind: 'finished', result: { ...written, baseVersion, parameters, evaluation } };
  }

  async #prepare(
    job: ClaimedTraining,
    turn: Turn,
    log: TrainingLog,
    work: {
      readonly pairs: readonly SentencePair[];
      readonly baseVersion: string;
      readonly domain: Domain;
      readonly trace: TraceSpan | undefined;
    },
  ): Promise<readonly (readonly ForcedOutput[])[]> {
    const { store, model } = this.#parts;
    const { signal } = turn;
    const { orgId, id: jid, firstLang: from, secondLang: to } = job;
    const { pairs, baseVersion, domain, trace } = work;
    const pieces = [...(await storedOutputs(store.db, orgId, jid, baseVersion))];
    while (pieces.length * PAIRS_PER_CHUNK < pairs.length) {
      signal.throwIfAborted();
      const start = pieces.length * PAIRS_PER_CHUNK;
      // One span for all of them: a training may have ten thousand pairs.
      const piece = await traced(trace, 'model', () =>
        collectForcedOutputs(pairs.slice(start, start + PAIRS_PER_CHUNK), {
          model,
          from,
          to,
          domain,
          fairnessKey: orgId,
          signal,
        }),
      );
      await turn.checkpoint((tx) => storeOutputs(tx, orgId, jid, pieces.length, baseVersion, piece));
      pieces.push(piece);
      log.progress(Math.min(1, (pieces.length * PAIRS_PER_CHUNK) / pairs.length));
    }
    return pieces;
  }
}

function asFailure({ code, message }: TrainingFailure): JobFailure {
  return { code, message, index: null };
}
