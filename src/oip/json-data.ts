import type { Datatype, OipTensor } from './tensor.js';
import { textsOf, textTensor } from './tensor.js';

/** Views of raw data as numbers; raw data need not lie where such numbers may lie in memory, so it is copied. */
const READ: Readonly<Record<Exclude<Datatype, 'BYTES'>, (data: ArrayBuffer) => ArrayLike<number | bigint>>> =
  {
    BOOL: (data) => new Uint8Array(data),
    INT8: (data) => new Int8Array(data),
    UINT8: (data) => new Uint8Array(data),
    INT32: (data) => new Int32Array(data),
    INT64: (data) => new BigInt64Array(data),
    FP32: (data) => new Float32Array(data),
  };

/** The data of a tensor as JSON has it. */
export function toJson(tensor: OipTensor): readonly (number | boolean | string)[] {
  const { datatype, data } = tensor;
  if (datatype === 'BYTES') return textsOf(tensor) ?? [];
  const numbers = READ[datatype](Uint8Array.from(data).buffer);
  return Array.from(numbers, (value) => (datatype === 'BOOL' ? value === 1 : Number(value)));
}

/** The data of a tensor from JSON, where arrays may be nested by rows or flat; undefined where it does not fit the type. */
export function fromJson(datatype: Datatype, data: readonly unknown[]): Uint8Array | undefined {
  const flat: readonly unknown[] = data.flat(Number.POSITIVE_INFINITY);
  if (datatype === 'BYTES') {
    return flat.every((value) => typeof value === 'string') ? textTensor('', flat).data : undefined;
  }
  const numbers = flat.map((value) => (typeof value === 'boolean' ? Number(value) : value));
  if (!numbers.every((value) => typeof value === 'number')) return undefined;
  return new Uint8Array(written(datatype, numbers).buffer);
}

function written(
  datatype: Exclude<Datatype, 'BYTES'>,
  numbers: readonly number[],
): { readonly buffer: ArrayBuffer } {
  switch (datatype) {
    case 'BOOL':
    case 'UINT8':
      return Uint8Array.from(numbers);
    case 'INT8':
      return Int8Array.from(numbers);
    case 'INT32':
      return Int32Array.from(numbers);
    case 'INT64':
      return BigInt64Array.from(numbers, (value) => BigInt(Math.trunc(value)));
    case 'FP32':
      return Float32Array.from(numbers);
  }
}
