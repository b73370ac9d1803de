import type { OutputHead, StoredStates } from '../model/adaptation.js';
import { shared } from '../model/shared-memory.js';
import type { LearnedParts } from './learned-model.js';

/**
 * The bytes of a trained model, as they are kept in the database: a length, a JSON head that names the arrays in order
 * with kind and length, and the arrays, each begun on a multiple of eight. Readers refuse a version they do not know.
 */
const FORMAT = 1;
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
  readonly cellWidth?: number;
  readonly rank: number;
  readonly headShare: number;
  readonly parameters: LearnedParts['parameters'];
  readonly arrays: readonly ArrayEntry[];
}

export function writeIndex({ states, offsets, parameters, head, headShare = 1 }: LearnedParts): Buffer {
  const arrays: [string, Numbers | undefined][] = [
    ['keys', states.keys],
    ['scales', states.scales],
    ['squares', states.squares],
    ['values', states.values],
    ['projection', states.projection],
    ['cells.centres', states.cells?.centres],
    ['cells.starts', states.cells?.starts],
    ['cells.rows', states.cells?.rows],
    ['cells.keys', states.cells?.keys],
    ['cells.scales', states.cells?.scales],
    ['cells.squares', states.cells?.squares],
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
    cellWidth: states.cells?.width ?? 0,
    rank: head?.rank ?? 0,
    headShare,
    parameters,
    arrays: entries,
  };
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(ALIGNMENT);
  length.writeUInt32LE(text.length);
  return Buffer.concat([length, text, Buffer.alloc(padding(text.length)), ...parts]);
}

/** Arrays come back in shared memory, ready for the worker threads. */
export function readIndex(bytes: Buffer): LearnedParts {
  const headerLength = bytes.readUInt32LE();
  const header: Header = JSON.parse(bytes.toString('utf8', ALIGNMENT, ALIGNMENT + headerLength));
  if (header.format !== FORMAT) {
    throw new Error(`A trained model of format ${header.format} cannot be read; train it again.`);
  }
  let at = ALIGNMENT + headerLength + padding(headerLength);
  const arrays = new Map<string, Numbers>();
  for (const { name, kind, length } of header.arrays) {
    const view = emptyArray(kind, length);
    new Uint8Array(view.buffer).set(bytes.subarray(at, at + view.byteLength));
    arrays.set(name, view);
    at += view.byteLength + padding(view.byteLength);
  }
  const floats = (name: string) => typed(arrays.get(name), Float32Array, name);
  const integers = (name: string) => typed(arrays.get(name), Int32Array, name);
  const cells = arrays.has('cells.rows') && {
    cells: {
      width: header.cellWidth ?? 0,
      centres: floats('cells.centres'),
      starts: integers('cells.starts'),
      rows: integers('cells.rows'),
      keys: typed(arrays.get('cells.keys'), Int8Array, 'cells.keys'),
      scales: floats('cells.scales'),
      squares: floats('cells.squares'),
    },
  };
  const states: StoredStates = {
    keys: typed(arrays.get('keys'), Int8Array, 'keys'),
    scales: floats('scales'),
    squares: floats('squares'),
    values: integers('values'),
    width: header.width,
    ...(arrays.has('projection') ? { projection: floats('projection') } : {}),
    ...cells,
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

function emptyArray(kind: Kind, length: number): Numbers {
  switch (kind) {
    case 'i8':
      return shared(Int8Array, length);
    case 'i32':
      return shared(Int32Array, length);
    case 'f32':
      return shared(Float32Array, length);
  }
}

function kindOf(numbers: Numbers): Kind {
  if (numbers instanceof Int8Array) return 'i8';
  return numbers instanceof Int32Array ? 'i32' : 'f32';
}

function padding(length: number): number {
  return (ALIGNMENT - (length % ALIGNMENT)) % ALIGNMENT;
}
