import type { Lang } from '../lang.js';
import type { Direction, ModelPort } from '../model/model-port.js';
import { traced } from '../tracing/trace-span.js';
import type { WorkerPool } from '../workers/worker-pool.js';
import { adaptedTask } from './adapted-task.js';
import { allSettled } from './all-settled.js';
import { findAlternatives } from './alternatives.js';
import { Analyser } from './analyser.js';
import { assemble } from './assembly.js';
import { SegmentCache } from './cache.js';
import { PipelineClock } from './clock.js';
import { makeDraft } from './draft.js';
import { asFailure } from './model-failure.js';
import { NameTable } from './names/name-table.js';
import { type AdaptedSentenceTask, hasReadableWords, type Solution, withoutModel } from './pieces.js';
import type {
  Detection,
  Pipeline,
  PipelineMetrics,
  Segment,
  SegmentResult,
  TranslationContext,
  TranslationPlan,
  TranslationRequest,
  TranslationResult,
} from './pipeline.js';
import { Planner } from './planner.js';
import type { SentenceReading } from './reading.js';
import { segmentKey } from './segment-key.js';
import { GIVEN, inFormats, missingTerms, refuseBroken, reportOf, termsOf } from './segment-report.js';
import { sentencePairs } from './sentence-pairs.js';
import { type SentenceTask, taskFor } from './sentence-task.js';
import { type ModelCall, solve } from './solver.js';
import { checkTerms, type TermCheckRequest, type TermCheckResult } from './terms/check.js';
import type { CompiledTerms } from './terms/compiled-terms.js';
import { TermLists } from './terms/selection.js';
import { Turn } from './turn.js';

export interface PipelineSettings {
  /** Sentences kept in the segment cache; 0 turns it off. */
  readonly cacheEntries: number;
  readonly cacheBytes: number;
  /** Similarity (0 to 1) from which a stored pair helps the model. */
  readonly nearThreshold: number;
}

export const PIPELINE_DEFAULTS: PipelineSettings = {
  cacheEntries: 50_000,
  cacheBytes: 64 * 1024 ** 2,
  nearThreshold: 0.5,
};

/** Sentences handed to the model at once: enough for its batches, few enough to be fair; and windows of them in flight. */
const TOGETHER = { window: 64, atOnce: 2 } as const;
/** Where somebody waits for each sentence it goes to the model alone, as many at once as fill the batches. */
const SENTENCE_BY_SENTENCE = { window: 1, atOnce: 64 } as const;

/** A sentence and how well it fits the domain of the request's custom model, 0 to 1. */
interface ScoredSegment {
  readonly segment: Segment;
  readonly domainScore: number;
  /** What a worker thread has found in it; nothing where that is left to this one. */
  readonly reading: () => Promise<SentenceReading | undefined>;
}

/**
 * The one pipeline that every text takes, whatever the engine and whoever calls: detect, cut, look up, mark terms,
 * protect spans, translate, check, put together.
 */
export class TranslationPipeline implements Pipeline {
  readonly #model: ModelPort;
  readonly #metrics: PipelineMetrics | undefined;
  readonly #settings: PipelineSettings;
  readonly #cache: SegmentCache;
  readonly #terms: TermLists;
  readonly #analyser: Analyser;
  readonly #planner: Planner;
  #names: Promise<NameTable> | undefined;

