import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';

/** A tensor with its elements in bytes, as an inference server holds it. */
export interface RawTensor {
  readonly name: string;
  readonly datatype: string;
  readonly shape: readonly number[];
  readonly bytes: Buffer;
}

/** Inside a peer: computes graphs of a folder with ONNX Runtime. */
export class GraphComputer {
  readonly #sessions = new Map<string, Promise<InferenceSession>>();

  /** @param prefix of the names of models, before that of the file */
  constructor(
    readonly folder: string,
    readonly prefix: string,
  ) {}

  async infer(
    model: string,
    inputs: readonly RawTensor[],
    wanted: readonly string[],
  ): Promise<readonly RawTensor[] | undefined> {
    const file = model.startsWith(this.prefix) ? `${model.slice(this.prefix.length)}.onnx` : undefined;
    if (file === undefined || !/^[\w-]+\.onnx$/.test(file)) return undefined;
    let session = this.#sessions.get(file);
    session ??= InferenceSession.create(join(this.folder, file), { intraOpNumThreads: 1 });
    this.#sessions.set(file, session);
    const feeds = Object.fromEntries(inputs.map((input) => [input.name, tensorOf(input)]));
    const outputs = await (await session).run(feeds);
    return (wanted.length === 0 ? Object.keys(outputs) : wanted).map((name) => rawOf(name, outputs[name]));
  }
}

function tensorOf({ datatype, shape, bytes }: RawTensor): Tensor {
  const { buffer } = Uint8Array.from(bytes);
  switch (datatype) {
    case 'FP32':
      return new Tensor('float32', new Float32Array(buffer), shape);
    case 'INT32':
      return new Tensor('int32', new Int32Array(buffer), shape);
    case 'INT64':
      return new Tensor('int64', new BigInt64Array(buffer), shape);
    default:
      throw new Error(`${datatype} is not an input of these graphs.`);
  }
}

function rawOf(name: string, tensor: Tensor | undefined): RawTensor {
  if (tensor === undefined || !ArrayBuffer.isView(tensor.data))
    throw new Error(`There is no output ${name}.`);
  const { buffer, byteOffset, byteLength } = tensor.data;
  const datatype = { float32: 'FP32', int64: 'INT64', int32: 'INT32' }[String(tensor.type)] ?? '';
  return { name, datatype, shape: tensor.dims, bytes: Buffer.from(buffer, byteOffset, byteLength) };
}
