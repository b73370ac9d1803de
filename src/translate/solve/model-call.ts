import type { SearchMode } from '../../base/engine.js';
import { Failure } from '../../base/failure.js';
import type { Lang } from '../../base/lang.js';
import {
  type Domain,
  type SentenceRequest,
  type SentenceResult,
  SentenceTooLong,
} from '../../model/model-port.js';
import type { WordPairs } from '../wording/word-pairs.js';

/** How the solver reaches the model: one request's way in, with its caller, priority and clock. */
export interface ModelCall {
  readonly to: Lang;
  readonly domain: Domain;
  readonly search: SearchMode;
  /** Tells known translations of single words. */
  readonly words: WordPairs;
  translate(sentences: readonly SentenceRequest[]): Promise<readonly SentenceResult[]>;
}

/** Undefined instead of the error that the sentence has more tokens than the model can read. */
export async function unlessTooLong<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof SentenceTooLong) return undefined;
    throw error;
  }
}

/** Undefined instead of the failure that a text could not be translated. */
export async function unlessFailed<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Failure && error.kind === 'translationFailed') return undefined;
    throw error;
  }
}
