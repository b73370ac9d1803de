import { Failure } from '../failure.js';
import type { Lang } from '../lang.js';
import { type Direction, ModelBusy, type ModelPort, UnsupportedDirection } from '../model/port.js';
import { assemble } from './assembly.js';
import { cacheKey, SegmentCache } from './cache.js';
import type { Task } from './candidate.js';
import { RoadClock } from './clock.js';
import { makeDraft } from './draft.js';
import { rulesOf } from './engines/rules.js';
import { EverydayPhrases } from './memory/everyday.js';
import { normalisePhrase } from './memory/normalise.js';
import { type AdaptedTask, hasReadableWords, type Solution, withoutModel } from './pieces.js';
import { Planner } from './planner.js';
import type {
  AppliedTerm,
  Road,
  RoadContext,
  RoadMetrics,
  RoadPlan,
  RoadRequest,
  RoadResult,
  Segment,
  SegmentResult,
} from './port.js';
import { allEnded } from './settled.js';
import { type ModelCall, solve } from './solver.js';
import { taskFor } from './tasks.js';
import type { TermMatch } from './terms/matcher.js';
import { TermLists } from './terms/selection.js';
import { HanModel } from './text/han.js';

export interface RoadSettings {
  /** Sentences kept in the segment cache; 0 turns it off. */
  readonly cacheEntries: number;
  readonly cacheBytes: number;
  /** Similarity (0 to 1) from which a stored pair helps the model. */
  readonly nearThreshold: number;
}

export const ROAD_DEFAULTS: RoadSettings = {
  cacheEntries: 50_000,
  cacheBytes: 64 * 1024 ** 2,
  nearThreshold: 0.5,
};

/** Sentences handed to the model at once: enough to fill its batches, few enough to report progress and to be fair. */
const WINDOW = 64;
/** Windows in flight, so that the model does not run dry between two. */
const WINDOWS_AT_ONCE = 2;
const BUSY_RETRY_SECONDS = 2;

/** A sentence, and how much it is of the kind that the request's custom model knows. */
interface PlacedSegment {
  readonly segment: Segment;
  readonly kind: number;
}

/**
 * The one road that every text takes, whatever the engine and whoever calls: detect, cut, look up, mark terms, shield,
 * translate, check, put together.
 */
export class TranslationRoad implements Road {
  readonly #model: ModelPort;
  readonly #metrics: RoadMetrics | undefined;
  readonly #settings: RoadSettings;
  readonly #cache: SegmentCache;
  readonly #terms = new TermLists();
  readonly #everyday = new EverydayPhrases();
  readonly #planner: Planner;

