/**
 * An inference server with the HTTP interface of the Open Inference Protocol, by its own OpenAPI description, with and without the
 * extension for binary tensors. It computes with ONNX Runtime.
 */
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import { parse } from 'yaml';
import type { GraphComputer, RawTensor } from './graph-computer.js';
import type { PeerControl } from './peer-control.js';

interface Described {
  readonly name: string;
  readonly datatype: string;
  readonly shape: readonly number[];
  readonly data?: readonly number[];
  readonly parameters?: { readonly binary_data_size?: number };
}
interface InferenceRequest {
  readonly inputs: readonly Described[];
  readonly outputs?: readonly { readonly name: string; readonly parameters?: { binary_data?: boolean } }[];
}

const { components } = parse(
  readFileSync(new URL('./spec/open_inference_rest.yaml', import.meta.url), 'utf8'),
);
const WRITERS: Record<string, (numbers: readonly number[]) => ArrayBufferView> = {
  FP32: (numbers) => Float32Array.from(numbers),
  INT32: (numbers) => Int32Array.from(numbers),
  INT64: (numbers) => BigInt64Array.from(numbers, BigInt),
};
const READERS: Record<string, (bytes: ArrayBuffer) => number[]> = {
  FP32: (bytes) => [...new Float32Array(bytes)],
  INT32: (bytes) => [...new Int32Array(bytes)],
  INT64: (bytes) => Array.from(new BigInt64Array(bytes), Number),
};

function fromNumbers({ name, datatype, shape, data = [] }: Described): RawTensor {
  const view = WRITERS[datatype]?.(data);
  if (view === undefined) throw new Error(`${name} is ${datatype}.`);
  const bytes = Buffer.from(view.buffer, view.byteOffset, view.byteLength);
  return { name, datatype, shape, bytes };
}

/** Listens and gives its address. `extensions` is what the server says that it can do beyond the protocol. */
export async function serveHttp(
  computer: GraphComputer,
  control: PeerControl,
  key: string,
  extensions: readonly string[],
): Promise<string> {
  const app = Fastify({
    bodyLimit: 2 ** 30,
    ajv: { customOptions: { strict: false, coerceTypes: false, removeAdditional: false } },
  });
  app.addSchema({ $id: 'oip', components });
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.authorization !== `Bearer ${key}`) await reply.code(401).send({ error: 'wrong key' });
  });
  app.get('/v2/health/live', async () => ({}));
  app.get('/v2', async () => ({ name: 'peer', version: '1', extensions }));

  app.post<{ Params: { model: string }; Body: InferenceRequest | Buffer }>(
    '/v2/models/:model/infer',
    {
      preValidation: async (request, reply) => {
        if (Buffer.isBuffer(request.body)) return;
        const isValid = request.validateInput(request.body, {
          $ref: 'oip#/components/schemas/inference_request',
        });
        if (!isValid) await reply.code(400).send({ error: 'not an inference request' });
      },
    },
    async (request, reply) => {
      const { model } = request.params;
      control.note(model);
      if (await control.misbehave(reply)) return reply;
      const { body } = request;
      const length = Number(request.headers['inference-header-content-length']);
      const message: InferenceRequest = Buffer.isBuffer(body)
        ? JSON.parse(body.toString('utf8', 0, length))
        : body;
      let at = length;
      const inputs = message.inputs.map((input) => {
        const size = input.parameters?.binary_data_size;
        if (size === undefined || !Buffer.isBuffer(body)) return fromNumbers(input);
        at += size;
        return { ...input, bytes: body.subarray(at - size, at) };
      });
      const names = (message.outputs ?? []).map(({ name }) => name);
      const outputs = await computer.infer(model, inputs, names);
      if (outputs === undefined) return reply.code(404).send({ error: `there is no model ${model}` });
      const isBinary = message.outputs?.some(({ parameters }) => parameters?.binary_data === true) ?? false;
      const described = outputs.map(({ name, datatype, shape, bytes }) => ({
        name,
        datatype,
        shape,
        ...(isBinary
          ? { parameters: { binary_data_size: bytes.length } }
          : { data: READERS[datatype]?.(Uint8Array.from(bytes).buffer) }),
      }));
      const answer = { model_name: model, model_version: '1', outputs: described };
      if (!isBinary) return answer;
      const head = Buffer.from(JSON.stringify(answer));
      return reply
        .header('content-type', 'application/octet-stream')
        .header('inference-header-content-length', head.length)
        .send(Buffer.concat([head, ...outputs.map(({ bytes }) => bytes)]));
    },
  );
  return await app.listen({ host: '127.0.0.1', port: 0 });
}
