import { randomUUID } from 'node:crypto';
import { Failure } from '../failure.js';
import type { FileItemId } from '../ids.js';
import { isPassing } from '../jobs/retry-policy.js';
import type { TaskRun } from '../queue/task-table.js';
import type { RequestResolver } from '../requests/request-resolver.js';
import type { TranslatedSentence } from '../store/schema/index.js';
import { type TraceSpan, type Tracing, traced, tracedJob } from '../tracing/trace-span.js';
import type { Pipeline } from '../translate/pipeline.js';
import { sentenceKey } from './document-plan.js';
import type { Documents } from './documents.js';
import { failureOfFile } from './failures.js';
import { type FileItemLog, ItemLost, type OpenItem } from './file-item-log.js';
import { planFile } from './plan-file.js';
import { SENTENCES_AT_ONCE, translateBatch } from './sentence-batches.js';
import { SentenceProgress } from './sentence-progress.js';

export interface FileRunnerParts {
  readonly log: FileItemLog;
  readonly documents: Documents;
  readonly pipeline: Pipeline;
  readonly tracing: Tracing | undefined;
  readonly resolver: Pick<RequestResolver, 'resolve'>;
  /** Told of what nobody foresaw. */
  readonly onError: (error: unknown) => void;
}

/** What nobody foresaw may pass, once; a document that does it again does it always. */
const UNFORESEEN_TRIES = 2;

/** After this a file makes room for those of other accounts, and goes on at its next turn. */
const TURN_MS = 60_000;

/**
 * Translates one file into one language: reads it, sends its sentences through the pipeline batch by batch, and puts the
 * translations back. Every batch is stored; whoever takes the file up after a crash reads it again, which is cheap, and
 * goes on behind the last batch.
 */
export class FileRunner {
  readonly #parts: FileRunnerParts;
  readonly #running = new Map<OpenItem, AbortController>();

  constructor(parts: FileRunnerParts) {
    this.#parts = parts;
  }

  async run(itemId: FileItemId, { signal, lastAttempt }: TaskRun): Promise<void> {
    const item = await this.#parts.log.open(itemId, randomUUID());
    if (item === undefined) return;
    const ended = new AbortController();
    this.#running.set(item, ended);
    try {
      await tracedJob(this.#parts.tracing, 'job file', item.request.traceparent, (trace) =>
        this.#translate(item, AbortSignal.any([signal, ended.signal]), trace),
      );
    } catch (error) {
      if (error instanceof ItemLost || ended.signal.aborted) return;
      if (signal.aborted) throw error;
      await this.#failed(item, error, lastAttempt);
    } finally {
      this.#running.delete(item);
    }
  }

  /** Somebody has ended this request: whatever is computed for it stops at once. */
  stop(translateId: string): void {
    for (const [item, ended] of this.#running) {
      if (item.translateId === translateId) ended.abort(new ItemLost());
    }
  }

  /** Fails the item, or throws for another try. */
  async #failed(item: OpenItem, error: unknown, lastAttempt: boolean): Promise<void> {
    const { log, onError } = this.#parts;
    try {
      if (error instanceof Failure && !isPassing(error)) {
        const { code, message, detail } = error;
        await log.fail(item, { code, message, index: detail.index ?? null });
        return;
      }
      if (isPassing(error)) {
        if (!lastAttempt) throw error;
        await log.postpone(item);
        return;
      }
      onError(error);
      if ((await log.fault(item)) < UNFORESEEN_TRIES) throw error;
      const { code, message } = failureOfFile('unforeseen');
      await log.fail(item, { code, message, index: null });
    } catch (thrown) {
      if (!(thrown instanceof ItemLost)) throw thrown;
    }
  }

  async #translate(item: OpenItem, signal: AbortSignal, trace: TraceSpan | undefined): Promise<void> {
    const { log, documents, pipeline, resolver } = this.#parts;
    const started = Date.now();
    const owner = item.request.caller.userId;
    const execution = { priority: 'background' as const, signal, ...(trace && { trace }) };
    const request = await traced(trace, 'accept', () => resolver.resolve(item.request, execution));
    const { sourceLang } = item.request.body;
    const file = {
      format: item.format,
      content: item.content,
      to: item.lang,
      ...(sourceLang !== 'auto' && { from: sourceLang }),
    };
    const { units, encoding } = await traced(trace, 'read', () => documents.read(file, { signal, owner }));
    if (units.length === 0) throw failureOfFile('noText');
    const { plan, langs } = await traced(trace, 'plan', () => planFile(pipeline, request, units, sourceLang));
    trace?.set({
      translateId: item.translateId,
      format: item.format,
      sentences: plan.segments.length,
      words: plan.wordCount,
    });
    const known = await log.begin(item, {
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
      const progress = new SentenceProgress((done) => log.progress(item, before + done));
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
      await log.checkpoint(item, sentences, before + batch.length);
      if (
        at + SENTENCES_AT_ONCE < open.length &&
        Date.now() - started > TURN_MS &&
        (await log.makeRoom(item))
      )
        return;
    }
    const translations = await plan.assemble(
      pipeline,
      results.map((sentence) => sentence?.target ?? undefined),
    );
    const content = await traced(trace, 'write', () =>
      documents.write(file, translations, { signal, owner }),
    );
    const untranslated = plan.left + results.filter((result) => result?.target === null).length;
    await traced(trace, 'finish', () => log.finish(item, content, untranslated));
  }
}
