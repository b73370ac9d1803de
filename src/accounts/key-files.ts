import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const OWNER_ONLY = 0o600;
const ADMIN_TOKEN_BYTES = 32;
/** Between making the file and writing into it another process may look: it waits a moment. */
const WRITTEN_AFTER_MS = 20;
const LOOKS = 50;

/** Reads a secret of the service from its file, or makes file and secret at the first start. */
export function secretFromFile(path: string, make: () => string): string {
  if (existsSync(path)) return readSecret(path);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const secret = make();
  try {
    // `wx`: of two processes that start at once, one writes and the other reads what was written.
    writeFileSync(path, `${secret}\n`, { mode: OWNER_ONLY, flag: 'wx' });
    return secret;
  } catch (error) {
    if (existsSync(path)) return readSecret(path);
    throw error;
  }
}

function readSecret(path: string): string {
  for (let look = 0; look < LOOKS; look += 1) {
    const secret = readFileSync(path, 'utf8').trim();
    if (secret !== '') return secret;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WRITTEN_AFTER_MS);
  }
  throw new Error(`${path} is empty: put the secret back from the backup, or delete the file for a new one.`);
}

export function newAdminToken(): string {
  return randomBytes(ADMIN_TOKEN_BYTES).toString('hex');
}
