import { fileURLToPath } from 'node:url';
import {
  Client,
  credentials,
  Metadata,
  type ServiceDefinition,
  type ServiceError,
  status,
} from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { UpstreamError, type UpstreamFault } from '../upstream/upstream-error.js';
import { type InferRequest, isDatatype, isWhole, type OipClient, type OipTensor } from './tensor.js';

const PROTO = fileURLToPath(
  new URL('../../assets/open-inference/open_inference_grpc.proto', import.meta.url),
);

const ANSWER_LIMIT_BYTES = 256 * 1024 ** 2;

/** Of ModelInferResponse, what is read. */
const Answer = Type.Object({
  outputs: Type.Array(
    Type.Object({ name: Type.String(), datatype: Type.String(), shape: Type.Array(Type.Number()) }),
  ),
  raw_output_contents: Type.Array(Type.Unsafe<Uint8Array>(Type.Unknown())),
});

/** What a status says about trying again. */
const FAULTS: Readonly<Partial<Record<status, UpstreamFault>>> = {
  [status.UNAVAILABLE]: 'unreachable',
  [status.INVALID_ARGUMENT]: 'refused',
  [status.NOT_FOUND]: 'refused',
  [status.PERMISSION_DENIED]: 'refused',
  [status.UNAUTHENTICATED]: 'refused',
  [status.UNIMPLEMENTED]: 'refused',
  [status.FAILED_PRECONDITION]: 'refused',
};

/** The protocol over gRPC, by its own description; tensors go in their "raw" form. */
export class OipGrpc implements OipClient {
  readonly #secret: string | undefined;
  readonly #infer: ServiceDefinition[string];
  readonly #clients = new Map<string, Client>();

  constructor(secret: string | undefined) {
    this.#secret = secret;
    const loaded = loadSync(PROTO, { keepCase: true, longs: Number, defaults: true });
    const infer = (loaded['inference.GRPCInferenceService'] as ServiceDefinition | undefined)?.ModelInfer;
    if (infer === undefined) throw new Error('The description of the protocol has no ModelInfer.');
    this.#infer = infer;
  }

  async infer(
    address: string,
    { model, inputs, outputs }: InferRequest,
    signal: AbortSignal,
  ): Promise<readonly OipTensor[]> {
    signal.throwIfAborted();
    const answer = await this.#call(
      address,
      {
        model_name: model,
        inputs: inputs.map(({ name, datatype, shape }) => ({ name, datatype, shape })),
        outputs: outputs.map((name) => ({ name })),
        raw_input_contents: inputs.map(({ data }) => data),
      },
      signal,
    );
    if (!Value.Check(Answer, answer)) {
      throw new UpstreamError('malformed', `${address} answered without outputs.`);
    }
    return answer.outputs.map(({ name, datatype, shape }, index) => {
      const data = answer.raw_output_contents[index];
      if (data === undefined || !isDatatype(datatype) || !isWhole({ name, datatype, shape, data })) {
        throw new UpstreamError('malformed', `${address}: the data of ${name} does not fit its shape.`);
      }
      return { name, datatype, shape, data };
    });
  }

  async close(): Promise<void> {
    for (const client of this.#clients.values()) client.close();
  }

  #call(address: string, message: object, signal: AbortSignal): Promise<unknown> {
    const metadata = new Metadata();
    if (this.#secret !== undefined) metadata.set('authorization', `Bearer ${this.#secret}`);
    const { path, requestSerialize, responseDeserialize } = this.#infer as NonNullable<
      ServiceDefinition[string]
    >;
    return new Promise((resolve, reject) => {
      const call = this.#client(address).makeUnaryRequest(
        path,
        requestSerialize,
        responseDeserialize,
        message,
        metadata,
        (error: ServiceError | null, answer: unknown) => {
          signal.removeEventListener('abort', cancel);
          if (error === null) resolve(answer);
          else if (signal.aborted) reject(signal.reason);
          else reject(faultOf(address, error));
        },
      );
      const cancel = () => call.cancel();
      signal.addEventListener('abort', cancel, { once: true });
    });
  }

  #client(address: string): Client {
    const known = this.#clients.get(address);
    if (known !== undefined) return known;
    const { protocol, host } = new URL(address);
    const client = new Client(
      host,
      protocol === 'grpcs:' ? credentials.createSsl() : credentials.createInsecure(),
      {
        'grpc.max_receive_message_length': ANSWER_LIMIT_BYTES,
        'grpc.max_send_message_length': ANSWER_LIMIT_BYTES,
        // Our own budget decides about trying again, and nothing goes through a proxy of the environment.
        'grpc.enable_retries': 0,
        'grpc.enable_http_proxy': 0,
      },
    );
    this.#clients.set(address, client);
    return client;
  }
}

function faultOf(address: string, error: ServiceError): UpstreamError {
  return new UpstreamError(FAULTS[error.code] ?? 'failed', `${address}: ${error.message}`, { cause: error });
}
