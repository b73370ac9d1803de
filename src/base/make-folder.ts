import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it. Node's own `recursive` never comes back where a file system refuses new folders with
 * "no such file" (`/proc`): it makes the folder above, which is there, and tries again for ever.
 */
export function makeFolder(path: string, mode?: number): void {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (isFolder(path)) return;
    const above = dirname(path);
    if (codeOf(error) !== 'ENOENT' || isFolder(above)) throw error;
    makeFolder(above, mode);
    mkdirSync(path, { mode });
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
