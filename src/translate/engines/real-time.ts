import type { EngineRules } from './rules.js';

/** The real-time engine: lines as they are, no phrase pairs, the first three terms of a sentence. */
export const realTimeRules: EngineRules = {
  joinsLines: () => false,
  phraseScope: () => 'none',
  maxTermsPerSentence: 3,
};
