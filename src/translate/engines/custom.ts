import type { EngineRules } from './rules.js';

/** The custom-model engine: pairs that the model was trained on are answered exactly, wherever they stand. */
export const customRules: EngineRules = {
  joinsLines: () => false,
  phraseScope: () => 'element-and-sentence',
  maxTermsPerSentence: Number.POSITIVE_INFINITY,
};
