import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The parts of `postmaster.pid` that matter to us. */
export interface RunningServer {
  readonly pid: number;
  readonly port: number;
}

/** An empty file that is older was left behind by a machine that lost its power. */
const STILL_WRITTEN_MS = 10_000;

/**
 * Reads `postmaster.pid` of a cluster and says which server, if any, really runs on it.
 *
 * After kill -9 the file stays behind and its number may by now belong to an unrelated process, which is common in
 * containers, where few numbers are in use. PostgreSQL alone would then refuse to start for ever, so a file whose
 * process is gone or is no PostgreSQL is removed here.
 */
export function findRunningServer(clusterFolder: string): RunningServer | undefined {
  const path = join(clusterFolder, 'postmaster.pid');
  if (!existsSync(path)) return undefined;
  const lines = readFileSync(path, 'utf8').split('\n');
  // A server that starts has made the file and not yet written it: taken away now, it would shut itself down.
  if (lines.length < 2 && Date.now() - statSync(path).mtimeMs < STILL_WRITTEN_MS) return undefined;
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (Number.isInteger(pid) && pid > 0 && isPostgres(pid)) return { pid, port };
  rmSync(path, { force: true });
  return undefined;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, under another account.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function isPostgres(pid: number): boolean {
  if (!isAlive(pid)) return false;
  try {
    if (existsSync('/proc/self/comm'))
      return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres');
    const command = execFileSync('ps', ['-p', String(pid), '-o', 'comm='], { encoding: 'utf8' });
    return command.includes('postgres');
  } catch {
    return false;
  }
}
