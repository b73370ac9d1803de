import { Failure } from '../../base/failure.js';
import { ModelBusy, ModelUnavailable, ModelUnusable, UnsupportedDirection } from '../../model/model-port.js';

const BUSY_RETRY_SECONDS = 2;
/** Somebody has to mend it. */
const UNUSABLE_RETRY_SECONDS = 300;

/** The direction is one of ours, and its model is damaged. */
export function modelUnusable(cause?: unknown): Failure {
  return new Failure('modelUnusable', { detail: { retryAfter: UNUSABLE_RETRY_SECONDS }, cause });
}

/** What the model says no with, as a failure that callers know; anything else as it is. */
export function asFailure(error: unknown): unknown {
  if (error instanceof ModelBusy) {
    return new Failure('serviceBusy', { detail: { retryAfter: BUSY_RETRY_SECONDS }, cause: error });
  }
  if (error instanceof ModelUnavailable) {
    return new Failure('serviceBusy', {
      message:
        'The machines that translate for this contract do not answer. Send the request again in a moment.',
      detail: { retryAfter: BUSY_RETRY_SECONDS },
      cause: error,
    });
  }
  if (error instanceof ModelUnusable) return modelUnusable(error);
  return error instanceof UnsupportedDirection
    ? new Failure('directionUnsupported', { cause: error })
    : error;
}
