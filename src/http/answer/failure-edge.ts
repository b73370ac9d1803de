import { errorCodes, type FastifyError, type FastifyReply, type FastifyRequest } from 'fastify';
import { Failure, type FailureName } from '../../base/failure.js';
import { ModelBusy, ModelUnusable, UnsupportedDirection } from '../../model/model-port.js';
import { isDiskFull, isUnavailable } from '../../store/errors.js';
import { discardUnreadBody } from '../body/unread-body.js';
import { schemaSentence } from './schema-sentence.js';

const BUSY_RETRY_SECONDS = 1;
/** Somebody has to make room. */
const FULL_RETRY_SECONDS = 60;

/** Told elsewhere, once for all requests. */
const TOLD_ELSEWHERE: ReadonlySet<FailureName> = new Set(['serviceBusy', 'storageFull', 'modelUnusable']);

/** What the parser of multipart forms throws; its errors have no code. */
const BROKEN_FORM = /^(?:Unexpected end of|Part terminated early|Malformed|Multipart: )/;

/** The one place where anything thrown becomes a failure of the catalogue. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (isDiskFull(error)) {
    return new Failure('storageFull', { detail: { retryAfter: FULL_RETRY_SECONDS }, cause: error });
  }
  if (error instanceof ModelBusy || isUnavailable(error)) {
    return new Failure('serviceBusy', { detail: { retryAfter: BUSY_RETRY_SECONDS }, cause: error });
  }
  if (error instanceof ModelUnusable) return new Failure('modelUnusable', { cause: error });
  if (error instanceof UnsupportedDirection) return new Failure('directionUnsupported', { cause: error });
  if (isFastifyError(error)) return fromFastify(error);
  if (error instanceof Error && BROKEN_FORM.test(error.message)) {
    return new Failure('requestInvalid', {
      message: 'The form is cut off or broken: send it as multipart/form-data, with its last boundary.',
      cause: error,
    });
  }
  return new Failure('internalError', { cause: error });
}

/** What a failure looks like on the wire. */
export interface FailureAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** A failure in the shape every endpoint shares; what is wrong on our side goes to the log. */
export function failureBody(failure: Failure, request: FastifyRequest, reply: FastifyReply) {
  // A caller that hung up made its own request fail: nobody is there to answer, and nothing is wrong here.
  if (reply.raw.destroyed) request.log.debug({ reqId: request.id }, 'the caller went away');
  else if (failure.status >= 500 && !TOLD_ELSEWHERE.has(failure.kind))
    request.log.error({ reqId: request.id, err: failure }, 'request failed');
  return {
    status: 'failure' as const,
    data: { code: failure.code, message: failure.message, taskId: request.id, ...failure.detail },
  };
}

/** Sends a failure; compatible interfaces have another `shape` for it. */
export function sendFailure(
  failure: Failure,
  request: FastifyRequest,
  reply: FastifyReply,
  shape?: (failure: Failure) => FailureAnswer,
): FastifyReply {
  const body = failureBody(failure, request, reply);
  discardUnreadBody(request, reply);
  const { retryAfter } = failure.detail;
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  const { status, body: sent } = shape?.(failure) ?? { status: failure.status, body };
  return reply.code(status).type('application/json; charset=utf-8').send(sent);
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

function fromFastify(error: FastifyError): Failure {
  if (error.validation !== undefined) return fromValidation(error);
  const cause = { cause: error };
  if (error instanceof errorCodes.FST_ERR_CTP_BODY_TOO_LARGE) {
    return new Failure('requestInvalid', {
      status: 413,
      message: 'The request is too large: send it in several smaller ones.',
      ...cause,
    });
  }
  if (error instanceof errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE) {
    return new Failure('requestInvalid', {
      status: 415,
      message: 'Send the body as Content-Type: application/json.',
      ...cause,
    });
  }
  if (error instanceof errorCodes.FST_ERR_BAD_URL) {
    return new Failure('requestInvalid', {
      message: 'The path holds an escape (%) that is none of UTF-8: write each byte as % and two digits.',
      ...cause,
    });
  }
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new Failure('requestInvalid', { status: error.statusCode, ...cause });
  }
  return new Failure('internalError', cause);
}

/** JSON Schema keywords that say a value is too long, too short or too many: an invalid request, not a wrong type. */
const SIZE_KEYWORDS: ReadonlySet<string> = new Set(['minLength', 'maxLength', 'minItems', 'maxItems']);

function fromValidation(error: FastifyError): Failure {
  const [first] = error.validation ?? [];
  if (first === undefined) return new Failure('requestInvalid', { cause: error });
  const message = schemaSentence(first, error.validationContext);
  if (first.keyword === 'required') return new Failure('argumentMissing', { message, cause: error });
  const isBody = first.instancePath === '' && (error.validationContext ?? 'body') === 'body';
  const kind = SIZE_KEYWORDS.has(first.keyword) || isBody ? 'requestInvalid' : 'argumentInvalid';
  return new Failure(kind, { message, cause: error });
}
