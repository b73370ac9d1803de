import type { Engine } from '../base/engine.js';
import type { TranslationOptions } from './pipeline-types.js';

/** Where phrase pairs may match. */
export type PhraseScope = 'none' | 'element' | 'element-and-sentence';

/** All that differs between engines; everything else is the one pipeline. */
export interface EngineRules {
  /** Whether lines that form one sentence are joined before translation. */
  joinsLines(options: TranslationOptions): boolean;
  phraseScope(options: TranslationOptions): PhraseScope;
  /** Terms applied per sentence, counted in the order in which they stand in it. */
  readonly maxTermsPerSentence: number;
}

const RULES: Readonly<Record<Engine, EngineRules>> = {
  /** Phrase pairs: stored translations first, lines joined unless the caller says otherwise. */
  t4oo: {
    joinsLines: (options) => options.removeFakeLineBreak,
    phraseScope: (options) => (options.isT4ooSplit ? 'element-and-sentence' : 'element'),
    maxTermsPerSentence: Number.POSITIVE_INFINITY,
  },
  /** Lines as they are, no phrase pairs, the first three terms of a sentence. */
  'real-time': {
    joinsLines: () => false,
    phraseScope: () => 'none',
    maxTermsPerSentence: 3,
  },
  /** Pairs that the model was trained on are answered exactly, wherever they stand. */
  custom: {
    joinsLines: () => false,
    phraseScope: () => 'element-and-sentence',
    maxTermsPerSentence: Number.POSITIVE_INFINITY,
  },
};

export function rulesOf(engine: Engine): EngineRules {
  return RULES[engine];
}
