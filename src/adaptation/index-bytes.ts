import type { Datastore, OutputHead } from '../model/adaptation.js';
import type { LearnedParts } from './learned-model.js';

/**
 * The bytes of a trained model, as they are kept in the database: a length, a JSON head that names the arrays in order
 * with kind and length, and the arrays, each begun on a multiple of eight. Readers refuse a version they do not know.
 */
const FORMAT = 2;
const ALIGNMENT = 8;
type Kind = 'i8' | 'i32' | 'f32';
type Numbers = Int8Array | Int32Array | Float32Array;

interface ArrayEntry {
  readonly name: string;
  readonly kind: Kind;
  readonly length: number;
}

interface Header {
  readonly format: number;
  readonly width: number;
  readonly clusterWidth?: number;
  readonly rank: number;
  readonly headShare: number;
  readonly parameters: LearnedParts['parameters'];
  readonly arrays: readonly ArrayEntry[];
}

export function writeIndex({
  states,
  offsets,
  parameters,
  head,
  headShare = 1,
}: LearnedParts): Uint8Array<SharedArrayBuffer> {
  const arrays: [string, Numbers | undefined][] = [
    ['keys', states.keys],
    ['scales', states.scales],
    ['squares', states.squares],
    ['values', states.values],
    ['projection', states.projection],
    ['clusters.centroids', states.clusters?.centroids],
    ['clusters.starts', states.clusters?.starts],
    ['clusters.rows', states.clusters?.rows],
    ['clusters.keys', states.clusters?.keys],
    ['clusters.scales', states.clusters?.scales],
    ['clusters.squares', states.clusters?.squares],
    ['offsets', offsets],
    ['head.inputs', head?.inputs],
    ['head.inputBias', head?.inputBias],
    ['head.tokens', head?.tokens],
    ['head.outputs', head?.outputs],
    ['head.scales', head?.scales],
    ['head.bias', head?.bias],
  ];
  const entries: ArrayEntry[] = [];
  const parts: Uint8Array[] = [];
  for (const [name, numbers] of arrays) {
    if (numbers === undefined) continue;
    entries.push({ name, kind: kindOf(numbers), length: numbers.length });
    const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
    parts.push(bytes, new Uint8Array(padding(bytes.length)));
  }
  const { width } = states;
  const header: Header = {
    format: FORMAT,
    width,
    clusterWidth: states.clusters?.width ?? 0,
    rank: head?.rank ?? 0,
    headShare,
    parameters,
    arrays: entries,
  };
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(ALIGNMENT);
  length.writeUInt32LE(text.length);
  const all = [length, text, Buffer.alloc(padding(text.length)), ...parts];
  const size = all.reduce((sum, part) => sum + part.length, 0);
  const bytes = new Uint8Array(new SharedArrayBuffer(size));
  let at = 0;
  for (const part of all) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** The arrays are views of the bytes: nothing is copied. */
export function readIndex({ buffer }: Uint8Array<SharedArrayBuffer>): LearnedParts {
  const bytes = Buffer.from(buffer);
  const headerLength = bytes.readUInt32LE();
  const header: Header = JSON.parse(bytes.toString('utf8', ALIGNMENT, ALIGNMENT + headerLength));
  if (header.format !== FORMAT) {
    throw new Error(`A trained model of format ${header.format} cannot be read; train it again.`);
  }
  let at = ALIGNMENT + headerLength + padding(headerLength);
  const arrays = new Map<string, Numbers>();
  for (const { name, kind, length } of header.arrays) {
    const view = viewOf(kind, buffer, at, length);
    arrays.set(name, view);
    at += view.byteLength + padding(view.byteLength);
  }
  const floats = (name: string) => typed(arrays.get(name), Float32Array, name);
  const integers = (name: string) => typed(arrays.get(name), Int32Array, name);
  const clusters = arrays.has('clusters.rows') && {
    clusters: {
      width: header.clusterWidth ?? 0,
      centroids: floats('clusters.centroids'),
      starts: integers('clusters.starts'),
      rows: integers('clusters.rows'),
      keys: typed(arrays.get('clusters.keys'), Int8Array, 'clusters.keys'),
      scales: floats('clusters.scales'),
      squares: floats('clusters.squares'),
    },
  };
  const states: Datastore = {
    keys: typed(arrays.get('keys'), Int8Array, 'keys'),
    scales: floats('scales'),
    squares: floats('squares'),
    values: integers('values'),
    width: header.width,
    ...(arrays.has('projection') ? { projection: floats('projection') } : {}),
    ...clusters,
  };
  const offsets = integers('offsets');
  if (header.rank === 0) return { states, offsets, parameters: header.parameters };
  const head: OutputHead = {
    rank: header.rank,
    inputs: floats('head.inputs'),
    inputBias: floats('head.inputBias'),
    tokens: integers('head.tokens'),
    outputs: typed(arrays.get('head.outputs'), Int8Array, 'head.outputs'),
    scales: floats('head.scales'),
    bias: floats('head.bias'),
  };
  return { states, offsets, parameters: header.parameters, head, headShare: header.headShare };
}

function typed<View>(numbers: Numbers | undefined, kind: new () => View, name: string): View {
  if (numbers instanceof kind) return numbers;
  throw new Error(`A trained model has no readable "${name}"; train it again.`);
}

function viewOf(kind: Kind, buffer: SharedArrayBuffer, at: number, length: number): Numbers {
  switch (kind) {
    case 'i8':
      return new Int8Array(buffer, at, length);
    case 'i32':
      return new Int32Array(buffer, at, length);
    case 'f32':
      return new Float32Array(buffer, at, length);
  }
}

function kindOf(numbers: Numbers): Kind {
  if (numbers instanceof Int8Array) return 'i8';
  return numbers instanceof Int32Array ? 'i32' : 'f32';
}

function padding(length: number): number {
  return (ALIGNMENT - (length % ALIGNMENT)) % ALIGNMENT;
}
