import { Failure, type FailureName } from '../base/failure.js';
import { ModelBusy } from '../model/model-port.js';
import { isUnavailable } from '../store/errors.js';
import type { JobFailure } from './job-outcomes.js';

/** What to do after a try that threw. */
export type Verdict =
  | { readonly kind: 'again'; readonly pauseMs: number; readonly isFault: boolean }
  | { readonly kind: 'final'; readonly failure: JobFailure }
  /** What nobody foresaw came too often. */
  | { readonly kind: 'givenUp' };

/** Not about the request: whoever looks after the service mends it, and the work goes on. */
const PASSING: ReadonlySet<FailureName> = new Set(['serviceBusy', 'storageFull', 'modelUnusable']);
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 60_000;
/**
 * A job that was in the hands of this many lost workers is the likely reason that they were lost. Generous, because a
 * machine that is switched off again and again takes innocent jobs with it.
 */
export const LOST_TRIES = 20;

/** How a job has fared so far, the try that just ended included. */
export interface Tried {
  /** Tries without progress. */
  readonly tries: number;
  /** Those of them that were the fault of the job, as far as anybody can tell. */
  readonly faults: number;
  /** A fault nobody foresaw may pass (a node that runs out of memory), but not for ever: so many end the job. */
  readonly mostFaults: number;
}

/**
 * A `Failure` is about the request and would come again: final. A full model queue or an absent database says nothing
 * about the request: again, as long as it takes. Anything else: again, a few times.
 */
export function retryVerdict(error: unknown, tried: Tried, random: () => number = Math.random): Verdict {
  const pauseMs = pauseAfter(tried.tries, random);
  if (isPassing(error)) return { kind: 'again', pauseMs, isFault: false };
  if (error instanceof Failure) {
    return {
      kind: 'final',
      failure: { code: error.code, message: error.message, index: error.detail.index ?? null },
    };
  }
  return tried.faults < tried.mostFaults ? { kind: 'again', pauseMs, isFault: true } : { kind: 'givenUp' };
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
