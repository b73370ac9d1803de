import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { Agent, request } from 'undici';
import { faultOf, UpstreamError } from './upstream-error.js';

export interface HttpClientSettings {
  /** Sent as a bearer token. */
  readonly secret?: string;
  /** A larger answer is given up. */
  readonly answerLimitBytes: number;
}

export interface HttpCall<Shape extends TSchema> {
  /** Sent as JSON. */
  readonly message: object;
  /** Of the answer, what is read. */
  readonly shape: Shape;
  readonly signal: AbortSignal;
  /** Of the span that asks (W3C Trace Context). */
  readonly traceparent?: string | undefined;
}

const CONNECT_LIMIT_MS = 5_000;
/** Of an error's text, as much as a log line bears. */
const REASON_CHARACTERS = 300;

/** Talks to addresses that the operator has set. Redirects are not followed: nothing goes where nobody has sent it. */
export class HttpClient {
  readonly #agent = new Agent({
    connect: { timeout: CONNECT_LIMIT_MS },
    pipelining: 1,
    allowH2: false,
    // The time limit of an attempt stands for all phases.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  readonly #settings: HttpClientSettings;

  constructor(settings: HttpClientSettings) {
    this.#settings = settings;
  }

  /** Rejects with `UpstreamError`, or with the signal's reason. */
  async post<Shape extends TSchema>(
    url: string,
    { message, shape, signal, traceparent }: HttpCall<Shape>,
  ): Promise<Static<Shape>> {
    const { secret } = this.#settings;
    try {
      const answer = await request(url, {
        dispatcher: this.#agent,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(traceparent !== undefined && { traceparent }),
          ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
        },
        body: JSON.stringify(message),
        signal,
      });
      const text = (await this.#read(answer.body, url)).toString('utf8');
      if (answer.statusCode < 200 || answer.statusCode >= 300) {
        const reason = text.slice(0, REASON_CHARACTERS);
        throw new UpstreamError(
          faultOf(answer.statusCode),
          `${url} answered ${answer.statusCode}: ${reason}`,
        );
      }
      return shaped(text, shape, url);
    } catch (error) {
      if (error instanceof UpstreamError || signal.aborted) throw error;
      throw new UpstreamError('unreachable', `${url}: ${messageOf(error)}`, { cause: error });
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  async #read(body: AsyncIterable<Buffer>, url: string): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of body) {
      size += chunk.length;
      if (size > this.#settings.answerLimitBytes) {
        throw new UpstreamError('malformed', `${url}: the answer is too large.`);
      }
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }
}

function shaped<Shape extends TSchema>(text: string, shape: Shape, url: string): Static<Shape> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new UpstreamError('malformed', `${url} answered with something that is no JSON.`, { cause });
  }
  if (Value.Check(shape, value)) return value;
  throw new UpstreamError('malformed', `${url} answered with JSON of another shape.`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
