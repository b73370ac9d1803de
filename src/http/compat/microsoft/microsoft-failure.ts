import Type from 'typebox';
import { Failure } from '../../../base/failure.js';
import type { FailureAnswer } from '../../answer/failure-edge.js';
import type { Reason } from '../vendor-failures.js';

const MicrosoftFailure = Type.Object(
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
  method: 405000,
  large: 400077,
  type: 415000,
  request: 400000,
  internal: 500000,
};

/** Codes for arguments of this interface alone. */
const ARGUMENT_CODES = {
  scope: 400001,
  text: 400005,
  language: 400019,
  version: 400021,
  source: 400035,
  option: 400042,
  long: 400050,
  textType: 400071,
  many: 400072,
} as const;

/** An argument that Microsoft has a code of its own for. */
export class MicrosoftRefusal extends Failure {
  readonly argument: keyof typeof ARGUMENT_CODES;

  constructor(argument: keyof typeof ARGUMENT_CODES, message: string) {
    super('argumentInvalid', { message });
    this.argument = argument;
  }
}

export function microsoftFailure(failure: Failure, reason: Reason): FailureAnswer {
  const { message } = failure;
  const code = failure instanceof MicrosoftRefusal ? ARGUMENT_CODES[failure.argument] : CODES[reason];
  return { status: Math.floor(code / 1000), body: { error: { code, message } } };
}

export function microsoftAnswers<Shape>(success: Shape) {
  return { 200: success, '4xx': MicrosoftFailure, '5xx': MicrosoftFailure };
}
