// Apart from the rest of the service: a command makes it first, so that threads read weights while its own loads the program.
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { StartError } from '../base/start-error.js';
import { type ModelPort, ModelUnusable } from '../model/model-port.js';
import type { ModelSettings } from '../model/model-settings.js';
import { ModelService } from '../model/service.js';
import type { Settings } from '../settings/read-settings.js';

/** Settings of neural inference in this process. */
function modelSettings(settings: Settings): ModelSettings {
  return {
    ...(settings.modelBeam > 0 ? { beam: settings.modelBeam } : {}),
    directory: settings.models,
    checksums: join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'kotobashi', 'checksums.json'),
    threads: settings.modelThreads,
    maxRows: settings.modelRows,
    queueLimit: settings.modelQueue,
    memoryBudget: settings.modelMemoryMegabytes * 1024 ** 2,
  };
}

/** A damaged model would leave its directions unserved without a word; the person who starts the service is told. */
export function refuseDamaged(model: ModelService): void {
  if (model.refused.length === 0) return;
  const reasons = model.refused.map(({ reason }) => reason).join(' ');
  throw new StartError(`A model cannot be used. ${reasons} Or take its folder away to start without it.`);
}

export function composeModel(settings: Settings): ModelService {
  return new ModelService(modelSettings(settings));
}

/**
 * Has every model translate a number, so that the first caller does not wait for weights to be read; not a word, for which
 * every table of Chinese characters would be made too. One that is damaged is refused from then on (`refuseDamaged`); what
 * else goes wrong is logged, and the others serve.
 */
export async function warmUp(model: ModelPort, logger: Logger): Promise<void> {
  const direct = model.directions().filter((direction) => direction.via === undefined);
  await Promise.all(
    direct.map(({ from, to }) =>
      model
        .translate([{ from, to, source: [{ kind: 'text', text: '12' }] }], {
          fairnessKey: 'warm-up',
          priority: 'interactive',
        })
        .catch((error: unknown) => {
          if (error instanceof ModelUnusable) return;
          logger.error({ err: error }, `nothing translates from ${from} to ${to}`);
        }),
    ),
  );
}

/** A model that reads its weights while the rest of the program is loaded. */
export interface StartingModel {
  readonly model: ModelService;
  /** When it has translated; where other machines translate, at once. Never rejects. */
  readonly warm: Promise<void>;
  close(): Promise<void>;
}

export function startModel(settings: Settings, logger: Logger): StartingModel {
  const model = composeModel(settings);
  const warm = settings.inference === 'local' ? warmUp(model, logger) : Promise.resolve();
  const close = async () => {
    // A thread must not end while it reads a model.
    await warm;
    await model.close();
  };
  return { model, warm, close };
}
