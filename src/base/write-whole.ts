import { lstatSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { Failure } from './failure.js';

const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/** Writes a file whole or not at all: on a full disk what stood there stays, and no half of the new one is left. */
export function writeWhole(path: string, bytes: Uint8Array): void {
  const there = lstatSync(path, { throwIfNoEntry: false });
  // Links, pipes and /dev/stdout are written to and not replaced.
  const isOwn = there === undefined || there.isFile();
  const written = isOwn ? `${path}.part` : path;
  try {
    writeFileSync(written, bytes);
    if (isOwn) renameSync(written, path);
  } catch (cause) {
    if (isOwn) rmSync(written, { force: true });
    if (!(cause instanceof Error) || !('code' in cause) || !FULL.has(cause.code)) throw cause;
    const message = `${path} could not be written: there is no space left on its disk (${cause.code}). Make room there and try again.`;
    throw new Failure('storageFull', { message, cause });
  }
}
