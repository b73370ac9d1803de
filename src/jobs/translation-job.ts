import type { QueueId } from '../ids.js';
import type { AcceptedRequest } from '../requests/accepted-request.js';
import type { SegmentResult, TranslationPlan } from '../translate/pipeline.js';

/** A translation that this process has claimed. */
export interface ClaimedJob {
  readonly queueId: QueueId;
  readonly request: AcceptedRequest;
  readonly taskId: string;
  readonly plan: TranslationPlan;
  /** Sentences that are done; the next batch begins here. */
  readonly done: number;
  readonly quotaMonth: string | null;
  /** Fencing token: everything written about this claim names it. */
  readonly attempt: number;
  /** Tries without progress before this one. */
  readonly tries: number;
  /** How long it was in line for this turn. */
  readonly waitedMs: number;
}

/** What became of a claim. */
export type Outcome =
  /** A batch is done, more is left: back in line. */
  | { readonly kind: 'advanced'; readonly job: ClaimedJob; readonly results: readonly SegmentResult[] }
  | {
      readonly kind: 'finished';
      readonly job: ClaimedJob;
      /** `data` of the answer. */
      readonly result: TranslationData;
    }
  | { readonly kind: 'failed'; readonly job: ClaimedJob; readonly failure: JobFailure }
  /** Put back untouched; `pauseMs` keeps it out of line for a while, and then counts as a try. */
  | { readonly kind: 'released'; readonly job: ClaimedJob; readonly pauseMs: number };

export interface JobFailure {
  /** As in the catalogue of failures. */
  readonly code: number;
  readonly message: string;
  readonly index: number | null;
}

/** `data` of a finished translation, as the interface shows it. */
export interface TranslationData {
  readonly taskId: string;
  readonly translationResult: readonly { readonly sourceText: string; readonly translatedText: string }[];
  readonly wordCount: number;
}

/** Upper bounds of sentences left per size class; beyond the last is the largest class. */
const CLASS_BOUNDS = [8, 64, 512] as const;

/** Coarse on purpose: jobs of about the same size are taken in the order in which they came. */
export function sizeClassOf(sentencesLeft: number): number {
  const found = CLASS_BOUNDS.findIndex((bound) => sentencesLeft <= bound);
  return found === -1 ? CLASS_BOUNDS.length : found;
}
