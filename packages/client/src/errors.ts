/** Extra members that the service puts beside code and message. */
export interface FailureDetail {
  /** HTTP status. */
  readonly status: number;
  /** Number of the catalogue of failures; 0 when something between client and service answered. */
  readonly code: number;
  /** Finds the request in the logs of the operator. */
  readonly taskId?: string;
  /** Position of the text that failed. */
  readonly index?: number;
  /** Seconds after which another attempt makes sense. */
  readonly retryAfter?: number;
}

/** The service answered with a failure; `message` is its sentence. */
export class ServiceError extends Error {
  override readonly name: string = 'ServiceError';
  readonly status: number;
  readonly code: number;
  readonly taskId: string | undefined;
  readonly index: number | undefined;
  readonly retryAfter: number | undefined;

  constructor(message: string, detail: FailureDetail) {
    super(message);
    this.status = detail.status;
    this.code = detail.code;
    this.taskId = detail.taskId;
    this.index = detail.index;
    this.retryAfter = detail.retryAfter;
  }
}

/** 400 and its relatives: the request itself is wrong. */
export class InvalidRequestError extends ServiceError {
  override readonly name = 'InvalidRequestError';
}

/** 401: key, signature, token or nonce was refused. */
export class AuthenticationError extends ServiceError {
  override readonly name = 'AuthenticationError';
}

/** 401 with code 40001: the key is valid but may not do this, or its quota is used up. */
export class PermissionError extends ServiceError {
  override readonly name = 'PermissionError';
}

/** 404: the id, contract or path does not exist for this caller. */
export class NotFoundError extends ServiceError {
  override readonly name = 'NotFoundError';
}

/** 409: the change collides with something that is already there. */
export class ConflictError extends ServiceError {
  override readonly name = 'ConflictError';
}

/** 429: too many requests, also after the retries of the client. */
export class RateLimitError extends ServiceError {
  override readonly name = 'RateLimitError';
}

/** 503: the service is busy, also after the retries of the client. */
export class BusyError extends ServiceError {
  override readonly name = 'BusyError';
}

/** 40102: the text could not be translated. */
export class TranslationFailedError extends ServiceError {
  override readonly name = 'TranslationFailedError';
}

/** No answer came; `cause` says why. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

const PERMISSION = 40001;
const TRANSLATION_FAILED = 40102;

/** The class that fits a failure body, whatever it holds. */
export function errorOf(status: number, body: unknown, retryAfterHeader: string | null): ServiceError {
  const data = member(body, 'data');
  const code = numberOf(member(data, 'code')) ?? 0;
  const message = member(data, 'message');
  const retryAfter = numberOf(member(data, 'retryAfter')) ?? secondsOf(retryAfterHeader);
  const taskId = member(data, 'taskId');
  const index = numberOf(member(data, 'index'));
  const detail: FailureDetail = {
    status,
    code,
    ...(typeof taskId === 'string' && { taskId }),
    ...(index !== undefined && { index }),
    ...(retryAfter !== undefined && { retryAfter }),
  };
  return new (classOf(status, code))(typeof message === 'string' ? message : `HTTP ${status}`, detail);
}

function classOf(status: number, code: number): typeof ServiceError {
  if (code === TRANSLATION_FAILED) return TranslationFailedError;
  if (code === PERMISSION) return PermissionError;
  switch (status) {
    case 401:
    case 403:
      return AuthenticationError;
    case 404:
      return NotFoundError;
    case 409:
      return ConflictError;
    case 429:
      return RateLimitError;
    case 503:
      return BusyError;
    default:
      return status >= 400 && status < 500 ? InvalidRequestError : ServiceError;
  }
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return seconds;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - Date.now()) / 1000);
}
