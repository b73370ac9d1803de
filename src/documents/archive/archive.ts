import { unzipSync, type Zippable, zipSync } from 'fflate';
import { FileRefused } from '../file-problems.js';
import { ARCHIVE_LIMITS } from './limits.js';

/** Already packed: a second time costs time and saves nothing. */
const PACKED = /\.(?:png|jpe?g|gif|webp|mp[34]|m4[av]|wmv|avi|mov|zip|docx|xlsx|pptx|jxr|wdp)$/i;
/** Local time, as the format stores it; earlier years do not fit into it. */
const EARLIEST = new Date(1980, 0, 1);

/**
 * The parts of a document that is a ZIP archive, in order. Names are keys and never become paths. What the directory of
 * the archive claims is checked before anything is unpacked, and no entry grows beyond its claim.
 */
export class Archive {
  readonly #parts: Map<string, Uint8Array>;
  readonly #stored: ReadonlySet<string>;

  private constructor(parts: Map<string, Uint8Array>, stored: ReadonlySet<string>) {
    this.#parts = parts;
    this.#stored = stored;
  }

  static open(bytes: Uint8Array): Archive {
    let entries = 0;
    let total = 0;
    const stored = new Set<string>();
    const names: string[] = [];
    try {
      const unpacked = unzipSync(bytes, {
        filter({ name, size, originalSize, compression }) {
          entries += 1;
          total += originalSize;
          if (entries > ARCHIVE_LIMITS.entries || total > ARCHIVE_LIMITS.total) {
            throw new FileRefused('tooLarge');
          }
          if (originalSize > ARCHIVE_LIMITS.harmless && originalSize > size * ARCHIVE_LIMITS.ratio) {
            throw new FileRefused('bomb');
          }
          if (compression === 0) stored.add(name);
          names.push(name);
          return true;
        },
      });
      return new Archive(
        new Map(names.flatMap((name) => (unpacked[name] === undefined ? [] : [[name, unpacked[name]]]))),
        stored,
      );
    } catch (error) {
      if (error instanceof FileRefused) throw error;
      throw new FileRefused('broken', { cause: error });
    }
  }

  get names(): readonly string[] {
    return [...this.#parts.keys()];
  }

  has(name: string): boolean {
    return this.#parts.has(name);
  }

  /** A part as text; undefined when there is none of this name. */
  text(name: string): string | undefined {
    const bytes = this.#parts.get(name);
    if (bytes === undefined) return undefined;
    if (bytes.length > ARCHIVE_LIMITS.part) throw new FileRefused('tooLarge');
    return decodeXml(bytes);
  }

  /** The archive with some parts replaced. Order and storing of the parts stay: some formats ask for a first part. */
  write(changed: ReadonlyMap<string, string>): Uint8Array {
    const entries: Zippable = {};
    for (const [name, bytes] of this.#parts) {
      const text = changed.get(name);
      const level = this.#stored.has(name) || PACKED.test(name) ? 0 : 6;
      entries[name] = [
        text === undefined ? bytes : new TextEncoder().encode(text),
        { level, mtime: EARLIEST },
      ];
    }
    return zipSync(entries);
  }
}

/** XML says its encoding itself; other ones than Unicode do not occur inside archives. */
function decodeXml(bytes: Uint8Array): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return encoding === 'utf-8' ? text : text.replace(/encoding=(["'])utf-16\1/i, 'encoding="UTF-8"');
  } catch (cause) {
    throw new FileRefused('broken', { cause });
  }
}
