import type { Engine, Formality, FormatMode, Inference, NameMode, SearchMode } from '../base/engine.js';
import type { Lang, SourceLang } from '../base/lang.js';
import type { Adaptation, CallOptions, Direction, Domain, Register, Steering } from '../model/model-port.js';
import type { TraceSpan } from '../tracing/trace-span.js';
import type { LetterLine } from './letters/letter-line.js';
import type { TermCheckRequest, TermCheckResult } from './terms/check.js';

/**
 * The translation pipeline as its callers see it: what they hand over, what comes back, what it asks of storage. Longer than
 * other files on purpose: types alone, read together.
 */

/** Where a term comes from; lower tiers win over higher ones. */
export type TermTier = 'dictionary' | 'personal-glossary' | 'group-glossary';

export interface TermPair {
  readonly fromText: string;
  readonly toText: string;
}

export interface TermEntry extends TermPair {
  readonly tier: TermTier;
}

/** One list of terms at one of its versions. Whoever uses the same list shares what was compiled of it. */
export interface TermList {
  /** Changes with every change of the entries: part of cache keys and of compiled-matcher keys. */
  readonly version: string;
  /**
   * The same for all versions of the list: what is compiled for one helps with the next. Entries that have not changed
   * must then be the same objects. Left out for terms that come and go with a request.
   */
  readonly list?: string;
  load(from: Lang, to: Lang): Promise<readonly TermEntry[]>;
}

/** Term lists chosen for one request. */
export interface TermSource {
  /** In the order of precedence. */
  readonly lists: readonly TermList[];
  /** Lists that many requests share, behind the terms of this one: compiled apart, and asked where these say nothing. */
  readonly behind?: TermSource;
}

/** What a text is written in. */
export interface Detection {
  readonly lang: Lang;
  /** 0 to 1. */
  readonly confidence: number;
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
  /** How well each sentence of a text fits the domain of this source, judged with its neighbours; 0 to 1. */
  domainScores(sentences: readonly string[]): readonly number[];
  adapt(sentence: string, setting: AdaptationSetting): Promise<Adaptation | undefined>;
}

export interface AdaptationSetting {
  readonly from: Lang;
  readonly to: Lang;
  readonly near: readonly NearPair[];
  /** What `domainScores` says of the sentence. */
  readonly domainScore: number;
  /** For whom, and until when. */
  readonly call: Pick<CallOptions, 'fairnessKey' | 'priority' | 'signal'>;
}

export interface TranslationOptions {
  readonly autoSplit: boolean;
  readonly removeFakeLineBreak: boolean;
  readonly isT4ooSplit: boolean;
}

/** Everything about a request except its texts: what the sentences of one request share. */
export interface TranslationContext {
  readonly engine: Engine;
  readonly to: Lang;
  readonly domain: Domain;
  readonly options: TranslationOptions;
  readonly terms?: TermSource;
  readonly phrases?: PhraseSource;
  readonly adaptation?: AdaptationSource;
  /** A translation that lost a value, a name or an identifier after all tries is a failure, and not a warning. */
  readonly strict?: boolean;
  /** Default `fast`. */
  readonly search?: SearchMode;
  /** Default `keep`. */
  readonly formats?: FormatMode;
  /** Default `customary`. */
  readonly names?: NameMode;
  /** Of Japanese translations; default `auto`. */
  readonly formality?: Formality;
  /** Default: what the service is set to. */
  readonly inference?: Inference;
  /** Fairness unit for the batcher, normally the access key. */
  readonly fairnessKey: string;
  readonly priority: 'interactive' | 'background';
  readonly signal?: AbortSignal;
  /** What the sentences are part of. */
  readonly trace?: TraceSpan;
  /** How many other translations of each sentence are wanted beside the best one; none by default. */
  readonly alternatives?: number;
  /** Called with the place of a segment and its result as soon as it is done, in no particular order. */
  readonly onSegment?: (index: number, result: SegmentResult) => void;
}

export interface TranslationRequest extends TranslationContext {
  readonly from: SourceLang;
  readonly texts: readonly string[];
  /** For each text what stands before it, to be read and not to be translated; its end is what counts. */
  readonly before?: readonly (string | undefined)[];
  /** Of texts that are part of more: the register that was chosen for the whole. */
  readonly register?: Register | undefined;
}

/** What was asked about the register of a Japanese translation, and what came of it. */
export interface RegisterChoice {
  readonly asked: Formality;
  /** Absent where the model decides. */
  readonly chosen?: Register;
  /** False: the model knows no registers, and writes as it likes. */
  readonly isHeeded: boolean;
}

