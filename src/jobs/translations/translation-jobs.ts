import { Failure } from '../../base/failure.js';
import type { RequestResolver } from '../../requests/request-resolver.js';
import type { Queryable } from '../../store/database.js';
import type { Store } from '../../store/store.js';
import { traced } from '../../tracing/trace-span.js';
import type { Pipeline } from '../../translate/pipeline-types.js';
import type { JobKind, Turn } from '../background-job.js';
import type { ClaimRequest } from '../job-claims.js';
import type { TurnResult } from '../job-outcomes.js';
import { readBatches } from './translation-batches.js';
import { claimTranslations } from './translation-claims.js';
import type { ClaimedTranslation, TranslationData } from './translation-job.js';
import { TRANSLATION_RECORDS, type TranslatedBatch } from './translation-outcomes.js';

export interface TranslationJobParts {
  readonly store: Store;
  readonly pipeline: Pipeline;
  readonly resolver: Pick<RequestResolver, 'resolve'>;
}

/** Sentences handed to the model at once, over all jobs: enough that its batches are always full. */
const WINDOW = 512;
/** Most sentences of one job in one turn; what a killed worker costs at most. */
export const SLICE = 128;
/** One turn that takes longer than this hangs; it is given up and tried again. */
const LONGEST_TURN_MS = 600_000;
/** About four minutes of tries. */
export const MOST_FAULTS = 10;

/**
 * Asynchronous translations. A window of sentences is kept with the model; whenever there is room, the jobs whose turn it
 * is are claimed and their next batch of sentences goes in.
 */
export class TranslationJobs implements JobKind<ClaimedTranslation, TranslatedBatch, TranslationData> {
  readonly records = TRANSLATION_RECORDS;
  readonly capacity = WINDOW;
  readonly claimBelow = WINDOW * 0.75;
  readonly drains = true;
  readonly longestTurnMs = LONGEST_TURN_MS;
  readonly mostFaults = MOST_FAULTS;
  readonly #parts: TranslationJobParts;

  constructor(parts: TranslationJobParts) {
    this.#parts = parts;
  }

  givenUp(why: 'unforeseen' | 'lost') {
    const { code, message } = new Failure(why === 'lost' ? 'translationFailed' : 'internalError');
    return { code, message, index: null };
  }

  claim(db: Queryable, request: ClaimRequest): Promise<readonly ClaimedTranslation[]> {
    return claimTranslations(db, request, SLICE);
  }

  weightOf({ plan, done }: ClaimedTranslation): number {
    return Math.min(SLICE, plan.segments.length - done);
  }

  async work(
    job: ClaimedTranslation,
    { signal, trace }: Turn,
  ): Promise<TurnResult<TranslatedBatch, TranslationData>> {
    const { resolver, pipeline } = this.#parts;
    trace?.set({ queueId: job.id, waitedMs: job.waitedMs });
    const execution = { priority: 'background' as const, signal, ...(trace && { trace }) };
    const request = await traced(trace, 'accept', () => resolver.resolve(job.request, execution));
    const batch = job.plan.segments.slice(job.done, job.done + SLICE);
    const results = batch.length === 0 ? [] : await pipeline.translateSegments(request, batch);
    if (job.done + batch.length < job.plan.segments.length) return { kind: 'advanced', progress: results };
    return { kind: 'finished', result: await this.#assemble(job, results) };
  }

  async #assemble(job: ClaimedTranslation, last: TranslatedBatch): Promise<TranslationData> {
    const { store, pipeline } = this.#parts;
    const before = job.done === 0 ? [] : await readBatches(store.db, job.request.caller.orgId, job.id);
    if (before.length !== job.done) throw new Error(`${job.id}: ${before.length} of ${job.done} results.`);
    const { elements, wordCount } = await pipeline.assemble(job.plan, [...before, ...last]);
    return {
      taskId: job.taskId,
      translationResult: elements.map(({ sourceText, translatedText }) => ({ sourceText, translatedText })),
      wordCount,
    };
  }
}
