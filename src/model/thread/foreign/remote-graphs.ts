import { Tensor } from 'onnxruntime-node';
import { openOipClient } from '../../../oip/client.js';
import type { Datatype, OipClient, OipTensor } from '../../../oip/tensor.js';
import { Upstream, type UpstreamSettings } from '../../../upstream/upstream.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import type { Observe } from '../../../upstream/upstream-event.js';
import type { GraphSession } from '../graph-session.js';

/** An inference server that has our graphs. Plain data: it goes to worker threads. */
export interface RemoteGraphSettings extends UpstreamSettings {
  readonly secret?: string;
}

const DATATYPES: Readonly<Record<string, Datatype>> = {
  bool: 'BOOL',
  int8: 'INT8',
  uint8: 'UINT8',
  int32: 'INT32',
  int64: 'INT64',
  float32: 'FP32',
};

/**
 * The graphs of a model on servers that speak the Open Inference Protocol. Tokenizing, search, caches and shortlists stay here; a
 * server computes encoder runs, decoder steps and output layers, and remembers nothing between them. So any of its addresses may
 * take any step, and an attempt can be made twice.
 */
export class RemoteGraphs {
  readonly #client: OipClient;
  readonly #upstream: Upstream;

  constructor(settings: RemoteGraphSettings, observe: Observe) {
    this.#client = openOipClient(settings.addresses, settings.secret);
    this.#upstream = new Upstream(settings, observe);
  }

  /** The graph of a file; the server calls it by model and file: `kotobashi-base-encoder`. */
  session(model: string, file: string): GraphSession {
    const name = `${model}-${file.replace(/\.onnx$/, '')}`;
    return {
      run: async (feeds, fetches) => {
        const inputs = Object.entries(feeds).map(([input, tensor]) => sent(input, tensor));
        const request = { model: name, inputs, outputs: Object.keys(fetches ?? {}) };
        return await this.#upstream.call(async (address, signal) => {
          const outputs = await this.#client.infer(address, request, signal);
          return taken(name, outputs, fetches ?? {});
        });
      },
      release: async () => {},
    };
  }

  async close(): Promise<void> {
    await this.#client.close();
  }
}

function sent(name: string, { type, dims, data }: Tensor): OipTensor {
  const datatype = DATATYPES[type];
  if (datatype === undefined || !ArrayBuffer.isView(data)) {
    throw new Error(`Tensors of type ${type} are not sent.`);
  }
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return { name, datatype, shape: dims, data: bytes };
}

/** What came, written where it was wanted. */
function taken(
  graph: string,
  outputs: readonly OipTensor[],
  fetches: Readonly<Record<string, Tensor | null>>,
): Readonly<Record<string, Tensor>> {
  const tensors = Object.fromEntries(outputs.map((output) => [output.name, tensorOf(output)]));
  for (const [name, place] of Object.entries(fetches)) {
    const tensor = tensors[name];
    if (tensor === undefined || (place !== null && tensor.data.length !== place.data.length)) {
      throw new UpstreamError('malformed', `${graph} gave no ${name}, or one of another size.`);
    }
    if (place !== null) write(tensor, place);
  }
  return tensors;
}

function write({ data }: Tensor, place: Tensor): void {
  if (data instanceof Float32Array && place.data instanceof Float32Array) place.data.set(data);
  else if (data instanceof BigInt64Array && place.data instanceof BigInt64Array) place.data.set(data);
  else throw new UpstreamError('malformed', 'An output has another type than the graph.');
}

/** Received bytes need not lie where such numbers may lie in memory: they are copied. */
function tensorOf({ name, datatype, shape, data }: OipTensor): Tensor {
  const { buffer } = Uint8Array.from(data);
  switch (datatype) {
    case 'FP32':
      return new Tensor('float32', new Float32Array(buffer), shape);
    case 'INT64':
      return new Tensor('int64', new BigInt64Array(buffer), shape);
    case 'INT32':
      return new Tensor('int32', new Int32Array(buffer), shape);
    default:
      throw new UpstreamError('malformed', `${name} comes as ${datatype}.`);
  }
}