export interface AppliedTerm {
  readonly fromText: string;
  readonly toText: string;
  readonly tier: TermTier;
  readonly applied: boolean;
  /** The form in which it stood in the source, where that is not the entry's own. */
  readonly found?: string;
}

/** What a check looks at: something of the source that has to come through, or the translation as a whole. */
export type CheckKind =
  | 'quantity'
  | 'name'
  | 'term'
  | 'identifier'
  | 'placeholder'
  | 'empty'
  | 'copied'
  | 'looped'
  | 'contrast'
  | 'length'
  | 'negation'
  | 'untranslated'
  | 'marks'
  | 'register';

/** A check that fired on the model's first answer. */
export interface FiredCheck {
  readonly check: CheckKind;
  /** Whether the translation that was given out passes it. */
  readonly outcome: 'repaired' | 'failed';
  /** What stood in the source, and what had to stand in the translation. */
  readonly source?: string;
  readonly wanted?: string;
}

/** Another translation of a sentence, with the same terms and values in it. */
export interface Alternative {
  readonly text: string;
  readonly quality: number;
}

/** A sentence and its translation, with where each stands in its text: offsets in UTF-16 code units. */
export interface TranslatedSentence {
  readonly source: string;
  readonly sourceStart: number;
  readonly target: string;
  readonly targetStart: number;
  readonly by: SegmentResult['by'] | WholeAnswer['by'];
  /** Estimated probability that the translation is usable, 0 to 1; absent where nobody estimated it. */
  readonly quality?: number;
  readonly terms: readonly AppliedTerm[];
  /** It came back as it is. */
  readonly untranslated?: true;
  /** Best first; present when they were asked for. */
  readonly alternatives?: readonly Alternative[];
}

/** What happened to one element in the pipeline; shown to callers who send `x-explain: 1`. */
export interface Explanation {
  readonly detectedLang: Lang;
  readonly segments: number;
  readonly phrasePairs: number;
  readonly cacheHits: number;
  readonly secondTries: number;
  readonly terms: readonly AppliedTerm[];
  /** A sentence of it came back as it is: it has no meaning, or could not be translated. */
  readonly untranslated?: true;
  /** Checks that fired, with what became of them. */
  readonly checks: readonly FiredCheck[];
  /** Of translations into Japanese. */
  readonly register?: RegisterChoice;
  /** In the order of the source; text that is kept as it is stands between them. */
  readonly sentences: readonly TranslatedSentence[];
}

export interface TranslatedElement {
  readonly sourceText: string;
  readonly translatedText: string;
  readonly detectedLang: Lang;
  readonly explanation: Explanation;
}

export interface TranslationResult {
  readonly elements: readonly TranslatedElement[];
  /** Over all original texts. */
  readonly wordCount: number;
}

/**
 * What kind of untranslatable stretch a protected span covers; decides how it is put back. `exact` stays readable for the model
 * (numbers with units, identifiers), which copies it well, and is checked afterwards.
 */
export type ProtectedSpanKind = 'literal' | 'open' | 'close' | 'emoji' | 'exact';

/** A stretch of a segment that has to come back unchanged, as UTF-16 offsets into the segment's text. */
export interface ProtectedSpan {
  readonly start: number;
  readonly end: number;
  readonly kind: ProtectedSpanKind;
}

/** A name that another sentence of the request settles. */
export interface RememberedName {
  readonly written: string;
  /** Accepted Latin spellings; the first is the one that is written. */
  readonly spellings: readonly string[];
  readonly isFirm?: true;
}

/** A name as a translation writes it. */
export interface WrittenName extends RememberedName {
  readonly spelling: string;
}

/** One sentence on its way to the model. Plain data: it may be stored and taken up by another process. */
export interface Segment {
  readonly from: Lang;
  readonly text: string;
  readonly protectedSpans: readonly ProtectedSpan[];
  /** The first element that holds it; named in failures. */
  readonly element: number;
  /** It is the only sentence of its element, so that phrase pairs of whole elements may help with it. */
  readonly isWholeElement: boolean;
  /** Names of other sentences that stand in this one as well. */
  readonly names?: readonly RememberedName[];
  /** Set where it is a line of a letter that is written in the way of the target language. */
  readonly letter?: LetterLine;
  /** The sentence before, where the model reads it. */
  readonly before?: string;
  /** What the whole text is to be written in, where the model can be told. */
  readonly register?: Register;
}

