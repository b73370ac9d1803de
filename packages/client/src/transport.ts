import type { Authentication } from './authentication.js';
import { AuthenticationError, ConnectionError, errorOf, ServiceError } from './errors.js';

export interface RetryOptions {
  /** Attempts after the first. Default 4. */
  readonly retries?: number;
  /** Upper bound of the first wait, milliseconds; doubles with every attempt. Default 250. */
  readonly baseMs?: number;
  /** Longest wait, also when the service asks for more; beyond it the failure is thrown. Default 70,000. */
  readonly capMs?: number;
}

export interface TransportOptions {
  readonly baseUrl: string;
  readonly authentication: Authentication;
  readonly retry?: RetryOptions;
  /** Replaces the global fetch, for instance to go through a proxy. */
  readonly fetch?: typeof fetch;
}

export interface Call {
  readonly method: string;
  /** Path with query, starting with a slash. */
  readonly target: string;
  /** Text is JSON, bytes are a file. */
  readonly body?: string | FormData | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Whether the call may be sent again although the first one may have arrived. */
  readonly repeatable: boolean;
}

/** A call whose body is what goes over the wire, byte for byte: that is what is signed. */
interface ReadyCall extends Omit<Call, 'body'> {
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** Failures of a moment. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Sends, authenticates, and sends again what failed for a moment. */
export class Transport {
  readonly #options: TransportOptions;
  readonly #base: URL;

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#base = new URL(options.baseUrl.endsWith('/') ? options.baseUrl : `${options.baseUrl}/`);
  }

  async json(call: Call): Promise<{ readonly status: number; readonly body: unknown }> {
    const response = await this.send(call);
    return { status: response.status, body: await response.json() };
  }

  /** A successful answer, body unread. */
  async send(given: Call): Promise<Response> {
    const call = await withBytes(given);
    const { retries = 4 } = this.#options.retry ?? {};
    let renewed = false;
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#attempt(call);
      } catch (error) {
        if (error instanceof AuthenticationError && !renewed && this.#options.authentication.refused()) {
          renewed = true;
          continue;
        }
        const wait =
          attempt < retries && !call.signal?.aborted ? this.#waitMs(error, attempt, call) : undefined;
        if (wait === undefined) throw error;
        await delay(wait, call.signal);
      }
    }
  }

  async #attempt(call: ReadyCall): Promise<Response> {
    const { authentication } = this.#options;
    const signed = await authentication.headers(call);
    const response = await this.#reach(call, signed);
    if (response.ok) return response;
    const body: unknown = await response.json().catch(() => undefined);
    throw errorOf(response.status, body, response.headers.get('retry-after'));
  }

  async #reach(call: ReadyCall, signed: Readonly<Record<string, string>>): Promise<Response> {
    const url = new URL(call.target.slice(1), this.#base);
    const send = this.#options.fetch ?? fetch;
    try {
      return await send(url, {
        method: call.method,
        headers: { ...call.headers, ...signed },
        cache: 'no-store',
        credentials: 'omit',
        redirect: 'error',
        ...(call.body !== undefined && { body: call.body }),
        ...(call.signal && { signal: call.signal }),
      });
    } catch (cause) {
      if (call.signal?.aborted) throw cause;
      throw new ConnectionError(`No answer from ${url.origin}.`, { cause });
    }
  }

  /** Exponential back-off with full jitter; what the service asks for is a lower bound. */
  #waitMs(error: unknown, attempt: number, call: Pick<Call, 'repeatable'>): number | undefined {
    const { baseMs = 250, capMs = 70_000 } = this.#options.retry ?? {};
    const jitter = Math.random() * Math.min(capMs, baseMs * 2 ** attempt);
    if (error instanceof ConnectionError) return call.repeatable ? jitter : undefined;
    if (!(error instanceof ServiceError) || !PASSING.has(error.status)) return undefined;
    // 502 and 504 come from a proxy: the request may have been carried out.
    if (!call.repeatable && error.status !== 429 && error.status !== 503) return undefined;
    const wait = (error.retryAfter ?? 0) * 1000 + jitter;
    return wait <= capMs + baseMs ? wait : undefined;
  }
}

async function withBytes({ body, ...call }: Call): Promise<ReadyCall> {
  if (body === undefined) return call;
  const typed = (type: string) => ({ ...call, headers: { 'content-type': type, ...call.headers } });
  if (typeof body === 'string') return { ...typed('application/json'), body };
  // Of whatever realm it is.
  if (ArrayBuffer.isView(body)) return { ...typed('application/octet-stream'), body };
  const form = new Response(body);
  // From the header: a Blob may say its type in small letters, and the boundary has capitals.
  const type = form.headers.get('content-type') ?? 'multipart/form-data';
  return { ...typed(type), body: new Uint8Array(await form.arrayBuffer()) };
}

/** Rejects with the signal's reason as soon as it fires. */
export function delay(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
