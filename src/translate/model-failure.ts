import { Failure } from '../failure.js';
import { ModelBusy, ModelUnavailable, UnsupportedDirection } from '../model/model-port.js';

const BUSY_RETRY_SECONDS = 2;

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
  return error instanceof UnsupportedDirection
    ? new Failure('directionUnsupported', { cause: error })
    : error;
}
