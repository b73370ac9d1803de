import type { Settings } from './config.js';
import { ModelService } from './model/service.js';
import { TranslationRoad } from './translate/service.js';

/** The part of the house that needs no database: models and the road. */
export interface Translator {
  readonly model: ModelService;
  readonly road: TranslationRoad;
  close(): Promise<void>;
}

export interface TranslatorOptions {
  /** Beam instead of the manifest's. */
  readonly beam?: number;
}

export function composeModel(settings: Settings, options: TranslatorOptions = {}): ModelService {
  return new ModelService({
    ...(settings.modelBeam > 0 ? { beam: settings.modelBeam } : {}),
    ...options,
    directory: settings.models,
    threads: settings.modelThreads,
    maxRows: settings.modelRows,
    queueLimit: settings.modelQueue,
    memoryBudget: settings.modelMemoryMegabytes * 1024 ** 2,
  });
}

export function composeTranslator(settings: Settings, options: TranslatorOptions = {}): Translator {
  const model = composeModel(settings, options);
  return { model, road: new TranslationRoad(model), close: () => model.close() };
}
