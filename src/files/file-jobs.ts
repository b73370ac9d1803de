import { sql } from 'drizzle-orm';
import type { Documents } from '../documents/documents.js';
import { failureOfFile } from '../documents/file-problems.js';
import { sentenceKey } from '../documents/plan/document-plan.js';
import { planFile } from '../documents/plan/plan-file.js';
import type { JobKind, Turn } from '../jobs/background-job.js';
import type { ClaimRequest } from '../jobs/job-claims.js';
import { failureColumns, type JobFailure, type JobRecords, type TurnResult } from '../jobs/job-outcomes.js';
import { JOB_TABLES } from '../jobs/job-table.js';
import type { RequestResolver } from '../requests/request-resolver.js';
import type { Queryable } from '../store/database.js';
import type { TranslatedSentence } from '../store/schema/index.js';
import type { Store } from '../store/store.js';
import { traced } from '../tracing/trace-span.js';
import type { Pipeline } from '../translate/pipeline-types.js';
import { type ClaimedItem, claimItems } from './file-claims.js';
import { settlementOf } from './file-ends.js';
import { ItemLog } from './item-log.js';
import { inOneVocabulary } from './one-vocabulary.js';
import { SENTENCES_AT_ONCE, translateBatch } from './sentence-batches.js';
import { SentenceProgress } from './sentence-progress.js';

export interface FileJobParts {
  readonly store: Store;
  readonly documents: Documents;
  readonly pipeline: Pipeline;
  readonly resolver: Pick<RequestResolver, 'resolve'>;
}

/** A file in its new language. */
interface FinishedItem {
  readonly content: Uint8Array;
  readonly untranslated: number;
  readonly overflowPages: readonly number[];
}

/** Files that one process works on at once. */
const AT_ONCE = 3;
/** What nobody foresaw may pass, once; a document that does it again does it always. */
export const MOST_FAULTS = 2;

/** After this a file makes room for those of other accounts, and goes on at its next turn. */
const TURN_MS = 60_000;

const RECORDS: JobRecords<ClaimedItem, undefined, FinishedItem> = {
  table: JOB_TABLES.file,
  failed: failureColumns,
  async keep(tx, { finished }) {
    // One by one: a result can be large, and an array of such would be larger.
    for (const { job, result } of finished) {
      const { buffer, byteOffset, byteLength } = result.content;
      await tx.execute(sql`
        update file_items set result = ${Buffer.from(buffer, byteOffset, byteLength)},
          untranslated = ${result.untranslated}, overflow_pages = ${sql.param(result.overflowPages)}::int[], done = total
        where item_id = ${job.id}`);
    }
  },
  settlement: (tx, finished, failed) =>
    settlementOf(
      tx,
      [...finished, ...failed].map(({ job }) => job.id),
    ),
};

/**
 * Translates files, each into one language: reads it, sends its sentences through the pipeline batch by batch, and puts
 * the translations back. Every batch is stored; whoever takes the file up after a crash reads it again, which is cheap,
 * and goes on behind the last batch.
 */
export class FileJobs implements JobKind<ClaimedItem, undefined, FinishedItem> {
  readonly records = RECORDS;
  readonly capacity = AT_ONCE;
  readonly claimAfterEach = true;
  readonly mostFaults = MOST_FAULTS;
  readonly #parts: FileJobParts;

  constructor(parts: FileJobParts) {
    this.#parts = parts;
  }

  givenUp(): JobFailure {
    const { code, message } = failureOfFile('unforeseen');
    return { code, message, index: null };
  }

  claim(db: Queryable, request: ClaimRequest): Promise<readonly ClaimedItem[]> {
    return claimItems(db, request);
  }

  async work(item: ClaimedItem, turn: Turn): Promise<TurnResult<undefined, FinishedItem>> {
    const { store, documents, pipeline, resolver } = this.#parts;
    const { signal, trace } = turn;
    const log = new ItemLog(store, item, turn);
    const started = Date.now();
    const owner = item.request.caller.userId;
    const execution = { priority: 'background' as const, signal, ...(trace && { trace }) };
    const request = await traced(trace, 'accept', () => resolver.resolve(item.request, execution));
    const { sourceLang } = item.request.body;
    const { format, content } = await log.source();
    const file = {
      format,
      content,
      to: item.lang,
      ...(sourceLang !== 'auto' && { from: sourceLang }),
    };
    const { units, encoding, left } = await traced(trace, 'read', () =>
      documents.read(file, { signal, owner }),
    );
    if (units.length === 0) throw failureOfFile('noText');
    const { plan, langs } = await traced(trace, 'plan', () => planFile(pipeline, request, units, sourceLang));
    trace?.set({
      translateId: item.translateId,
      format,
      sentences: plan.segments.length,
      words: plan.wordCount,
    });
    const known = await log.begin({
      detectedLang: langs.main ?? item.lang,
      encoding,
      wordCount: plan.wordCount,
      characters: plan.characters,
      total: plan.segments.length,
      answered: [...plan.answered()],
    });
    const results = plan.segments.map((segment) =>
      known.get(sentenceKey({ ...segment, source: segment.text })),
    );
    const open = plan.segments.flatMap((segment, index) =>
      results[index] === undefined ? [{ segment, index }] : [],
    );
    for (let at = 0; at < open.length; at += SENTENCES_AT_ONCE) {
      signal.throwIfAborted();
      const batch = open.slice(at, at + SENTENCES_AT_ONCE);
      const before = plan.segments.length - open.length + at;
      const progress = new SentenceProgress((done) => log.progress(before + done));
      const translated = await translateBatch(
        pipeline,
        request,
        batch.map(({ segment }) => segment),
        progress.finished,
      ).finally(() => progress.stop());
      const sentences = batch.map(({ segment, index }, place): TranslatedSentence => {
        const target = translated[place] ?? null;
        const { from, text: source, before: context } = segment;
        results[index] = { from, source, target, ...(context !== undefined && { before: context }) };
        return results[index];
      });
      await log.checkpoint(sentences, before + batch.length);
      const isMore = at + SENTENCES_AT_ONCE < open.length;
      if (isMore && Date.now() - started > TURN_MS && (await log.othersWait())) {
        return { kind: 'advanced', progress: undefined };
      }
    }
    const settled = await traced(trace, 'vocabulary', () =>
      inOneVocabulary(pipeline, request, plan.segments, targetsOf(results)),
    );
    const changed = [...settled].flatMap(([index, target]) => {
      const sentence = results[index];
      if (sentence === undefined) return [];
      results[index] = { ...sentence, target };
      return [results[index]];
    });
    if (changed.length > 0) await log.change(changed);
    const translations = await plan.assemble(pipeline, targetsOf(results));
    const { bytes, overflowPages } = await traced(trace, 'assemble', () =>
      documents.write(file, translations, { signal, owner }),
    );
    const untranslated = left + plan.left + results.filter((result) => result?.target === null).length;
    return { kind: 'finished', result: { content: bytes, untranslated, overflowPages } };
  }
}

function targetsOf(results: readonly (TranslatedSentence | undefined)[]): readonly (string | undefined)[] {
  return results.map((sentence) => sentence?.target ?? undefined);
}