/** An element is its pieces in order: text kept as it is, or the translation of a segment. */
export type Piece =
  | { readonly kind: 'keep'; readonly text: string }
  | { readonly kind: 'separator'; readonly text: string }
  /** `start` and `end`: where the sentence stands in the element's source, before anything was normalised or joined. */
  | { readonly kind: 'segment'; readonly segment: number; readonly start: number; readonly end: number };

/** Found as a whole before any sentence was cut: by phrase pair or dictionary entry. */
export interface WholeAnswer {
  readonly text: string;
  readonly by: 'phrase-pair' | 'dictionary';
  readonly term?: TermEntry;
}

export interface ElementPlan {
  readonly sourceText: string;
  readonly from: Lang;
  readonly pieces: readonly Piece[];
  readonly answer?: WholeAnswer;
}

/** A request cut into sentences. Plain data (JSON); equal sentences appear once in `segments`. */
export interface TranslationPlan {
  readonly to: Lang;
  readonly elements: readonly ElementPlan[];
  readonly segments: readonly Segment[];
  readonly wordCount: number;
  readonly register?: RegisterChoice;
}

/** Outcome of one segment. Plain data. */
export interface SegmentResult {
  readonly text: string;
  readonly by: 'model' | 'phrase-pair' | 'terms' | 'kept';
  readonly cached: boolean;
  readonly tries: number;
  readonly terms: readonly AppliedTerm[];
  readonly checks: readonly FiredCheck[];
  readonly untranslated?: true;
  /** As in `TranslatedSentence`. */
  readonly quality?: number;
  readonly alternatives?: readonly Alternative[];
  /** Names that stand in the translation in one of several spellings. */
  readonly names?: readonly WrittenName[];
}

/**
 * Translates texts. `translate` runs all steps at once. A job that has to survive a crash runs them one by one and stores
 * what each step gives:
 *
 * @example
 * const plan = await pipeline.plan(request);                       // store the plan
 * for (const batch of batchesOf(plan.segments)) {
 *   results.push(...await pipeline.translateSegments(request, batch)); // store the results
 * }
 * const answer = await pipeline.assemble(plan, results);           // results in the order of plan.segments
 */
export interface Pipeline {
  /** Rejects with `Failure` (`translationFailed`, `serviceBusy`, `languageUndetected`, `directionUnsupported`); `detail.index` names the element. */
  translate(request: TranslationRequest): Promise<TranslationResult>;
  /** Detects, checks the direction, cuts into sentences. Rejects with `Failure` (`languageUndetected`, `directionUnsupported`). */
  plan(request: TranslationRequest): Promise<TranslationPlan>;
  /** One result per segment, in order. Rejects with `Failure` (`translationFailed`, `serviceBusy`). */
  translateSegments(
    context: TranslationContext,
    segments: readonly Segment[],
  ): Promise<readonly SegmentResult[]>;
  assemble(plan: TranslationPlan, results: readonly SegmentResult[]): Promise<TranslationResult>;
  /** Which terms are missing or wrong in translations that were made elsewhere. */
  checkTerms(request: TermCheckRequest): Promise<TermCheckResult>;
  /** The language of each text; undefined where it cannot be told. `not`: the target, which a doubtful text is not in. */
  detect(texts: readonly string[], not?: Lang): readonly (Detection | undefined)[];
  /** What the pipeline serves: the model's directions and the Chinese variants made from them. */
  directions(): readonly Direction[];
  /** What the model of a direction can be told beside the sentences. */
  steering(from: Lang, to: Lang): Steering;
}

/** Things the pipeline counts; the names are those of the metrics without prefix. */
export type PipelineCounter =
  | 'segments'
  | 'segment_cache_hits'
  | 'segment_cache_misses'
  | 'phrase_pairs'
  | 'second_tries'
  | 'failed_segments'
  | 'terms_applied'
  | 'terms_missing'
  /** Long lists of terms that were compiled while a request waited, and before one came. */
  | 'term_lists_compiled'
  | 'term_lists_compiled_ahead';

/** Where the pipeline reports; http binds it to Prometheus counters. */
export interface PipelineMetrics {
  add(counter: PipelineCounter, by: number): void;
  /** Milliseconds of one call: `outside` is the time not spent waiting for the model. */
  time(totalMs: number, outsideMs: number): void;
  /** A check that fired on the model's first answer. */
  check(check: CheckKind, outcome: FiredCheck['outcome']): void;
}
