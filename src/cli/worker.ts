import { parseArgs } from 'node:util';
import { composeLogger } from '../compose/logger.js';
import { refuseDamaged, startModel, warmUp } from '../compose/model.js';
import { readSettings } from '../settings/read-settings.js';
import type { Command } from './command.js';
import { stopSignal } from './stop-signal.js';

/** Does background work only: asynchronous translations, callbacks, imports, training. Nothing listens. */
export const workerCommand: Command = async (args) => {
  parseArgs({ args: [...args] });
  const settings = readSettings();
  const logger = composeLogger(settings);
  const stop = stopSignal();
  const starting = startModel(settings, logger);
  try {
    refuseDamaged(starting.model);
    const { composeBackground } = await import('../compose/service.js');
    const service = await composeBackground(settings, logger, starting);
    try {
      await starting.warm;
      refuseDamaged(starting.model);
      if (settings.inference !== 'local') await warmUp(service.model, logger);
      console.log('Kotobashi works in the background. Press Ctrl-C to stop.');
      logger.info(`stopping because of ${await stop}`);
      console.log('Stopping: the sentences under way are finished first.');
    } finally {
      await service.close();
    }
  } finally {
    await starting.close();
  }
  return 0;
};
