import type { Lang, SourceLang } from '../lang.js';
import type { Adaptation, Direction, Domain } from '../model/port.js';

/** The port of the road: what HTTP routes, jobs and file work hand over, and what the road asks of storage. */

export type Engine = 't4oo' | 'real-time' | 'custom';

/** Where a term comes from; lower tiers win over higher ones. */
export type TermTier = 'dictionary' | 'personal-glossary' | 'group-glossary';

export interface TermEntry {
  readonly fromText: string;
  readonly toText: string;
  readonly tier: TermTier;
}

/** Term lists chosen for one request. */
export interface TermSource {
  /** Changes with every change of the entries: part of cache keys and of compiled-matcher keys. */
  readonly version: string;
  load(from: Lang, to: Lang): Promise<readonly TermEntry[]>;
}

export interface NearPair {
  readonly source: string;
  readonly target: string;
  /** 0 to 1, 1 is equal after normalisation. */
  readonly similarity: number;
}

/** Phrase-pair dictionaries (or the pairs of a custom model) chosen for one request. */
export interface PhraseSource {
  readonly version: string;
  /** Keys are already normalised by `normalisePhrase`; the map holds those that were found. */
  exact(keys: readonly string[], from: Lang, to: Lang): Promise<ReadonlyMap<string, string>>;
  near(sentence: string, from: Lang, to: Lang): Promise<readonly NearPair[]>;
}

/** Turns near pairs, or a custom model's index, into what the decoder mixes in. */
export interface AdaptationSource {
  readonly version: string;
  /** How much each sentence of a text is of the kind that this source knows, seen among its neighbours; 0 to 1. */
  kinds(sentences: readonly string[]): readonly number[];
  adapt(sentence: string, setting: AdaptationSetting): Promise<Adaptation | undefined>;
}

export interface AdaptationSetting {
  readonly from: Lang;
  readonly to: Lang;
  readonly near: readonly NearPair[];
  /** What `kinds` says of the sentence. */
  readonly kind: number;
}

export interface RoadOptions {
  readonly autoSplit: boolean;
  readonly removeFakeLineBreak: boolean;
  readonly isT4ooSplit: boolean;
}

/** Everything about a request except its texts: what the sentences of one request share. */
export interface RoadContext {
  readonly engine: Engine;
  readonly to: Lang;
  readonly domain: Domain;
  readonly options: RoadOptions;
  readonly terms?: TermSource;
  readonly phrases?: PhraseSource;
  readonly adaptation?: AdaptationSource;
  /** Fairness unit for the batcher, normally the access key. */
  readonly caller: string;
  readonly priority: 'interactive' | 'background';
  readonly signal?: AbortSignal;
  /** Called as segments are done; for job progress. */
  readonly onProgress?: (done: number, total: number) => void;
}

export interface RoadRequest extends RoadContext {
  readonly from: SourceLang;
  readonly texts: readonly string[];
}

export interface AppliedTerm {
  readonly fromText: string;
  readonly toText: string;
  readonly tier: TermTier;
  readonly applied: boolean;
}

/** What happened to one element on the road; shown to callers who send `x-explain: 1`. */
export interface Explanation {
  readonly detectedLang: Lang;
  readonly segments: number;
  readonly phrasePairs: number;
  readonly cacheHits: number;
  readonly secondTries: number;
  readonly terms: readonly AppliedTerm[];
}

export interface RoadElement {
  readonly sourceText: string;
  readonly translatedText: string;
  readonly detectedLang: Lang;
  readonly explanation: Explanation;
}

export interface RoadResult {
  readonly elements: readonly RoadElement[];
  /** Over all original texts. */
  readonly wordCount: number;
}

/**
 * What kind of untranslatable stretch a shield covers; decides how it is put back. `exact` stays readable for the model
 * (numbers with units, identifiers), which copies it well, and is checked afterwards.
 */
export type ShieldKind = 'literal' | 'open' | 'close' | 'emoji' | 'exact';

/** A stretch of a segment that has to come back unchanged, as UTF-16 offsets into the segment's text. */
export interface Shield {
  readonly start: number;
  readonly end: number;
  readonly kind: ShieldKind;
}

/** One sentence on its way to the model. Plain data: it may be stored and taken up by another process. */
export interface Segment {
  readonly from: Lang;
  readonly text: string;
  readonly shields: readonly Shield[];
  /** The first element that holds it; named in failures. */
  readonly element: number;
}

/** An element is its pieces in order: text kept as it is, or the translation of a segment. */
export type Piece =
  | { readonly kind: 'keep'; readonly text: string }
  | { readonly kind: 'gap'; readonly text: string }
  | { readonly kind: 'segment'; readonly segment: number };

/** Found as a whole before any sentence was cut: by phrase pair, dictionary entry or everyday phrase. */
export interface WholeAnswer {
  readonly text: string;
  readonly by: 'phrase-pair' | 'dictionary' | 'everyday';
  readonly term?: TermEntry;
}

export interface ElementPlan {
  readonly sourceText: string;
  readonly from: Lang;
  readonly pieces: readonly Piece[];
  readonly answer?: WholeAnswer;
}

/** A request cut into sentences. Plain data (JSON); equal sentences appear once in `segments`. */
export interface RoadPlan {
  readonly to: Lang;
  readonly elements: readonly ElementPlan[];
  readonly segments: readonly Segment[];
  readonly wordCount: number;
}

/** Outcome of one segment. Plain data. */
export interface SegmentResult {
  readonly text: string;
  readonly by: 'model' | 'phrase-pair' | 'everyday' | 'terms';
  readonly cached: boolean;
  readonly tries: number;
  readonly terms: readonly AppliedTerm[];
}

/**
 * The one road of a text. `translate` walks it in one go. A job that has to survive a crash walks it in steps and
 * stores what each step gives:
 *
 * @example
 * const plan = await road.plan(request);                       // store the plan
 * for (const batch of batchesOf(plan.segments)) {
 *   results.push(...await road.translateSegments(request, batch)); // store the results
 * }
 * const answer = road.assemble(plan, results);                 // results in the order of plan.segments
 */
export interface Road {
  /** Rejects with `Failure` (40102, 40104, 40300, 40301); `detail.index` names the element. */
  translate(request: RoadRequest): Promise<RoadResult>;
  /** Detects, checks the direction, cuts into sentences. Rejects with `Failure` (40300, 40301). */
  plan(request: RoadRequest): Promise<RoadPlan>;
  /** One result per segment, in order. Rejects with `Failure` (40102, 40104). */
  translateSegments(context: RoadContext, segments: readonly Segment[]): Promise<readonly SegmentResult[]>;
  assemble(plan: RoadPlan, results: readonly SegmentResult[]): RoadResult;
  /** What the road serves: the model's directions and the Chinese variants made from them. */
  directions(): readonly Direction[];
}

/** Things the road counts; the names are those of the metrics without prefix. */
export type RoadCounter =
  | 'segments'
  | 'segment_cache_hits'
  | 'segment_cache_misses'
  | 'phrase_pairs'
  | 'everyday_phrases'
  | 'second_tries'
  | 'failed_segments'
  | 'terms_applied'
  | 'terms_missing';

/** Where the road reports; http binds it to Prometheus counters and the log. */
export interface RoadMetrics {
  add(counter: RoadCounter, by: number): void;
  /** Milliseconds of one call: `outside` is the time not spent waiting for the model. */
  time(totalMs: number, outsideMs: number): void;
  /** A required term that no means brought into the translation. */
  termMissing(term: TermEntry, caller: string): void;
}
