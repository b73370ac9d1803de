import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import proto, { type onnx } from 'onnx-proto';

/** Names under which the exporter stores the output layer: 8-bit rows, one per token, and a scale for each. */
const TABLE = 'embedding';
const TABLE_SCALE = 'embedding.scale';

/**
 * The table that turns a decoder state into scores of tokens: score(token) = row(token) · state. Read from the model
 * folder when something is trained on top of it; inference has its own copy inside the graph. Plain data in shared memory.
 */
export interface OutputLayer {
  readonly width: number;
  readonly vocabulary: number;
  readonly table: Int8Array;
  readonly scales: Float32Array;
}

/** Undefined when the model was not written by our exporter. */
export async function readOutputLayer(folder: string): Promise<OutputLayer | undefined> {
  const { graph } = proto.onnx.ModelProto.decode(await readFile(join(folder, 'decoder.onnx')));
  const tensor = (name: string) => graph?.initializer?.find((candidate) => candidate.name === name);
  const [table, scale] = [tensor(TABLE), tensor(TABLE_SCALE)];
  if (table === undefined || scale === undefined) return undefined;
  const [vocabulary = 0, width = 0] = (table.dims ?? []).map(Number);
  const rows = await bytesOf(table, folder);
  const scales = await bytesOf(scale, folder);
  if (rows.byteLength !== vocabulary * width || scales.byteLength !== vocabulary * 4) return undefined;
  return { width, vocabulary, table: new Int8Array(rows), scales: new Float32Array(scales) };
}

/** The rows of some tokens, one behind the other. */
export function rowsOf({ width, table, scales }: OutputLayer, tokens: Int32Array): Float32Array {
  const rows = new Float32Array(tokens.length * width);
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] ?? 0;
    const scale = scales[token] ?? 0;
    for (let at = 0; at < width; at++) rows[i * width + at] = (table[token * width + at] ?? 0) * scale;
  }
  return rows;
}

/** A tensor's bytes, from the graph or from the file beside it, in a buffer of their own. */
async function bytesOf(tensor: onnx.ITensorProto, folder: string): Promise<SharedArrayBuffer> {
  const place = new Map(tensor.externalData?.map(({ key, value }) => [key, value ?? '']));
  const file = place.get('location');
  const inside = tensor.rawData ?? new Uint8Array();
  const bytes = new Uint8Array(
    new SharedArrayBuffer(file === undefined ? inside.length : Number(place.get('length') ?? 0)),
  );
  if (file === undefined) {
    bytes.set(inside);
    return bytes.buffer;
  }
  const handle = await open(join(folder, file));
  try {
    await handle.read(bytes, 0, bytes.length, Number(place.get('offset') ?? 0));
  } finally {
    await handle.close();
  }
  return bytes.buffer;
}
