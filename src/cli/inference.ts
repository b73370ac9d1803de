import { parseArgs } from 'node:util';
import { composeInferenceServer } from '../compose/inference.js';
import { composeLogger } from '../compose/logger.js';
import { refuseDamaged, warmUp } from '../compose/model.js';
import { openTracing } from '../compose/tracing.js';
import { drain } from '../http/drain.js';
import { readSettings } from '../settings/read-settings.js';
import type { Command } from './command.js';
import { listenAt, publicDoor } from './listen.js';
import { stopSignal } from './stop-signal.js';

/** Translates sentences for services on other machines. Needs models and a shared secret, and no database. */
export const inferenceCommand: Command = async (args) => {
  parseArgs({ args: [...args] });
  const settings = readSettings();
  const logger = composeLogger(settings);
  const stop = stopSignal();
  const tracing = await openTracing(settings, 'kotobashi-inference');
  const { app, model } = composeInferenceServer(settings, logger, tracing);
  try {
    await warmUp(model, logger);
    refuseDamaged(model);
    const url = await listenAt(app, publicDoor(settings));
    console.log(`Kotobashi translates for others at ${url}. Press Ctrl-C to stop.`);
    logger.info(`stopping because of ${await stop}`);
    console.log('Stopping: the sentences under way are finished first.');
  } finally {
    await drain(app, settings.drainSeconds);
    await model.close();
    await tracing?.close();
  }
  return 0;
};
