/**
 * The one catalogue of failures. Everything thrown on behalf of a caller is a `Failure` with one of these
 * codes; the HTTP edge turns anything else into 40100 and keeps the cause for the log.
 */
export const FAILURES = {
  40001: {
    status: 401,
    message: 'This access key may not use this engine or operation. Ask your administrator.',
  },
  40002: {
    status: 401,
    message: 'The access key or its signature is not valid. Check the keys, the nonce and the signed path.',
  },
  40003: { status: 401, message: 'This access key is disabled. Ask your administrator to enable it.' },
  40005: {
    status: 401,
    message: 'The nonce was refused: send the current time in milliseconds, once per change.',
  },
  40006: {
    status: 401,
    message: 'The access key or its signature is not valid. Check the keys, the nonce and the signed path.',
  },
  40008: { status: 401, message: 'The nonce is too large: send at most 9223372036854775807.' },
  40100: { status: 500, message: 'Something unforeseen happened. Try again, and give support the taskId.' },
  40102: {
    status: 500,
    message:
      'The text could not be translated. Check that it is written in sourceLang, or send it in shorter sentences.',
  },
  40103: { status: 429, message: 'Too many requests for this key. Wait 60 seconds before sending again.' },
  40104: { status: 503, message: 'The service is busy. Send the request again in a moment.' },
  40200: {
    status: 400,
    message: 'A required argument is missing. Compare the request with the interface at /docs.',
  },
  40201: {
    status: 400,
    message: 'An argument has a wrong type or value. Compare the request with the interface at /docs.',
  },
  40202: {
    status: 400,
    message: 'The request could not be read or is not valid. Compare it with the interface at /docs.',
  },
  40203: {
    status: 404,
    message: 'There is no such id. Check that it is complete and belongs to your organization.',
  },
  40204: {
    status: 404,
    message: 'The contract does not exist, is not yours, or does not fit this operation. Check contractId.',
  },
  40300: { status: 400, message: 'The language could not be detected: give sourceLang.' },
  40301: {
    status: 400,
    message: 'This direction of translation is not supported. See GET /api/v1/languages.',
  },
  40404: { status: 404, message: 'There is no such path. See the interface at /docs.' },
} as const satisfies Record<number, { status: number; message: string }>;

export type FailureCode = keyof typeof FAILURES;

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
  /** Replaces the catalogue's HTTP status, for codes that stand for several (40202: 400, 405, 413, 415). */
  readonly status?: number;
  readonly detail?: FailureDetail;
  readonly cause?: unknown;
}

/**
 * @example
 * throw new Failure(40200, { message: 'fieldId is missing.' });
 */
export class Failure extends Error {
  readonly code: FailureCode;
  readonly status: number;
  readonly detail: FailureDetail;

  constructor(code: FailureCode, options: FailureOptions = {}) {
    super(options.message ?? FAILURES[code].message, { cause: options.cause });
    this.name = 'Failure';
    this.code = code;
    this.status = options.status ?? FAILURES[code].status;
    this.detail = options.detail ?? {};
  }
}
