/**
 * What went wrong with a call to another machine.
 *
 * | fault | means |
 * |---|---|
 * | unreachable | no connection, or it broke before the answer was whole |
 * | timeout | no whole answer within the time limit |
 * | failed | the other side said that it could not (5xx, 408, 429) |
 * | malformed | an answer that means nothing |
 * | refused | the other side does not want this call (other 4xx, redirects); it would not want it again either |
 * | open | no address is called at present: all failed too often |
 */
export type UpstreamFault = 'unreachable' | 'timeout' | 'failed' | 'malformed' | 'refused' | 'open';

/** A call to another machine that brought nothing. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';

  constructor(
    readonly fault: UpstreamFault,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** Whether the same call may well succeed a moment later, or elsewhere. */
  get isPassing(): boolean {
    return this.fault !== 'refused' && this.fault !== 'open';
  }
}

/** The fault of an HTTP status that is no success. */
export function faultOf(status: number): UpstreamFault {
  return status >= 500 || status === 408 || status === 429 ? 'failed' : 'refused';
}
