import type { EngineRules } from './rules.js';

/** The phrase-pair engine: stored translations first, lines joined unless the caller says otherwise. */
export const phrasePairRules: EngineRules = {
  joinsLines: (options) => options.removeFakeLineBreak,
  phraseScope: (options) => (options.isT4ooSplit ? 'element-and-sentence' : 'element'),
  maxTermsPerSentence: Number.POSITIVE_INFINITY,
};
