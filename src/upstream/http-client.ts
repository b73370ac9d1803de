import { Agent, request } from 'undici';
import { faultOf, UpstreamError } from './upstream-error.js';

export interface HttpClientSettings {
  /** Sent as a bearer token. */
  readonly secret?: string;
  /** A larger answer is given up. */
  readonly answerLimitBytes: number;
}

export interface HttpAnswer {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
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

  async post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string | Uint8Array,
    signal: AbortSignal,
  ): Promise<HttpAnswer> {
    const { secret } = this.#settings;
    try {
      const answer = await request(url, {
        dispatcher: this.#agent,
        method: 'POST',
        headers: { ...headers, ...(secret !== undefined && { authorization: `Bearer ${secret}` }) },
        body,
        signal,
      });
      const bytes = await this.#read(answer.body, url);
      if (answer.statusCode >= 200 && answer.statusCode < 300) {
        return { headers: answer.headers, body: bytes };
      }
      const reason = bytes.toString('utf8').slice(0, REASON_CHARACTERS);
      throw new UpstreamError(faultOf(answer.statusCode), `${url} answered ${answer.statusCode}: ${reason}`);
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
