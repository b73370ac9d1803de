import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { StartError } from '../../base/start-error.js';
import { isAlive } from './lockfile.js';

/** What a cluster is called while it is made, with the process that makes it. */
const UNFINISHED = /\.new-(\d+)-[0-9a-f]+$/;

/**
 * Makes the folder of a cluster. It is filled under another name and renamed when it is whole, so that neither a process
 * that is killed meanwhile nor two that start at once leave half of one: the second to finish throws its own away.
 */
export async function makeCluster(cluster: string, fill: (folder: string) => Promise<void>): Promise<void> {
  // Read once: another process may give its own the name at any moment.
  const files = existsSync(cluster) ? readdirSync(cluster) : [];
  if (files.includes('PG_VERSION')) return;
  if (files.length > 0) {
    throw new StartError(
      `${cluster} is not whole: its file PG_VERSION is missing. Restore the backup, or move the folder away to begin anew.`,
    );
  }
  removeUnfinished(cluster);
  const own = `${cluster}.new-${process.pid}-${randomBytes(4).toString('hex')}`;
  mkdirSync(own, { mode: 0o700 });
  try {
    await fill(own);
    renameSync(own, cluster);
  } catch (error) {
    if (!existsSync(join(cluster, 'PG_VERSION'))) throw error;
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

function removeUnfinished(cluster: string): void {
  for (const name of readdirSync(dirname(cluster))) {
    const [whole, pid] = UNFINISHED.exec(name) ?? [];
    const isOurs = whole !== undefined && name === `${basename(cluster)}${whole}`;
    if (isOurs && !isAlive(Number(pid)))
      rmSync(join(dirname(cluster), name), { recursive: true, force: true });
  }
}
