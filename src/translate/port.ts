import type { Lang, SourceLang } from '../lang.js';
import type { Adaptation, Domain } from '../model/port.js';

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
  adapt(sentence: string, from: Lang, to: Lang, near: readonly NearPair[]): Promise<Adaptation | undefined>;
}

export interface RoadOptions {
  readonly autoSplit: boolean;
  readonly removeFakeLineBreak: boolean;
  readonly isT4ooSplit: boolean;
}

export interface RoadRequest {
  readonly engine: Engine;
  readonly from: SourceLang;
  readonly to: Lang;
  readonly texts: readonly string[];
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

export interface Road {
  /** Rejects with `Failure` (40102, 40104, 40300, 40301); `detail.index` names the element. */
  translate(request: RoadRequest): Promise<RoadResult>;
}
