import type { QueueId } from '../../base/ids.js';
import type { AcceptedRequest } from '../../requests/accepted-request.js';
import type { TranslationPlan } from '../../translate/pipeline-types.js';
import type { Claim } from '../job-claims.js';

/** A translation that this process has claimed. */
export interface ClaimedTranslation extends Claim<QueueId> {
  readonly request: AcceptedRequest;
  readonly taskId: string;
  readonly plan: TranslationPlan;
  /** Sentences that are done; the next batch begins here. */
  readonly done: number;
  readonly quotaMonth: string | null;
  /** How long it was in line for this turn. */
  readonly waitedMs: number;
}

/** `data` of a finished translation, as the interface shows it. */
export interface TranslationData {
  readonly taskId: string;
  readonly translationResult: readonly { readonly sourceText: string; readonly translatedText: string }[];
  readonly wordCount: number;
}

/** Upper bounds of sentences left per size class; beyond the last is the largest class. */
export const CLASS_BOUNDS = [8, 64, 512] as const;

/** Coarse on purpose: jobs of about the same size are taken in the order in which they came. */
export function sizeClassOf(sentencesLeft: number): number {
  const found = CLASS_BOUNDS.findIndex((bound) => sentencesLeft <= bound);
  return found === -1 ? CLASS_BOUNDS.length : found;
}
