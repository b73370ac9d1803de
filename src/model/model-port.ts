import type { Inference } from '../base/engine.js';
import type { Lang } from '../base/lang.js';
import type { TargetPart } from '../marks/target-part.js';
import type { TraceSpan } from '../tracing/trace-span.js';
import type { Adaptation } from './adaptation.js';
import type { TokenTable } from './folder/tables.js';

export type { TargetPart } from '../marks/target-part.js';
export type { Adaptation } from './adaptation.js';

/**
 * What the rest of the program may ask of neural inference. A request is one sentence; callers hand over as many as they
 * have, and continuous batching mixes them with those of others.
 */

/** One stretch of a source sentence. Term marks and placeholders are parts, never text that looks like them. */
export type SourcePart =
  | { readonly kind: 'text'; readonly text: string }
  /** `source` has to appear in the translation as `target`. */
  | { readonly kind: 'term'; readonly source: string; readonly target: string }
  /** A protected span that has to come back once and unchanged; index 0 to 9. */
  | { readonly kind: 'placeholder'; readonly index: number };

/** Steers word choice through the model's domain tag. */
export type Domain = 'general' | 'it' | 'wiki' | 'dialogue' | 'news' | 'law' | 'business' | 'dictionary';

/** Of a Japanese translation: です・ます, or だ・である. */
export type Register = 'polite' | 'plain';

/** The sentence before, and its translation where there is one already: to be read, not to be translated. */
export interface SentenceBefore {
  readonly source: string;
  readonly target?: string;
}

/** What the model of a direction can be told beside the sentence; what it does not know is not said to it. */
export interface Steering {
  readonly register: boolean;
  readonly before: boolean;
}

export interface DecodeOptions {
  /** 1 is greedy. Default: the manifest's. */
  readonly beam?: number;
  /** How many hypotheses come back where there is a search, best first; at most `beam`. Default 1. */
  readonly nbest?: number;
  /** Whether what could hardly become the best is given up on the way: for half of the time, and for fewer than `nbest`. */
  readonly isPruned?: boolean;
  /** Exponent of the length normalisation (Wu et al. 2016). Default: the manifest's. */
  readonly lengthPenalty?: number;
}

/** A sentence pair like the sentence, to learn from. */
export interface SentencePair {
  readonly source: string;
  readonly target: string;
}

export interface SentenceRequest {
  readonly from: Lang;
  readonly to: Lang;
  readonly source: readonly SourcePart[];
  readonly domain?: Domain;
  /** Asked of models that know registers, into Japanese only; others are not told. */
  readonly register?: Register;
  readonly before?: SentenceBefore;
  readonly decode?: DecodeOptions;
  readonly adaptation?: Adaptation;
  /** Whether the sentence was translated before, and another translation is wanted: who writes as he likes is not asked again. */
  readonly isRetry?: boolean;
  /** Pairs of the customer that are nearly this sentence, for models that read them; the nearest first. */
  readonly examples?: readonly SentencePair[];
}

/** The score of what no model has scored. Not a number, so that whatever is computed with it is none either. */
export const UNSCORED = Number.NaN;

export interface Hypothesis {
  readonly target: readonly TargetPart[];
  /**
   * Mean log-probability of the target tokens, end mark included, among the tokens that the search chose from: those
   * of the target language for a plain sentence, all of them otherwise. `UNSCORED` where the model keeps that to itself.
   */
  readonly score: number;
  readonly tokens: number;
  /** `length`: cut at the hard cap. */
  readonly finish: 'end' | 'length';
}

export interface SentenceResult extends Hypothesis {
  /** The other hypotheses when `nbest` asked for them. */
  readonly alternatives: readonly Hypothesis[];
  /** Name and version of the model(s) that made it; two when it went through a pivot language. */
  readonly models: readonly string[];
  /** The model that was asked for could not be reached, and the local one stood in. */
  readonly isStandIn?: boolean;
}

export interface CallOptions {
  /** Fairness unit: sentences of different callers are taken in turn. */
  readonly fairnessKey: string;
  /** `interactive` work is always taken before `background` work. */
  readonly priority: 'interactive' | 'background';
  /** Default: what the service is set to. */
  readonly inference?: Inference;
  readonly signal?: AbortSignal;
  /** What the sentences are part of. */
  readonly trace?: TraceSpan;
}

export interface ScoreRequest extends SentenceRequest {
  /** The translation to score. */
  readonly target: string;
  /** Also return the decoder's state before each target token. */
  readonly states?: boolean;
}

/** Forced decoding of a given translation, token by token (end mark last). */
export interface ForcedOutput {
  readonly tokens: Int32Array;
  readonly logProbabilities: Float32Array;
  /** `tokens.length` rows of the hidden width as 8-bit numbers, with a scale each; empty unless asked for. */
  readonly states: Int8Array;
  readonly scales: Float32Array;
}

export interface Direction {
  readonly from: Lang;
  readonly to: Lang;
  /** Present when the direction goes through another language. */
  readonly via?: Lang;
}

/** A model as the operator sees it. */
export interface ModelStanding {
  readonly name: string;
  readonly version: string;
  readonly loaded: boolean;
  /** Of its weights, in all threads together, when it is loaded. */
  readonly bytes: number;
  /** Since the start of the process. */
  readonly sentences: number;
  readonly tokens: number;
}

/** What inference is doing at this moment. */
export interface Standing {
  /** Sentences in the queue. */
  readonly waiting: number;
  /** Sentences with the threads. */
  readonly running: number;
  readonly threads: number;
  readonly models: readonly ModelStanding[];
  readonly unusable: readonly UnusableModel[];
}

/** A model that is installed and cannot be used. */
export interface UnusableModel {
  readonly folder: string;
  /** Names the file and what is wrong with it. */
  readonly reason: string;
  /** What nobody else serves; empty for one that was never served. */
  readonly directions: readonly Direction[];
}

export interface ModelPort {
  /** One result per sentence, in order. Rejects as a whole: `ModelBusy`, `ModelUnavailable`, `UnsupportedDirection`, AbortError. */
  translate(sentences: readonly SentenceRequest[], options: CallOptions): Promise<readonly SentenceResult[]>;
  score(sentences: readonly ScoreRequest[], options: CallOptions): Promise<readonly ForcedOutput[]>;
  directions(): readonly Direction[];
  /** The last model's output layer, to train on; undefined where the model keeps it to itself. */
  outputLayer(from: Lang, to: Lang): Promise<TokenTable | undefined>;
  /** Changes whenever the same sentence could translate differently: part of every cache key. */
  version(from: Lang, to: Lang, inference?: Inference): string;
  steering(from: Lang, to: Lang, inference?: Inference): Steering;
  standing(): Standing;
  close(): Promise<void>;
}

/** The bounded queue is full; nothing was taken. */
export class ModelBusy extends Error {
  override readonly name = 'ModelBusy';
}

/** Another machine should have translated and did not answer. */
export class ModelUnavailable extends Error {
  override readonly name = 'ModelUnavailable';
}

/** The model of the direction was found to be damaged while the service ran. */
export class ModelUnusable extends Error {
  override readonly name = 'ModelUnusable';
}

export class UnsupportedDirection extends Error {
  override readonly name = 'UnsupportedDirection';
  constructor(
    readonly from: Lang,
    readonly to: Lang,
  ) {
    super(`No loaded model translates from ${from} to ${to}.`);
  }
}

/** The sentence has more tokens than the model can read at once: split it. */
export class SentenceTooLong extends Error {
  override readonly name = 'SentenceTooLong';
  constructor() {
    super('The sentence is too long for the model. Split it.');
  }
}
