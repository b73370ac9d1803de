import Type from 'typebox';
import { Value } from 'typebox/value';
import { type OipTensor, textsOf, textTensor } from './tensor.js';

/** Extension of the protocol (Triton, OpenVINO Model Server, KServe): tensors as bytes behind the JSON, not as numbers in it. */
export const BINARY_EXTENSION = 'binary_tensor_data';
/** Length of the JSON at the beginning of a body that has bytes behind it. */
export const HEADER_LENGTH = 'inference-header-content-length';

/** The one type of tensor that is used here: texts. */
const BYTES = 'BYTES';

/** An encoded message. */
export interface HttpBody {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const TensorShape = Type.Object({
  name: Type.String(),
  shape: Type.Array(Type.Integer({ minimum: 0 })),
  datatype: Type.String(),
  parameters: Type.Optional(Type.Object({ binary_data_size: Type.Optional(Type.Integer({ minimum: 0 })) })),
  data: Type.Optional(Type.Array(Type.Unknown())),
});
const RequestShape = Type.Object({
  id: Type.Optional(Type.String()),
  inputs: Type.Array(TensorShape),
  outputs: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String(),
        parameters: Type.Optional(Type.Object({ binary_data: Type.Optional(Type.Boolean()) })),
      }),
    ),
  ),
});
const AnswerShape = Type.Object({ model_name: Type.String(), outputs: Type.Array(TensorShape) });

/** A body that the protocol does not allow. */
export class MalformedBody extends Error {
  override readonly name = 'MalformedBody';
}

/** Tensors as bytes, both ways. */
export function encodeRequest(inputs: readonly OipTensor[], output: string): HttpBody {
  const outputs = [{ name: output, parameters: { binary_data: true } }];
  return encoded({ outputs, inputs: described(inputs, true) }, inputs, true);
}

export function encodeAnswer(model: string, outputs: readonly OipTensor[], isBinary: boolean): HttpBody {
  return encoded({ model_name: model, outputs: described(outputs, isBinary) }, outputs, isBinary);
}

/** @throws MalformedBody */
export function decodeAnswer(body: Buffer, headerLength: string | undefined): readonly OipTensor[] {
  const [message, behind] = taken(body, headerLength);
  if (!Value.Check(AnswerShape, message)) throw new MalformedBody('It is no inference response.');
  return tensorsOf(message.outputs, behind);
}

/** @throws MalformedBody */
export function decodeRequest(
  body: Buffer,
  headerLength: string | undefined,
): { readonly inputs: readonly OipTensor[]; readonly isBinary: boolean } {
  const [message, behind] = taken(body, headerLength);
  if (!Value.Check(RequestShape, message)) throw new MalformedBody('It is no inference request.');
  const isBinary = message.outputs?.some(({ parameters }) => parameters?.binary_data === true) ?? false;
  return { inputs: tensorsOf(message.inputs, behind), isBinary };
}

function described(tensors: readonly OipTensor[], isBinary: boolean): readonly object[] {
  return tensors.map((tensor) => {
    const { name, shape, data } = tensor;
    const content = isBinary
      ? { parameters: { binary_data_size: data.byteLength } }
      : { data: textsOf(tensor) };
    return { name, shape, datatype: BYTES, ...content };
  });
}

function encoded(message: object, tensors: readonly OipTensor[], isBinary: boolean): HttpBody {
  const json = Buffer.from(JSON.stringify(message), 'utf8');
  if (!isBinary) return { headers: { 'content-type': 'application/json' }, body: json };
  return {
    headers: { 'content-type': 'application/octet-stream', [HEADER_LENGTH]: String(json.length) },
    body: Buffer.concat([json, ...tensors.map(({ data }) => data)]),
  };
}

/** The JSON at the beginning, and what stands behind it. */
function taken(body: Buffer, headerLength: string | undefined): readonly [message: unknown, behind: Buffer] {
  const length = headerLength === undefined ? body.length : Number(headerLength);
  if (!Number.isInteger(length) || length < 0 || length > body.length) {
    throw new MalformedBody(`${HEADER_LENGTH} does not fit the body.`);
  }
  try {
    return [JSON.parse(body.toString('utf8', 0, length)), body.subarray(length)];
  } catch (cause) {
    throw new MalformedBody('It is no JSON.', { cause });
  }
}

function tensorsOf(
  described: readonly Type.Static<typeof TensorShape>[],
  behind: Buffer,
): readonly OipTensor[] {
  let at = 0;
  return described.map(({ name, shape, datatype, parameters, data }) => {
    if (datatype !== BYTES) throw new MalformedBody(`${name} has the type ${datatype}.`);
    const size = parameters?.binary_data_size;
    const bytes = size === undefined ? fromJson(data ?? []) : behind.subarray(at, at + size);
    at += size ?? 0;
    if (bytes === undefined || (size !== undefined && bytes.length !== size)) {
      throw new MalformedBody(`The data of ${name} does not fit its type.`);
    }
    return { name, shape, data: bytes };
  });
}

/** Texts in JSON, where arrays may be nested by rows or flat; undefined where something else is among them. */
function fromJson(data: readonly unknown[]): Uint8Array | undefined {
  const flat: readonly unknown[] = data.flat(Number.POSITIVE_INFINITY);
  return flat.every((value) => typeof value === 'string') ? textTensor('', flat).data : undefined;
}
