import type { Engine } from '../../engine.js';
import type { TranslationOptions } from '../pipeline.js';
import { customRules } from './custom.js';
import { realTimeRules } from './real-time.js';
import { phrasePairRules } from './t4oo.js';

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
  t4oo: phrasePairRules,
  'real-time': realTimeRules,
  custom: customRules,
};

export function rulesOf(engine: Engine): EngineRules {
  return RULES[engine];
}
