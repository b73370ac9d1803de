import type { Lang } from '../base/lang.js';
import type { Direction, ModelPort, Steering } from '../model/model-port.js';
import type { ThreadPool } from '../threads/thread-pool.js';
import { traced } from '../tracing/trace-span.js';
import { HanModel } from './detection/han.js';
import { NameTable } from './names/readings/name-table.js';
import type {
  Detection,
  Pipeline,
  PipelineMetrics,
  Segment,
  SegmentResult,
  TermList,
  TranslationContext,
  TranslationPlan,
  TranslationRequest,
  TranslationResult,
} from './pipeline-types.js';
import { Analyser } from './plan/analyser.js';
import { Planner } from './plan/planner.js';
import { assemble } from './report/assembly.js';
import { PipelineClock } from './report/clock.js';
import { refuseBroken } from './report/segment-report.js';
import { allSettled } from './solve/all-settled.js';
import { asFailure } from './solve/model-failure.js';
import { type WindowSettings, WindowTranslator } from './solve/window.js';
import { checkTerms, type TermCheckRequest, type TermCheckResult } from './terms/check.js';
import type { CompiledTerms } from './terms/compiled-terms.js';
import { TermLists } from './terms/selection.js';
import { WordPairs } from './wording/word-pairs.js';

export const PIPELINE_DEFAULTS: WindowSettings = {
  cacheEntries: 50_000,
  cacheBytes: 64 * 1024 ** 2,
  nearThreshold: 0.5,
};

/** Sentences handed to the model at once: enough for its batches, few enough to be fair; and windows of them in flight. */
const TOGETHER = { window: 64, atOnce: 2 } as const;
/** Where somebody waits for each sentence it goes to the model alone, as many at once as fill the batches. */
const SENTENCE_BY_SENTENCE = { window: 1, atOnce: 64 } as const;

/**
 * The one pipeline that every text takes, whatever the engine and whoever calls: detect, cut, look up, mark terms,
 * protect spans, translate, check, put together.
 */
export class TranslationPipeline implements Pipeline {
  readonly #model: ModelPort;
  readonly #metrics: PipelineMetrics | undefined;
  readonly #windows: WindowTranslator;
  readonly #terms: TermLists;
  readonly #analyser: Analyser;
  readonly #planner: Planner;

  constructor(
    model: ModelPort,
    settings: WindowSettings = PIPELINE_DEFAULTS,
    metrics?: PipelineMetrics,
    /** Threads that take long texts apart. */
    threadPool?: ThreadPool,
  ) {
    this.#model = model;
    this.#metrics = metrics;
    this.#terms = new TermLists({ threadPool, metrics });
    this.#analyser = new Analyser(threadPool);
    this.#windows = new WindowTranslator({
      model,
      metrics,
      settings,
      terms: this.#terms,
      names: NameTable.read,
      words: WordPairs.read,
    });
    this.#planner = new Planner({
      analyser: this.#analyser,
      terms: this.#terms,
      names: NameTable.read,
      directions: () => model.directions(),
      isUnusable: (from, to) =>
        model
          .standing()
          .unusable.some(({ directions }) => directions.some((one) => one.from === from && one.to === to)),
      steering: (from, to, inference) => model.steering(from, to, inference),
    });
  }

  /** Reads what every text needs, so that the first one does not wait for it. */
  async prepare(): Promise<void> {
    HanModel.bundled();
    await Promise.all([NameTable.read(), WordPairs.read()]);
  }

  directions(): readonly Direction[] {
    return this.#model.directions();
  }

  steering(from: Lang, to: Lang): Steering {
    return this.#model.steering(from, to);
  }

  detect(texts: readonly string[], not?: Lang): readonly (Detection | undefined)[] {
    return this.#analyser.detect(texts, not);
  }

  async translate(request: TranslationRequest): Promise<TranslationResult> {
    const plan = await this.plan(request);
    return this.assemble(plan, await this.translateSegments(request, plan.segments));
  }

  /** Terms of long lists that can be compiled ahead before others have to go. */
  get roomForTerms(): number {
    return this.#terms.room;
  }

  /** So that the first request with the list does not wait. */
  compileAhead(list: TermList, from: Lang, to: Lang): Promise<void> {
    return this.#terms.compileAhead(list, from, to);
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

  assemble(plan: TranslationPlan, results: readonly SegmentResult[]): Promise<TranslationResult> {
    return assemble(plan, results);
  }

  async translateSegments(
    context: TranslationContext,
    segments: readonly Segment[],
  ): Promise<readonly SegmentResult[]> {
    if (segments.length === 0) return [];
    const { to, names, signal } = context;
    const clock = new PipelineClock();
    const results: (SegmentResult | undefined)[] = segments.map(() => undefined);
    const domainScores = context.adaptation?.domainScores(segments.map(({ text }) => text)) ?? [];
    const lists = (): Promise<readonly CompiledTerms[]> => this.#lists(context, segments);
    const readings = this.#analyser.readings(segments, { to, mode: names }, lists, signal);
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
    let next = 0;
    const work = async (): Promise<void> => {
      for (let indexes = windows[next++]; indexes !== undefined; indexes = windows[next++]) {
        const window = indexes.flatMap((index) => scored[index] ?? []);
        const solved = await traced(context.trace, 'window', (trace) =>
          this.#windows.translate(trace === undefined ? context : { ...context, trace }, window, clock),
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

  close(): void {
    this.#windows.close();
    this.#terms.close();
  }
}
