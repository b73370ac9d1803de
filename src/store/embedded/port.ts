import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { StartError } from '../../base/start-error.js';

/**
 * A port on loopback: that of last time when it is free, so that addresses noted elsewhere stay true; else one the
 * system gives.
 *
 * @param path the file that remembers it
 */
export async function freePort(path: string): Promise<number> {
  const last = existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0;
  const port = (isPort(last) ? await tryPort(last) : undefined) ?? (await tryPort(0));
  if (port === undefined) throw new StartError('No free port on 127.0.0.1 for PostgreSQL.');
  writeFileSync(path, `${port}\n`, { mode: 0o600 });
  return port;
}

/** The file may have been cut off by a full disk. */
function isPort(number: number): boolean {
  return Number.isInteger(number) && number > 0 && number < 65_536;
}

function tryPort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(undefined));
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : undefined));
    });
  });
}
