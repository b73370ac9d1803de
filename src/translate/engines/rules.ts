import type { Engine, RoadOptions } from '../port.js';
import { customRules } from './custom.js';
import { realTimeRules } from './real-time.js';
import { phrasePairRules } from './t4oo.js';

/** Where phrase pairs may match. */
export type PhraseScope = 'none' | 'element' | 'element-and-sentence';

/** All that differs between engines; everything else is the one road. */
export interface EngineRules {
  /** Whether lines that form one sentence are joined before translation. */
  joinsLines(options: RoadOptions): boolean;
  phraseScope(options: RoadOptions): PhraseScope;
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
