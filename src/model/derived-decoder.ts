import { type DecoderShape, decoderParameters, type ParameterPlace } from './gradient/places.js';
import { shared } from './shared-memory.js';

/** What a decoder has learnt for one customer, beside the base model's matrices. */
export interface DerivedDecoder {
  /** Different for every decoder that was ever trained; sentences with the same one share their steps. */
  readonly key: string;
  readonly shape: DecoderShape;
  readonly rank: number;
  /** All that was trained, one behind the other in the order of `decoderParameters`; in shared memory. */
  readonly values: Float32Array;
}

export function packDecoder(
  key: string,
  shape: DecoderShape,
  rank: number,
  parameters: ReadonlyMap<string, Float32Array>,
): DerivedDecoder {
  const places = decoderParameters(shape, rank);
  const values = shared(
    Float32Array,
    places.reduce((sum, place) => sum + sizeOf(place), 0),
  );
  let at = 0;
  for (const place of places) {
    values.set(parameters.get(place.name) ?? new Float32Array(), at);
    at += sizeOf(place);
  }
  return { key, shape, rank, values };
}

/** Copies of the parts, by place. */
export function unpackDecoder({
  shape,
  rank,
  values,
}: DerivedDecoder): ReadonlyMap<ParameterPlace, Float32Array> {
  const parts = new Map<ParameterPlace, Float32Array>();
  let at = 0;
  for (const place of decoderParameters(shape, rank)) {
    parts.set(place, Float32Array.from(values.subarray(at, at + sizeOf(place))));
    at += sizeOf(place);
  }
  if (at !== values.length)
    throw new Error('A trained decoder has other sizes than it says; train it again.');
  return parts;
}

function sizeOf({ dims }: ParameterPlace): number {
  return dims.reduce((product, length) => product * length, 1);
}
