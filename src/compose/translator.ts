import type { ModelService } from '../model/service.js';
import type { Settings } from '../settings/read-settings.js';
import { TranslationPipeline } from '../translate/translation-pipeline.js';
import { composeModel } from './model.js';

/** The part of the service that needs no database: models and the pipeline. */
export interface Translator {
  readonly model: ModelService;
  readonly pipeline: TranslationPipeline;
  close(): Promise<void>;
}

export function composeTranslator(settings: Settings): Translator {
  const model = composeModel(settings);
  return { model, pipeline: new TranslationPipeline(model), close: () => model.close() };
}
