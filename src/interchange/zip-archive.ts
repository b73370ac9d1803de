import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const MAX_COMMENT_BYTES = 0xffff;
const STORED = 0;
const DEFLATED = 8;
/** A workbook has some dozen parts. */
const MAX_ENTRIES = 10_000;
const CHUNK_BYTES = 64 * 1024;

/** The archive is not one, is damaged, or holds more than it may. */
export class BadArchive extends Error {
  override readonly name = 'BadArchive';
  constructor(readonly tooLarge: boolean) {
    super(tooLarge ? 'The archive unpacks to more than the limit.' : 'The archive cannot be read.');
  }
}

interface Entry {
  readonly method: number;
  readonly start: number;
  readonly bytes: number;
}

/**
 * A ZIP archive read by its directory. Parts come as streams, and all that is unpacked is counted against one limit: the
 * sizes that an archive states can lie, and a few kilobytes can unpack to gigabytes.
 */
export class ZipArchive {
  readonly #bytes: Buffer;
  readonly #entries: ReadonlyMap<string, Entry>;
  #left: number;

  /** @param mostUnpacked bytes that may be unpacked, all parts together */
  constructor(bytes: Uint8Array, mostUnpacked: number) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#left = mostUnpacked;
    try {
      this.#entries = readDirectory(this.#bytes);
    } catch (error) {
      // Offsets that point outside the file.
      if (error instanceof RangeError) throw new BadArchive(false);
      throw error;
    }
  }

  get names(): readonly string[] {
    return [...this.#entries.keys()];
  }

  /** A part, unpacked piece by piece; nothing where there is none of that name. */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name);
    if (entry === undefined) return;
    const packed = this.#bytes.subarray(entry.start, entry.start + entry.bytes);
    if (entry.method === STORED) {
      yield this.#counted(packed);
      return;
    }
    const unpacked = Readable.from([packed]).pipe(createInflateRaw({ chunkSize: CHUNK_BYTES }));
    try {
      for await (const chunk of unpacked) yield this.#counted(chunk);
    } catch (error) {
      throw error instanceof BadArchive ? error : new BadArchive(false);
    } finally {
      unpacked.destroy();
    }
  }

  #counted(chunk: Buffer): Buffer {
    this.#left -= chunk.length;
    if (this.#left < 0) throw new BadArchive(true);
    return chunk;
  }
}

function readDirectory(bytes: Buffer): ReadonlyMap<string, Entry> {
  const end = findEnd(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (count > MAX_ENTRIES) throw new BadArchive(true);
  const entries = new Map<string, Entry>();
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (bytes.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new BadArchive(false);
    const method = bytes.readUInt16LE(at + 10);
    const packedBytes = bytes.readUInt32LE(at + 20);
    const nameBytes = bytes.readUInt16LE(at + 28);
    const extraBytes = bytes.readUInt16LE(at + 30);
    const commentBytes = bytes.readUInt16LE(at + 32);
    const header = bytes.readUInt32LE(at + 42);
    const name = bytes.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes);
    if (bytes.readUInt32LE(header) !== LOCAL_HEADER) throw new BadArchive(false);
    const start = header + LOCAL_BYTES + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
    if (method === STORED || method === DEFLATED) entries.set(name, { method, start, bytes: packedBytes });
    at += ENTRY_BYTES + nameBytes + extraBytes + commentBytes;
  }
  return entries;
}

/** The record that ends an archive stands before a comment of unknown length. */
function findEnd(bytes: Buffer): number {
  const last = bytes.length - END_BYTES;
  for (let at = last; at >= 0 && at >= last - MAX_COMMENT_BYTES; at -= 1) {
    if (bytes.readUInt32LE(at) === END_OF_DIRECTORY) return at;
  }
  throw new BadArchive(false);
}
