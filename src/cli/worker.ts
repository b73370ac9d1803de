import { parseArgs } from 'node:util';
import { composeBackground, composeLogger, warmUp } from '../compose.js';
import { readSettings } from '../config.js';
import type { Command } from './command.js';
import { stopSignal } from './stop-signal.js';

/** Does background work only: asynchronous translations, callbacks, imports, training. Nothing listens. */
export const workerCommand: Command = async (args) => {
  parseArgs({ args: [...args] });
  const settings = readSettings();
  const logger = composeLogger(settings);
  const stop = stopSignal();
  const service = await composeBackground(settings, logger);
  try {
    await warmUp(service.model, logger);
    console.log('Kotobashi works in the background. Press Ctrl-C to stop.');
    logger.info(`stopping because of ${await stop}`);
    console.log('Stopping: the sentences under way are finished first.');
  } finally {
    await service.close();
  }
  return 0;
};
