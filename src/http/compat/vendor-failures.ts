import type { Failure } from '../../base/failure.js';
import { type FailureAnswer, sendFailure, toFailure } from '../answer/failure-edge.js';
import type { ApiInstance, Parts } from '../parts.js';

/** Why a request was not served, as far as other vendors tell reasons apart. */
export type Reason =
  | 'credentials'
  | 'forbidden'
  | 'quota'
  | 'rate'
  | 'busy'
  | 'language'
  | 'missing'
  | 'method'
  | 'large'
  | 'type'
  | 'request'
  | 'internal';

const REASONS: Readonly<Partial<Record<Failure['kind'], Reason>>> = {
  accessKeyInvalid: 'credentials',
  signatureInvalid: 'credentials',
  accessKeyDisabled: 'forbidden',
  operationNotAllowed: 'forbidden',
  quotaExceeded: 'quota',
  rateExceeded: 'rate',
  serviceBusy: 'busy',
  storageFull: 'busy',
  modelUnusable: 'busy',
  directionUnsupported: 'language',
  languageUndetected: 'language',
  idUnknown: 'missing',
  contractUnknown: 'missing',
  pathUnknown: 'missing',
  translationFailed: 'internal',
  internalError: 'internal',
};

/** The statuses of vendors that use those of HTTP. */
export const HTTP_STATUSES: Readonly<Record<Reason, number>> = {
  credentials: 403,
  forbidden: 403,
  quota: 403,
  rate: 429,
  busy: 503,
  language: 400,
  missing: 404,
  method: 405,
  large: 413,
  type: 415,
  request: 400,
  internal: 500,
};

export function reasonOf({ kind, status }: Failure): Reason {
  if (status === 405) return 'method';
  if (status === 413) return 'large';
  if (status === 415) return 'type';
  return REASONS[kind] ?? 'request';
}

/** What a failure is on the wire of one vendor. */
export type VendorShape = (failure: Failure, reason: Reason) => FailureAnswer;

/** Answers whatever goes wrong below these routes in the shape that the vendor's clients read. */
export function answerFailuresAs(
  app: ApiInstance,
  { metrics, disk }: Parts<'metrics' | 'disk'>,
  shape: VendorShape,
): void {
  app.setErrorHandler((error, request, reply) => {
    disk?.noticed(error);
    const failure = toFailure(error);
    metrics.failed(failure.code);
    return sendFailure(failure, request, reply, () => shape(failure, reasonOf(failure)));
  });
}