  constructor(
    model: ModelPort,
    settings: PipelineSettings = PIPELINE_DEFAULTS,
    metrics?: PipelineMetrics,
    /** Threads that take long texts apart. */
    workers?: WorkerPool,
  ) {
    this.#model = model;
    this.#settings = settings;
    this.#metrics = metrics;
    this.#cache = new SegmentCache({ entries: settings.cacheEntries, bytes: settings.cacheBytes });
    this.#terms = new TermLists({ workers });
    this.#analyser = new Analyser(workers);
    this.#planner = new Planner({
      analyser: this.#analyser,
      terms: this.#terms,
      names: () => this.#nameTable(),
      directions: () => model.directions(),
    });
  }

  directions(): readonly Direction[] {
    return this.#model.directions();
  }

  detect(texts: readonly string[], not?: Lang): readonly (Detection | undefined)[] {
    return this.#analyser.detect(texts, not);
  }

  async translate(request: TranslationRequest): Promise<TranslationResult> {
    const plan = await this.plan(request);
    return this.assemble(plan, await this.translateSegments(request, plan.segments));
  }

  checkTerms(request: TermCheckRequest): Promise<TermCheckResult> {
    return checkTerms(request, this.#terms);
  }

  async plan(request: TranslationRequest): Promise<TranslationPlan> {
    const plan = await this.#planner.plan(request);
    for (const { answer } of plan.elements) {
      if (answer?.by === 'phrase-pair') this.#metrics?.add('phrase_pairs', 1);
      if (answer?.by === 'dictionary') this.#metrics?.add('terms_applied', 1);
    }
    return plan;
  }

  assemble(plan: TranslationPlan, results: readonly SegmentResult[]): TranslationResult {
    return assemble(plan, results);
  }

  async translateSegments(
    context: TranslationContext,
    segments: readonly Segment[],
  ): Promise<readonly SegmentResult[]> {
    const clock = new PipelineClock();
    const results: (SegmentResult | undefined)[] = segments.map(() => undefined);
    const domainScores = context.adaptation?.domainScores(segments.map(({ text }) => text)) ?? [];
    const lists = (): Promise<readonly CompiledTerms[]> => this.#lists(context, segments);
    const readings = this.#analyser.readings(segments, context.to, lists, context.signal);
    const scored = segments.map((segment, index) => ({
      segment,
      domainScore: domainScores[index] ?? 0,
      reading: () => readings(index),
    }));
    const windows: number[][] = [];
    const { window: size, atOnce } = context.onSegment === undefined ? TOGETHER : SENTENCE_BY_SENTENCE;
    for (let at = 0; at < segments.length; at += size) {
      windows.push(segments.slice(at, at + size).map((_, index) => at + index));
    }
    let done = 0;
    let next = 0;
    const work = async (): Promise<void> => {
      for (let indexes = windows[next++]; indexes !== undefined; indexes = windows[next++]) {
        const window = indexes.flatMap((index) => scored[index] ?? []);
        const solved = await traced(context.trace, 'window', (trace) =>
          this.#window(trace === undefined ? context : { ...context, trace }, window, clock),
        ).catch((error: unknown) => {
          // The others stop after their windows: nobody waits for the rest.
          next = windows.length;
          throw error;
        });
        for (const [at, index] of indexes.entries()) {
          const result = solved[at];
          results[index] = result;
          if (result !== undefined) context.onSegment?.(index, result);
        }
        done += indexes.length;
        context.onProgress?.(done, segments.length);
      }
    };
    try {
      await allSettled(Array.from({ length: atOnce }, work));
    } catch (error) {
      this.#metrics?.add('failed_segments', 1);
      throw asFailure(error);
    }
    if (context.strict === true) refuseBroken(segments, results);
    this.#metrics?.add('segments', segments.length);
    this.#metrics?.time(clock.totalMs, clock.outsideMs);
    return results.flatMap((result) => result ?? []);
  }

  /** The compiled terms for all source languages. */
  async #lists(
    { terms, to }: TranslationContext,
    segments: readonly Segment[],
  ): Promise<readonly CompiledTerms[]> {
    const languages = [...new Set(segments.map(({ from }) => from))];
    const finders = await Promise.all(languages.map((from) => this.#terms.matcher(terms, from, to)));
    return finders.flatMap((finder) => finder?.lists ?? []);
  }

  /** The names, read when the first sentence needs them. */
  #nameTable(): Promise<NameTable> {
    this.#names ??= NameTable.read();
    return this.#names;
  }

  close(): void {
    this.#cache.clear();
    this.#terms.close();
  }

  async #window(
    context: TranslationContext,
    window: readonly ScoredSegment[],
    clock: PipelineClock,
  ): Promise<SegmentResult[]> {
    context.signal?.throwIfAborted();
    const results = new Map<number, SegmentResult>();
    const pairs = await sentencePairs(
      context,
      window.map(({ segment }) => segment),
    );
    const names = await this.#nameTable();
    const { nearThreshold } = this.#settings;
    const turn = new Turn();
    const open: { readonly index: number; readonly key: string; readonly task: AdaptedSentenceTask }[] = [];
    for (const [index, { segment, domainScore, reading }] of window.entries()) {
      await turn.yieldWhenLong();
      const pair = pairs[index];
      if (pair !== undefined) {
        results.set(index, { ...GIVEN, text: pair, by: 'phrase-pair', terms: [] });
        this.#metrics?.add('phrase_pairs', 1);
        continue;
      }
      const model = this.#model.version(segment.from, context.to, context.inference);
      const key = segmentKey(context, segment, { domainScore, model });
      const cached = this.#cache.get(key);
      if (this.#cache.enabled) {
        this.#metrics?.add(cached === undefined ? 'segment_cache_misses' : 'segment_cache_hits', 1);
      }
      if (cached !== undefined) {
        results.set(index, { ...cached, cached: true });
        continue;
      }
      const matcher = await this.#terms.matcher(context.terms, segment.from, context.to);
      const task = taskFor(context, segment, { matcher, names, reading: await reading() });
      const easy = this.#withoutModel(task, context.to);
      if (easy !== undefined) results.set(index, inFormats(easy, task, context));
      else open.push({ index, key, task: await adaptedTask(context, task, { domainScore, nearThreshold }) });
    }
    let isByStandIn = false;
    const call = this.#modelCall(context, clock, () => {
      isByStandIn = true;
    });
    const solutions = await solve(
      open.map(({ task }) => task),
      call,
    );
    const solved = open.flatMap((one, at) => {
      const solution = solutions[at];
      return solution === undefined ? [] : [{ ...one, solution, text: solution.text }];
    });
    const { alternatives: wanted = 0 } = context;
    const others = wanted === 0 ? [] : await findAlternatives(solved, wanted, call);
    for (const [at, { index, key, task, solution }] of solved.entries()) {
      const alternatives = others[at];
      const report = this.#report(context, task, solution);
      const result = inFormats(
        { ...report, ...(alternatives !== undefined && { alternatives }) },
        task,
        context,
      );
      results.set(index, result);
      // A stand-in's answer is for now: the model that was asked for may be back with the next request.
      const isLasting = !isByStandIn && result.checks.every(({ outcome }) => outcome === 'repaired');
      if (isLasting) this.#cache.set(key, result);
    }
    return window.flatMap((_, index) => results.get(index) ?? []);
  }

  /** The sentence without the model, when it is nothing but terms, protected spans and punctuation. */
  #withoutModel({ segment, required }: SentenceTask, to: Lang): SegmentResult | undefined {
    if (required.length === 0) return undefined;
    const draft = makeDraft(segment, required);
    if (hasReadableWords(draft)) return undefined;
    const terms = termsOf(required, new Set());
    this.#metrics?.add('terms_applied', terms.length);
    return { ...GIVEN, text: withoutModel(draft, to), by: 'terms', terms };
  }

  #modelCall(context: TranslationContext, clock: PipelineClock, noteStandIn: () => void): ModelCall {
    const { caller, priority, signal, inference, trace } = context;
    const options = {
      caller,
      priority,
      ...(signal === undefined ? {} : { signal }),
      ...(inference === undefined ? {} : { inference }),
    };
    return {
      to: context.to,
      domain: context.domain,
      search: context.search ?? 'fast',
      translate: (sentences) =>
        clock.inModel(async () => {
          const results = await traced(trace, 'model', (span) =>
            this.#model.translate(sentences, span === undefined ? options : { ...options, trace: span }),
          );
          if (results.some(({ isStandIn }) => isStandIn === true)) noteStandIn();
          return results;
        }),
    };
  }

  #report(context: TranslationContext, task: AdaptedSentenceTask, solution: Solution): SegmentResult {
    const result = reportOf(task, solution, context.to);
    const missing = missingTerms(solution);
    for (const { check, outcome } of result.checks) this.#metrics?.check(check, outcome);
    for (const entry of missing) this.#metrics?.termMissing(entry, context.caller);
    this.#metrics?.add('terms_missing', missing.size);
    this.#metrics?.add('terms_applied', result.terms.filter((term) => term.applied).length);
    if (solution.tries > 1) this.#metrics?.add('second_tries', 1);
    return result;
  }
}
