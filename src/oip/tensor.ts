/**
 * A tensor of texts, the only kind that is used here (BYTES); `data` is the "raw" form of the protocol: elements in
 * row-major order, each with its length before it.
 */
export interface OipTensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly data: Uint8Array;
}

const LENGTH_BYTES = 4;

export function textTensor(name: string, texts: readonly string[]): OipTensor {
  const parts = texts.flatMap((text) => {
    const bytes = Buffer.from(text, 'utf8');
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32LE(bytes.length);
    return [length, bytes];
  });
  return { name, shape: [texts.length], data: Buffer.concat(parts) };
}

/** Undefined where it is broken. */
export function textsOf({ data }: OipTensor): readonly string[] | undefined {
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
