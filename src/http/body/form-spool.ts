import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../base/failure.js';

/** Where a file lies among the others of its form. */
export interface Spooled {
  readonly start: number;
  readonly bytes: number;
}

/**
 * The files of one form on disk, one behind the other, while the form arrives: a line may be slow, and what it has sent so
 * far must not stay in memory. The file loses its name as soon as it is open, so that nothing is left of it when the form
 * is closed or the process ends, however that happens.
 */
export class FormSpool {
  readonly #folder: string;
  #handle: FileHandle | undefined;
  #end = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Writes one file as it comes; the next one is written behind it. */
  async write(pieces: AsyncIterable<Uint8Array>): Promise<Spooled> {
    const handle = await this.#open();
    const start = this.#end;
    for await (const piece of pieces) {
      for (let at = 0; at < piece.length; ) {
        const { bytesWritten } = await handle.write(piece, at, piece.length - at, this.#end).catch(noDisk);
        at += bytesWritten;
        this.#end += bytesWritten;
      }
    }
    return { start, bytes: this.#end - start };
  }

  async read({ start, bytes }: Spooled): Promise<Buffer> {
    const handle = await this.#open();
    const content = Buffer.allocUnsafeSlow(bytes);
    for (let at = 0; at < bytes; ) {
      const { bytesRead } = await handle.read(content, at, bytes - at, start + at);
      if (bytesRead === 0) throw new Error('A form on disk is shorter than what was written.');
      at += bytesRead;
    }
    return content;
  }

  async close(): Promise<void> {
    await this.#handle?.close();
  }

  async #open(): Promise<FileHandle> {
    if (this.#handle !== undefined) return this.#handle;
    await mkdir(this.#folder, { recursive: true, mode: 0o700 }).catch(noDisk);
    const path = join(this.#folder, randomUUID());
    const handle = await open(path, 'wx+', 0o600).catch(noDisk);
    this.#handle = handle;
    await unlink(path);
    return handle;
  }
}

const FULL = /^(?:ENOSPC|EDQUOT)$/;
/** Somebody has to make room. */
const FULL_RETRY_SECONDS = 60;

/** What goes wrong with the disk is no fault of the form. */
function noDisk(cause: unknown): never {
  const isFull = cause instanceof Error && 'code' in cause && FULL.test(String(cause.code));
  if (!isFull) throw new Failure('internalError', { cause });
  throw new Failure('storageFull', { detail: { retryAfter: FULL_RETRY_SECONDS }, cause });
}
