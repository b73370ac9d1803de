import Type from 'typebox';
import type { Failure } from '../../../base/failure.js';
import type { FailureAnswer } from '../../answer/failure-edge.js';
import type { Reason } from '../vendor-failures.js';

const GoogleFailure = Type.Object(
  {
    error: Type.Object({
      code: Type.Integer(),
      message: Type.String(),
      status: Type.String(),
      errors: Type.Array(
        Type.Object({ message: Type.String(), domain: Type.String(), reason: Type.String() }),
      ),
    }),
  },
  { $id: 'GoogleFailure' },
);

interface Kind {
  readonly code: number;
  readonly status: string;
  readonly reason: string;
}

const BAD_REQUEST = { code: 400, status: 'INVALID_ARGUMENT', reason: 'badRequest' };

/** HTTP status, name and reason by which clients of Google tell failures apart. */
const KINDS: Readonly<Record<Reason, Kind>> = {
  credentials: BAD_REQUEST,
  forbidden: { code: 403, status: 'PERMISSION_DENIED', reason: 'forbidden' },
  quota: { code: 403, status: 'RESOURCE_EXHAUSTED', reason: 'dailyLimitExceeded' },
  rate: { code: 429, status: 'RESOURCE_EXHAUSTED', reason: 'rateLimitExceeded' },
  busy: { code: 503, status: 'UNAVAILABLE', reason: 'backendError' },
  language: { code: 400, status: 'INVALID_ARGUMENT', reason: 'invalid' },
  missing: { code: 404, status: 'NOT_FOUND', reason: 'notFound' },
  method: { code: 405, status: 'INVALID_ARGUMENT', reason: 'httpMethodNotAllowed' },
  large: { code: 413, status: 'INVALID_ARGUMENT', reason: 'uploadTooLarge' },
  type: { ...BAD_REQUEST, code: 415 },
  request: { code: 400, status: 'INVALID_ARGUMENT', reason: 'invalid' },
  internal: { code: 500, status: 'INTERNAL', reason: 'backendError' },
};

export function googleFailure({ message }: Failure, kind: Reason): FailureAnswer {
  const { code, status, reason } = KINDS[kind];
  const errors = [{ message, domain: 'global', reason }];
  return { status: code, body: { error: { code, message, status, errors } } };
}

export function googleAnswers<Shape>(success: Shape) {
  return { 200: success, '4xx': GoogleFailure, '5xx': GoogleFailure };
}
