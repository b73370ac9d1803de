import Type from 'typebox';
import { Value } from 'typebox/value';
import { HttpClient } from '../upstream/http-client.js';
import { UpstreamError } from '../upstream/upstream-error.js';
import { BINARY_EXTENSION, decodeAnswer, encodeRequest, HEADER_LENGTH, MalformedBody } from './http-body.js';
import type { InferRequest, OipClient, OipTensor } from './tensor.js';

/** Outputs of one step: keys, values and best tokens of its rows; whole rows of scores at most. */
const ANSWER_LIMIT_BYTES = 256 * 1024 ** 2;

const ServerMetadata = Type.Object({ extensions: Type.Array(Type.String()) });

/** The protocol over HTTP: tensors as bytes where the server says that it can, as numbers in JSON otherwise. */
export class OipHttp implements OipClient {
  readonly #client: HttpClient;
  /** By address, whether it takes bytes. */
  readonly #isBinary = new Map<string, boolean>();

  constructor(secret: string | undefined) {
    this.#client = new HttpClient({
      answerLimitBytes: ANSWER_LIMIT_BYTES,
      ...(secret !== undefined && { secret }),
    });
  }

  async infer(
    address: string,
    { model, inputs, outputs, traceparent }: InferRequest,
    signal: AbortSignal,
  ): Promise<readonly OipTensor[]> {
    const url = `${address}/v2/models/${encodeURIComponent(model)}/infer`;
    const request = encodeRequest(inputs, outputs, await this.#takesBytes(address, signal));
    const headers = { ...request.headers, ...(traceparent !== undefined && { traceparent }) };
    const answer = await this.#client.post(url, headers, request.body, signal);
    const length = answer.headers[HEADER_LENGTH];
    return readAnswer(url, () => decodeAnswer(answer.body, typeof length === 'string' ? length : undefined));
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  async #takesBytes(address: string, signal: AbortSignal): Promise<boolean> {
    const known = this.#isBinary.get(address);
    if (known !== undefined) return known;
    const { body } = await this.#client.get(`${address}/v2`, signal);
    const metadata = readAnswer(address, () => JSON.parse(body.toString('utf8')));
    if (!Value.Check(ServerMetadata, metadata)) {
      throw new UpstreamError('malformed', `${address}/v2 says nothing about the server.`);
    }
    const isBinary = metadata.extensions.includes(BINARY_EXTENSION);
    this.#isBinary.set(address, isBinary);
    return isBinary;
  }
}

function readAnswer<Result>(url: string, read: () => Result): Result {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof MalformedBody || cause instanceof SyntaxError)) throw cause;
    throw new UpstreamError('malformed', `${url}: ${cause.message}`, { cause });
  }
}
