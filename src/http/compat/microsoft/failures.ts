import Type from 'typebox';
import type { Failure } from '../../../failure.js';
import type { FailureAnswer } from '../../failure-edge.js';
import type { Reason } from '../vendor-failures.js';

export const MicrosoftFailure = Type.Object(
  {
    error: Type.Object({
      code: Type.Union([Type.Integer(), Type.String()], {
        description: 'Six digits; the first three are the HTTP status.',
      }),
      message: Type.String(),
    }),
  },
  { $id: 'MicrosoftFailure' },
);

/** The codes of Microsoft's list that come nearest; their first three digits are the HTTP status. */
const CODES: Readonly<Record<Reason, number>> = {
  credentials: 401000,
  forbidden: 401000,
  quota: 403001,
  rate: 429000,
  busy: 503000,
  language: 400036,
  missing: 404000,
  large: 400077,
  type: 415000,
  request: 400000,
  internal: 500000,
};

export function microsoftFailure({ message }: Failure, reason: Reason): FailureAnswer {
  const code = CODES[reason];
  return { status: Math.floor(code / 1000), body: { error: { code, message } } };
}

export function microsoftAnswers<Shape>(success: Shape) {
  return { 200: success, '4xx': MicrosoftFailure, '5xx': MicrosoftFailure };
}