  constructor(model: ModelPort, settings: RoadSettings = ROAD_DEFAULTS, metrics?: RoadMetrics) {
    this.#model = model;
    this.#settings = settings;
    this.#metrics = metrics;
    this.#cache = new SegmentCache({ entries: settings.cacheEntries, bytes: settings.cacheBytes });
    this.#planner = new Planner({
      han: new HanModel(),
      everyday: this.#everyday,
      terms: this.#terms,
      directions: () => model.directions(),
    });
  }

  directions(): readonly Direction[] {
    return this.#model.directions();
  }

  async translate(request: RoadRequest): Promise<RoadResult> {
    const plan = await this.plan(request);
    return this.assemble(plan, await this.translateSegments(request, plan.segments));
  }

  async plan(request: RoadRequest): Promise<RoadPlan> {
    const plan = await this.#planner.plan(request);
    for (const { answer } of plan.elements) {
      if (answer?.by === 'phrase-pair') this.#metrics?.add('phrase_pairs', 1);
      if (answer?.by === 'dictionary') this.#metrics?.add('terms_applied', 1);
      if (answer?.by === 'everyday') this.#metrics?.add('everyday_phrases', 1);
    }
    return plan;
  }

  assemble(plan: RoadPlan, results: readonly SegmentResult[]): RoadResult {
    return assemble(plan, results);
  }

  async translateSegments(
    context: RoadContext,
    segments: readonly Segment[],
  ): Promise<readonly SegmentResult[]> {
    const clock = new RoadClock();
    const results: (SegmentResult | undefined)[] = segments.map(() => undefined);
    const kinds = context.adaptation?.kinds(segments.map(({ text }) => text)) ?? [];
    const placed = segments.map((segment, index) => ({ segment, kind: kinds[index] ?? 0 }));
    const windows: number[][] = [];
    for (let at = 0; at < segments.length; at += WINDOW) {
      windows.push(segments.slice(at, at + WINDOW).map((_, index) => at + index));
    }
    let done = 0;
    let next = 0;
    const work = async (): Promise<void> => {
      for (let indexes = windows[next++]; indexes !== undefined; indexes = windows[next++]) {
        const window = indexes.flatMap((index) => placed[index] ?? []);
        const solved = await this.#window(context, window, clock);
        for (const [at, index] of indexes.entries()) results[index] = solved[at];
        done += indexes.length;
        context.onProgress?.(done, segments.length);
      }
    };
    try {
      await allEnded(Array.from({ length: WINDOWS_AT_ONCE }, work));
    } catch (error) {
      // The other worker stops after its window: nobody waits for the rest.
      next = windows.length;
      this.#metrics?.add('failed_segments', 1);
      throw asFailure(error);
    }
    this.#metrics?.add('segments', segments.length);
    this.#metrics?.time(clock.totalMs, clock.outsideMs);
    return results.flatMap((result) => result ?? []);
  }

  close(): void {
    this.#cache.clear();
    this.#terms.close();
  }

  async #window(
    context: RoadContext,
    window: readonly PlacedSegment[],
    clock: RoadClock,
  ): Promise<SegmentResult[]> {
    context.signal?.throwIfAborted();
    const results = new Map<number, SegmentResult>();
    const pairs = await this.#sentencePairs(
      context,
      window.map(({ segment }) => segment),
    );
    const open: { readonly index: number; readonly key: string; readonly task: AdaptedTask }[] = [];
    for (const [index, { segment, kind }] of window.entries()) {
      const pair = pairs.get(`${segment.from} ${normalisePhrase(segment.text)}`);
      if (pair !== undefined) {
        results.set(index, { text: pair, by: 'phrase-pair', cached: false, tries: 0, terms: [] });
        this.#metrics?.add('phrase_pairs', 1);
        continue;
      }
      const key = this.#cacheKey(context, segment, kind);
      const cached = this.#cache.get(key);
      if (this.#cache.enabled) {
        this.#metrics?.add(cached === undefined ? 'segment_cache_misses' : 'segment_cache_hits', 1);
      }
      if (cached !== undefined) {
        results.set(index, { ...cached, cached: true });
        continue;
      }
      const matcher = await this.#terms.matcher(context.terms, segment.from, context.to);
      const task = taskFor(context, segment, matcher);
      const easy = this.#withoutModel(task.segment, task.terms, context.to);
      if (easy !== undefined) results.set(index, easy);
      else open.push({ index, key, task: await this.#adapted(context, task, kind) });
    }
    const solutions = await solve(
      open.map(({ task }) => task),
      this.#modelCall(context, clock),
    );
    for (const [at, { index, key, task }] of open.entries()) {
      const solution = solutions[at];
      if (solution === undefined) continue;
      const result = this.#report(context, task, solution);
      results.set(index, result);
      if (solution.missing.length === 0) this.#cache.set(key, result);
    }
    return window.flatMap((_, index) => results.get(index) ?? []);
  }

  /** Whole-sentence phrase pairs, keyed by language and normalised sentence. */
  async #sentencePairs(context: RoadContext, segments: readonly Segment[]): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    const { phrases } = context;
    if (
      phrases === undefined ||
      rulesOf(context.engine).phraseScope(context.options) !== 'element-and-sentence'
    ) {
      return found;
    }
    for (const from of new Set(segments.map((segment) => segment.from))) {
      const keys = segments
        .filter((segment) => segment.from === from)
        .map((segment) => normalisePhrase(segment.text));
      const pairs = await phrases.exact([...new Set(keys)], from, context.to);
      for (const [key, target] of pairs) found.set(`${from} ${key}`, target);
    }
    return found;
  }

  #cacheKey(context: RoadContext, segment: Segment, kind: number): string {
    const { options } = context;
    return cacheKey([
      context.engine,
      this.#model.version(segment.from, context.to),
      context.terms?.version ?? '',
      context.phrases?.version ?? '',
      context.adaptation?.version ?? '',
      String(kind),
      segment.from,
      context.to,
      context.domain,
      JSON.stringify([options.autoSplit, options.removeFakeLineBreak, options.isT4ooSplit]),
      segment.text,
      JSON.stringify(segment.shields),
    ]);
  }

  /** Sentences that need no model: an everyday phrase, or nothing but terms, shields and punctuation. */
  #withoutModel(segment: Segment, terms: readonly TermMatch[], to: Lang): SegmentResult | undefined {
    if (terms.length > 0) {
      const draft = makeDraft(segment, terms);
      if (hasReadableWords(draft)) return undefined;
      const applied = terms.map(({ entry }) => ({ ...entry, applied: true }));
      this.#metrics?.add('terms_applied', terms.length);
      return { text: withoutModel(draft, to), by: 'terms', cached: false, tries: 0, terms: applied };
    }
    const text =
      segment.shields.length === 0 ? this.#everyday.find(segment.text, segment.from, to) : undefined;
    if (text === undefined) return undefined;
    this.#metrics?.add('everyday_phrases', 1);
    return { text, by: 'everyday', cached: false, tries: 0, terms: [] };
  }

  async #adapted(context: RoadContext, task: Task, kind: number): Promise<AdaptedTask> {
    if (context.adaptation === undefined) return task;
    const { text, from } = task.segment;
    const near = (await context.phrases?.near(text, from, context.to)) ?? [];
    const helpful = near.filter((pair) => pair.similarity >= this.#settings.nearThreshold);
    const adaptation = await context.adaptation.adapt(text, { from, to: context.to, near: helpful, kind });
    return adaptation === undefined ? task : { ...task, adaptation };
  }

  #modelCall(context: RoadContext, clock: RoadClock): ModelCall {
    const { caller, priority, signal } = context;
    return {
      to: context.to,
      domain: context.domain,
      translate: (sentences) =>
        clock.inModel(() =>
          this.#model.translate(
            sentences,
            signal === undefined ? { caller, priority } : { caller, priority, signal },
          ),
        ),
    };
  }

  #report(context: RoadContext, task: AdaptedTask, solution: Solution): SegmentResult {
    const missing = new Set(solution.missing.map(({ entry }) => entry));
    const terms = task.terms.map(({ entry }): AppliedTerm => ({ ...entry, applied: !missing.has(entry) }));
    for (const entry of missing) this.#metrics?.termMissing(entry, context.caller);
    this.#metrics?.add('terms_missing', missing.size);
    this.#metrics?.add('terms_applied', terms.filter((term) => term.applied).length);
    if (solution.tries > 1) this.#metrics?.add('second_tries', 1);
    return { text: solution.text, by: 'model', cached: false, tries: solution.tries, terms };
  }
}

function asFailure(error: unknown): unknown {
  if (error instanceof ModelBusy) {
    return new Failure(40104, { detail: { retryAfter: BUSY_RETRY_SECONDS }, cause: error });
  }
  return error instanceof UnsupportedDirection ? new Failure(40301, { cause: error }) : error;
}
