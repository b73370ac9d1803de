/** An inference server with the gRPC interface of the Open Inference Protocol, by its own .proto. It computes with ONNX Runtime. */
import { fileURLToPath } from 'node:url';
import {
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type ServiceDefinition,
  type sendUnaryData,
  status,
} from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import type { GraphComputer } from './graph-computer.js';
import type { PeerControl } from './peer-control.js';

interface ModelInferRequest {
  readonly model_name: string;
  readonly inputs: readonly { readonly name: string; readonly datatype: string; readonly shape: string[] }[];
  readonly outputs: readonly { readonly name: string }[];
  readonly raw_input_contents: readonly Buffer[];
}

const PROTO = new URL('../../assets/open-inference/open_inference_grpc.proto', import.meta.url);
const loaded = loadSync(fileURLToPath(PROTO), { keepCase: true, longs: String, defaults: true });
const service = loaded['inference.GRPCInferenceService'] as ServiceDefinition;

async function infer(
  computer: GraphComputer,
  { model_name, inputs, outputs, raw_input_contents }: ModelInferRequest,
) {
  const raw = inputs.map(({ name, datatype, shape }, index) => ({
    name,
    datatype,
    shape: shape.map(Number),
    bytes: raw_input_contents[index] ?? Buffer.alloc(0),
  }));
  const names = outputs.map(({ name }) => name);
  const computed = await computer.infer(model_name, raw, names);
  if (computed === undefined) return undefined;
  return {
    model_name,
    model_version: '1',
    outputs: computed.map(({ name, datatype, shape }) => ({ name, datatype, shape })),
    raw_output_contents: computed.map(({ bytes }) => bytes),
  };
}

/** Listens and gives its address. */
export function serveGrpc(computer: GraphComputer, control: PeerControl, key: string): Promise<string> {
  const server = new Server({ 'grpc.max_receive_message_length': 2 ** 30 });
  server.addService(service, {
    ModelInfer(call: ServerUnaryCall<ModelInferRequest, unknown>, callback: sendUnaryData<unknown>) {
      control.note(call.request.model_name);
      const { behaviour } = control;
      if (behaviour.kind === 'hang') return;
      if (behaviour.kind === 'status') {
        callback({ code: behaviour.status, message: 'as it was told' });
        return;
      }
      if (call.metadata.get('authorization')[0] !== `Bearer ${key}`) {
        callback({ code: status.UNAUTHENTICATED, message: 'wrong key' });
        return;
      }
      infer(computer, call.request).then(
        (answer) =>
          answer === undefined
            ? callback({ code: status.NOT_FOUND, message: 'no such model' })
            : callback(null, answer),
        (error: Error) => callback({ code: status.INTERNAL, message: error.message }),
      );
    },
  });
  return new Promise((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) => {
      if (error !== null) reject(error);
      else resolve(`grpc://127.0.0.1:${port}`);
    });
  });
}
