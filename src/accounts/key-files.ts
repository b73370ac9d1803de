import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const OWNER_ONLY = 0o600;
const ADMIN_TOKEN_BYTES = 32;

/** Reads a secret of the service from its file, or makes file and secret at the first start. */
export function secretFromFile(path: string, make: () => string): string {
  if (existsSync(path)) return readFileSync(path, 'utf8').trim();
  mkdirSync(dirname(path), { recursive: true });
  const secret = make();
  try {
    // `wx`: of two processes that start at once, one writes and the other reads what was written.
    writeFileSync(path, `${secret}\n`, { mode: OWNER_ONLY, flag: 'wx' });
    return secret;
  } catch (error) {
    if (existsSync(path)) return readFileSync(path, 'utf8').trim();
    throw error;
  }
}

export function newAdminToken(): string {
  return randomBytes(ADMIN_TOKEN_BYTES).toString('hex');
}
