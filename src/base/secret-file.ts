import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from './make-folder.js';
import { StartError } from './start-error.js';

const OWNER_ONLY = 0o600;

/**
 * Reads a secret from its file, or makes file and secret where there is none. The file gets its name when the secret
 * stands in it: of processes that start at once one is first, and the others read what it wrote, all of it.
 */
export function secretFromFile(path: string, make: () => string): string {
  if (existsSync(path)) return readSecret(path);
  makeFolder(dirname(path), 0o700);
  const own = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(own, `${make()}\n`, { mode: OWNER_ONLY, flag: 'wx' });
  try {
    linkSync(own, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  } finally {
    rmSync(own, { force: true });
  }
  return readSecret(path);
}

function readSecret(path: string): string {
  const secret = readFileSync(path, 'utf8').trim();
  if (secret !== '') return secret;
  throw new StartError(
    `${path} is empty: put the secret back from the backup, or delete the file for a new one.`,
  );
}
