/** What a span says about itself. Never text of a customer. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A stretch of time that a request took, and what it consists of. Everything that takes one takes none where nobody traces. */
export interface TraceSpan {
  child(name: string, attributes?: SpanAttributes): TraceSpan;
  /** A child that is already over: milliseconds since the epoch. */
  past(name: string, startMs: number, endMs: number, attributes?: SpanAttributes): void;
  set(attributes: SpanAttributes): void;
  end(error?: unknown): void;
  /** For the header of this name (W3C Trace Context) of calls that are made on behalf of the span. */
  readonly traceparent: string;
}

/** Where requests and jobs are traced. */
export interface Tracing {
  /** The span of a request, below the caller's own where it sent a `traceparent`; undefined where this one is not traced. */
  request(name: string, traceparent: string | undefined): TraceSpan | undefined;
  /**
   * The span of one run of a job, in a trace of its own: it may come long after the request that submitted it, and more than
   * once. It links to that request, and is traced where that was; of the others, as many as of requests. Undefined where this
   * one is not traced.
   *
   * @param submitter the `traceparent` of the request, where it was traced
   */
  job(name: string, submitter: string | undefined): TraceSpan | undefined;
  /** Sends what is left. */
  close(): Promise<void>;
}

/** Runs work inside a child of the span, where there is one. */
export async function traced<Result>(
  parent: TraceSpan | undefined,
  name: string,
  work: (span: TraceSpan | undefined) => Promise<Result>,
): Promise<Result> {
  return await inside(parent?.child(name), work);
}

/** Runs a job inside a span of its own, where it is traced. */
export async function tracedJob<Result>(
  tracing: Tracing | undefined,
  name: string,
  submitter: string | undefined,
  work: (span: TraceSpan | undefined) => Promise<Result>,
): Promise<Result> {
  return await inside(tracing?.job(name, submitter), work);
}

async function inside<Result>(
  span: TraceSpan | undefined,
  work: (span: TraceSpan | undefined) => Promise<Result>,
): Promise<Result> {
  if (span === undefined) return await work(undefined);
  try {
    const result = await work(span);
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}

/** Milliseconds since the epoch, as exact as the clock of the process; the same in all of its threads. */
export function nowMs(): number {
  return performance.timeOrigin + performance.now();
}
