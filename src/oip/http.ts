import { HttpClient } from '../upstream/http-client.js';
import { UpstreamError } from '../upstream/upstream-error.js';
import { decodeAnswer, encodeRequest, HEADER_LENGTH, MalformedBody } from './http-body.js';
import type { OipTensor } from './tensor.js';

/** A window of sentences with all their hypotheses. */
const ANSWER_LIMIT_BYTES = 256 * 1024 ** 2;

export interface InferRequest {
  readonly model: string;
  readonly inputs: readonly OipTensor[];
  /** The name of the output that is wanted. */
  readonly output: string;
  /** Of the span that asks (W3C Trace Context). */
  readonly traceparent?: string;
}

/** Speaks the Open Inference Protocol over HTTP. Attempts reject with `UpstreamError`, or with the signal's reason. */
export class OipHttp {
  readonly #client: HttpClient;

  constructor(secret: string) {
    this.#client = new HttpClient({ answerLimitBytes: ANSWER_LIMIT_BYTES, secret });
  }

  async infer(
    address: string,
    { model, inputs, output, traceparent }: InferRequest,
    signal: AbortSignal,
  ): Promise<readonly OipTensor[]> {
    const url = `${address}/v2/models/${encodeURIComponent(model)}/infer`;
    const request = encodeRequest(inputs, output);
    const headers = { ...request.headers, ...(traceparent !== undefined && { traceparent }) };
    const answer = await this.#client.post(url, headers, request.body, signal);
    const length = answer.headers[HEADER_LENGTH];
    try {
      return decodeAnswer(answer.body, typeof length === 'string' ? length : undefined);
    } catch (cause) {
      if (!(cause instanceof MalformedBody)) throw cause;
      throw new UpstreamError('malformed', `${url}: ${cause.message}`, { cause });
    }
  }

  async close(): Promise<void> {
    await this.#client.close();
  }
}
