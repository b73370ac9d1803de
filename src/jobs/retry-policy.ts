import { Failure, type FailureName } from '../failure.js';
import { ModelBusy } from '../model/model-port.js';
import { isUnavailable } from '../store/errors.js';
import type { JobFailure } from './translation-job.js';

/** What to do after a try that threw. */
export type Verdict =
  | { readonly kind: 'again'; readonly pauseMs: number }
  | { readonly kind: 'final'; readonly failure: JobFailure };

/** Not about the request: whoever looks after the service mends it, and the work goes on. */
const PASSING: ReadonlySet<FailureName> = new Set(['serviceBusy', 'storageFull', 'modelUnusable']);
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 60_000;
/** A fault nobody foresaw may pass (a node that runs out of memory), but not for ever: about four minutes of tries. */
const UNFORESEEN_TRIES = 10;
/**
 * A job that was in the hands of this many lost workers is the likely reason that they were lost. Generous, because a
 * machine that is switched off again and again takes innocent jobs with it.
 */
export const LOST_TRIES = 20;

/**
 * A `Failure` is about the request and would come again: final. A full model queue or an absent database says nothing
 * about the request: again, as long as it takes. Anything else: again, a few times.
 *
 * @param tries tries without progress so far, this one included
 */
export function retryVerdict(error: unknown, tries: number, random: () => number = Math.random): Verdict {
  if (isPassing(error)) return { kind: 'again', pauseMs: pauseAfter(tries, random) };
  if (error instanceof Failure) {
    return {
      kind: 'final',
      failure: { code: error.code, message: error.message, index: error.detail.index ?? null },
    };
  }
  if (tries < UNFORESEEN_TRIES) return { kind: 'again', pauseMs: pauseAfter(tries, random) };
  const { code, message } = new Failure('internalError');
  return { kind: 'final', failure: { code, message, index: null } };
}

/** Whether the error says nothing about the request. */
export function isPassing(error: unknown): boolean {
  const busy = error instanceof ModelBusy || (error instanceof Failure && PASSING.has(error.kind));
  return busy || isUnavailable(error);
}

/** Doubles with every try; half of it is chance, so that jobs that failed together do not come back together. */
export function pauseAfter(tries: number, random: () => number = Math.random): number {
  const whole = Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, tries - 1), LONGEST_PAUSE_MS);
  return Math.round(whole / 2 + (whole / 2) * random());
}
