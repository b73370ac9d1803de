/**
 * The one catalogue of failures: name, number on the wire, HTTP status, sentence. Everything thrown on behalf of a
 * caller is a `Failure` of one of these names; the HTTP edge turns anything else into `internalError` and keeps the
 * cause for the log.
 */
export const FAILURES = {
  operationNotAllowed: {
    code: 40001,
    status: 401,
    message: 'This access key may not use this engine or operation. Ask your administrator.',
  },
  quotaExceeded: {
    code: 40001,
    status: 401,
    message:
      'The character quota of this contract is used up for this month. Ask your administrator to raise it.',
  },
  accessKeyInvalid: {
    code: 40002,
    status: 401,
    message: 'The access key or its signature is not valid. Check the keys, the nonce and the signed path.',
  },
  accessKeyDisabled: {
    code: 40003,
    status: 401,
    message: 'This access key is disabled. Ask your administrator to enable it.',
  },
  nonceRefused: {
    code: 40005,
    status: 401,
    message: 'The nonce was refused: send the current time in milliseconds, once per change.',
  },
  signatureInvalid: {
    code: 40006,
    status: 401,
    message: 'The access key or its signature is not valid. Check the keys, the nonce and the signed path.',
  },
  nonceTooLarge: {
    code: 40008,
    status: 401,
    message: 'The nonce is too large: send at most 9223372036854775807.',
  },
  internalError: {
    code: 40100,
    status: 500,
    message: 'Something unforeseen happened. Try again, and give support the taskId.',
  },
  translationFailed: {
    code: 40102,
    status: 500,
    message:
      'The text could not be translated. Check that it is written in sourceLang, or send it in shorter sentences.',
  },
  rateExceeded: {
    code: 40103,
    status: 429,
    message: 'Too many requests for this key. Wait 60 seconds before sending again.',
  },
  serviceBusy: {
    code: 40104,
    status: 503,
    message: 'The service is busy. Send the request again in a moment.',
  },
  storageFull: {
    code: 40105,
    status: 503,
    message:
      'The service cannot store anything at the moment, because its disk is full; nothing was changed. Tell your administrator, and send the request again later.',
  },
  modelUnusable: {
    code: 40106,
    status: 503,
    message:
      'The model of this direction is damaged or missing and cannot translate at the moment. Tell your administrator, and send the request again later.',
  },
  argumentMissing: {
    code: 40200,
    status: 400,
    message: 'A required argument is missing. Compare the request with the interface at /docs.',
  },
  argumentInvalid: {
    code: 40201,
    status: 400,
    message: 'An argument has a wrong type or value. Compare the request with the interface at /docs.',
  },
  requestInvalid: {
    code: 40202,
    status: 400,
    message: 'The request could not be read or is not valid. Compare it with the interface at /docs.',
  },
  idUnknown: {
    code: 40203,
    status: 404,
    message: 'There is no such id. Check that it is complete and belongs to your organization.',
  },
  contractUnknown: {
    code: 40204,
    status: 404,
    message: 'The contract does not exist, is not yours, or does not fit this operation. Check contractId.',
  },
  conflict: {
    code: 40205,
    status: 409,
    message: 'This conflicts with something that is already there, and nothing was changed.',
  },
  languageUndetected: {
    code: 40300,
    status: 400,
    message: 'The language could not be detected: name the source language.',
  },
  directionUnsupported: {
    code: 40301,
    status: 400,
    message: 'This direction of translation is not supported. See GET /api/v1/languages.',
  },
  pathUnknown: { code: 40404, status: 404, message: 'There is no such path. See the interface at /docs.' },
} as const satisfies Record<string, { code: number; status: number; message: string }>;

export type FailureName = keyof typeof FAILURES;
/** The number that stands for a failure on the wire. */
export type FailureCode = (typeof FAILURES)[FailureName]['code'];

/** HTTP status of a code that was stored with a job. */
export function statusOf(code: number): number {
  const found = Object.values(FAILURES).find((failure) => failure.code === code);
  return (found ?? FAILURES.internalError).status;
}

/** Extra members that stand beside code and message in a failure answer. */
export interface FailureDetail {
  /** Position in `text` of the element that failed. */
  readonly index?: number;
  /** Seconds after which a retry makes sense; also sent as `Retry-After`. */
  readonly retryAfter?: number;
}

export interface FailureOptions {
  /** Replaces the catalogue's sentence; says what to do and holds nothing internal. */
  readonly message?: string;
  /** Replaces the catalogue's HTTP status, for failures that stand for several (`requestInvalid`: 400, 405, 413, 415). */
  readonly status?: number;
  readonly detail?: FailureDetail;
  readonly cause?: unknown;
}

/**
 * @example
 * throw new Failure('argumentMissing', { message: 'fieldId is missing.' });
 */
export class Failure extends Error {
  readonly kind: FailureName;
  readonly code: FailureCode;
  readonly status: number;
  readonly detail: FailureDetail;

  constructor(kind: FailureName, options: FailureOptions = {}) {
    const { code, status, message } = FAILURES[kind];
    super(options.message ?? message, { cause: options.cause });
    this.name = 'Failure';
    this.kind = kind;
    this.code = code;
    this.status = options.status ?? status;
    this.detail = options.detail ?? {};
  }
}

/** Also by a task whose file is no part of the bundle, and brings its own copy of the class. */
export function isFailure(error: unknown): error is Failure {
  return error instanceof Error && error.name === 'Failure';
}
