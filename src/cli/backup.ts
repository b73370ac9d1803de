import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Logger } from 'pino';
import { composeLogger, openStore } from '../compose/accounts.js';
import { Closing } from '../compose/closing.js';
import { readSettings } from '../settings/read-settings.js';
import { BackupError } from '../store/backup/format.js';
import { restoreBackup } from '../store/backup/restore.js';
import { writeBackup } from '../store/backup/write.js';
import { ServerLock } from '../store/server-lock.js';
import type { Store } from '../store/store.js';
import type { Command } from './command.js';

/** Everything the service knows, into one file, while it goes on. */
export const backupCommand: Command = (args) =>
  withStore(args, async (store, dataFolder, path) => {
    console.log(`${await writeBackup(store, dataFolder, path)} rows were written to ${path}.`);
  });

/** Back again, into an empty database. */
export const restoreCommand: Command = (args) =>
  withStore(args, async (store, dataFolder, path) => {
    const lock = await ServerLock.take(store);
    if (lock === undefined) throw new BackupError('A server runs on this data folder. Stop it first.');
    try {
      console.log(`${await restoreBackup(store, dataFolder, path)} rows were restored from ${path}.`);
    } finally {
      lock.close();
    }
  });

async function withStore(
  args: readonly string[],
  work: (store: Store, dataFolder: string, path: string) => Promise<void>,
): Promise<number> {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) {
    console.error('Name one file.');
    return 2;
  }
  const settings = readSettings();
  const logger: Logger = composeLogger(settings);
  const closing = new Closing();
  try {
    const store = await openStore(settings, logger, closing);
    await work(store, settings.data, resolve(file));
    return 0;
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    console.error(error.message);
    return 1;
  } finally {
    await closing.close();
  }
}
