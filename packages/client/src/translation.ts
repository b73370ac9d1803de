import type { Answer, OperationCaller, RequestOptions } from './operation.js';
import { readSentences, type StreamedSentence } from './sentence-events.js';
import { batchesOf, byteLength, piecesOf } from './split.js';
import { bodyOf, signalOf, type TranslationOptions } from './translation-body.js';
import { delay } from './transport.js';

export type Finished = Answer<'POST /api/v1/translate'>['data'];

export interface LongTranslationOptions extends TranslationOptions {
  /** Told how many sentences are done, of all requests together. */
  readonly onProgress?: (progress: Progress) => void;
}

export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** How one text was translated: its sentences with places, quality and alternatives, terms, checks. */
export type Explanation = NonNullable<Finished['explain']>[number];

export interface ExplainOptions extends TranslationOptions {
  /** Other translations of each sentence, at most 4; for texts of 2,000 characters together. */
  readonly alternatives?: number;
}

export interface ExplainedResult extends TranslationResult {
  /** In the order of the texts. */
  readonly explain: readonly Explanation[];
}

export interface TranslationResult {
  /** In the order of the texts. */
  readonly texts: readonly string[];
  readonly wordCount: number;
  /** Ids of the requests, for support. */
  readonly taskIds: readonly string[];
}

export interface StreamOptions extends ExplainOptions {
  /** Told in the order in which sentences are finished. */
  readonly onSentence: (sentence: StreamedSentence) => void;
}

const EXPLAIN = { 'x-explain': '1' };

/** From this size on, a text is submitted and its result fetched. */
const ASYNC_FROM_BYTES = 8 * 1024;
const FIRST_POLL_MS = 150;
const LONGEST_POLL_MS = 3_000;

/** Synchronous and asynchronous translation. */
export class Translations {
  readonly #caller: OperationCaller;
  readonly #contractId: string | undefined;

  constructor(caller: OperationCaller, contractId: string | undefined) {
    this.#caller = caller;
    this.#contractId = contractId;
  }

  /** Waits for the result; over the limits of one request, in several. */
  async translate(texts: readonly string[], options: TranslationOptions): Promise<TranslationResult> {
    const results: Finished[] = [];
    for (const text of batchesOf(texts)) {
      // Translating twice changes nothing.
      const { answer } = await this.#caller.call('POST /api/v1/translate', {
        body: bodyOf(text, options, this.#contractId),
        repeatable: true,
        ...signalOf(options),
      });
      results.push(answer.data);
    }
    return joined(results);
  }

  /** Translates, and says of each text how: see `Explanation`. */
  async explain(
    texts: readonly string[],
    { alternatives = 0, ...options }: ExplainOptions,
  ): Promise<ExplainedResult> {
    const results: Finished[] = [];
    for (const text of batchesOf(texts)) {
      const { answer } = await this.#caller.call('POST /api/v1/translate', {
        body: { ...bodyOf(text, options, this.#contractId), alternatives },
        headers: EXPLAIN,
        repeatable: true,
        ...signalOf(options),
      });
      results.push(answer.data);
    }
    return { ...joined(results), explain: results.flatMap(({ explain }) => explain ?? []) };
  }

  /** Translates and tells each sentence as it is finished; the result is that of `explain`. */
  async stream(
    texts: readonly string[],
    { onSentence, alternatives = 0, ...options }: StreamOptions,
  ): Promise<ExplainedResult> {
    const results: Finished[] = [];
    let first = 0;
    for (const text of batchesOf(texts)) {
      const before = first;
      const response = await this.#caller.open('POST /api/v1/translate', {
        body: { ...bodyOf(text, options, this.#contractId), alternatives },
        headers: { ...EXPLAIN, accept: 'text/event-stream' },
        repeatable: true,
        ...signalOf(options),
      });
      const tell = (one: StreamedSentence) => onSentence({ ...one, index: before + one.index });
      results.push(await readSentences(response, tell, options.signal));
      first += text.length;
    }
    return { ...joined(results), explain: results.flatMap(({ explain }) => explain ?? []) };
  }

  /** Submits, waits and fetches. Long texts are cut where they may be. */
  async translateLong(texts: readonly string[], options: LongTranslationOptions): Promise<TranslationResult> {
    const pieces = texts.map((text) => piecesOf(text));
    const flat = pieces.flat();
    const result =
      byteLength(flat) < ASYNC_FROM_BYTES
        ? await this.translate(flat, options)
        : await this.#submitted(flat, options);
    let at = 0;
    return {
      ...result,
      texts: pieces.map(({ length }) => {
        at += length;
        return result.texts.slice(at - length, at).join('');
      }),
    };
  }

  /** Gives the id under which the result can be fetched. Sending it again gives the same id. */
  async submit(texts: readonly string[], options: TranslationOptions): Promise<string> {
    const { answer } = await this.#caller.call('POST /api/v1/translate/async', {
      body: bodyOf(texts, options, this.#contractId),
      headers: { 'idempotency-key': crypto.randomUUID() },
      repeatable: true,
      ...signalOf(options),
    });
    return answer.data.queueId;
  }

  /** The result, or how far it is. */
  async result(queueId: string, options: RequestOptions = {}): Promise<TranslationResult | Progress> {
    const { answer } = await this.#caller.call('GET /api/v1/translate/async/{queueId}', {
      params: { queueId },
      ...signalOf(options),
    });
    return 'translationResult' in answer.data ? joined([answer.data]) : answer.data.progress;
  }

  async #submitted(texts: readonly string[], options: LongTranslationOptions): Promise<TranslationResult> {
    const queueIds: string[] = [];
    for (const batch of batchesOf(texts)) queueIds.push(await this.submit(batch, options));
    const progress: Progress[] = queueIds.map(() => ({ done: 0, total: 0 }));
    const tell = (at: number, one: Progress) => {
      progress[at] = one;
      options.onProgress?.({
        done: progress.reduce((sum, { done }) => sum + done, 0),
        total: progress.reduce((sum, { total }) => sum + total, 0),
      });
    };
    const results = await Promise.all(
      queueIds.map((queueId, at) => this.#finished(queueId, options, (one) => tell(at, one))),
    );
    return {
      texts: results.flatMap((one) => one.texts),
      wordCount: results.reduce((sum, one) => sum + one.wordCount, 0),
      taskIds: results.flatMap((one) => one.taskIds),
    };
  }

  async #finished(
    queueId: string,
    options: RequestOptions,
    tell: (progress: Progress) => void,
  ): Promise<TranslationResult> {
    let total = 0;
    for (let wait = FIRST_POLL_MS; ; wait = Math.min(LONGEST_POLL_MS, wait * 1.5)) {
      const found = await this.result(queueId, options);
      if ('texts' in found) {
        tell({ done: total, total });
        return found;
      }
      total = found.total;
      tell(found);
      await delay(wait, options.signal);
    }
  }
}

function joined(results: readonly Finished[]): TranslationResult {
  return {
    texts: results.flatMap(({ translationResult }) =>
      translationResult.map(({ translatedText }) => translatedText),
    ),
    wordCount: results.reduce((sum, { wordCount }) => sum + wordCount, 0),
    taskIds: results.map(({ taskId }) => taskId),
  };
}
