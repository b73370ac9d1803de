/** Data types of the Open Inference Protocol that are used here, with the bytes of one element. */
export const ELEMENT_BYTES = {
  BOOL: 1,
  INT8: 1,
  UINT8: 1,
  INT32: 4,
  INT64: 8,
  FP32: 4,
} as const;

export type Datatype = keyof typeof ELEMENT_BYTES | 'BYTES';

/** One tensor; `data` is the "raw" form of the protocol: elements in row-major order, little-endian, those of BYTES with their length before them. */
export interface OipTensor {
  readonly name: string;
  readonly datatype: Datatype;
  readonly shape: readonly number[];
  readonly data: Uint8Array;
}

export interface InferRequest {
  readonly model: string;
  readonly inputs: readonly OipTensor[];
  /** Names of the outputs that are wanted; empty: all. */
  readonly outputs: readonly string[];
  /** Of the span that asks (W3C Trace Context). */
  readonly traceparent?: string;
}

/** Speaks the Open Inference Protocol with a server. Attempts reject with `UpstreamError`, or with the signal's reason. */
export interface OipClient {
  infer(address: string, request: InferRequest, signal: AbortSignal): Promise<readonly OipTensor[]>;
  close(): Promise<void>;
}

const LENGTH_BYTES = 4;

export function isDatatype(text: string): text is Datatype {
  return text === 'BYTES' || text in ELEMENT_BYTES;
}

/** Texts as elements of a BYTES tensor. */
export function textTensor(name: string, texts: readonly string[]): OipTensor {
  const parts = texts.flatMap((text) => {
    const bytes = Buffer.from(text, 'utf8');
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32LE(bytes.length);
    return [length, bytes];
  });
  return { name, datatype: 'BYTES', shape: [texts.length], data: Buffer.concat(parts) };
}

/** The elements of a BYTES tensor; undefined where it is none, or broken. */
export function textsOf({ datatype, data }: OipTensor): readonly string[] | undefined {
  if (datatype !== 'BYTES') return undefined;
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const texts: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    if (at + LENGTH_BYTES > bytes.length) return undefined;
    const end = at + LENGTH_BYTES + bytes.readUInt32LE(at);
    if (end > bytes.length) return undefined;
    texts.push(bytes.toString('utf8', at + LENGTH_BYTES, end));
    at = end;
  }
  return texts;
}

/** Whether there are as many bytes as shape and type ask for. */
export function isWhole({ datatype, shape, data }: OipTensor): boolean {
  if (datatype === 'BYTES') return true;
  return data.byteLength === ELEMENT_BYTES[datatype] * shape.reduce((product, size) => product * size, 1);
}
