import type { Lang } from '../../base/lang.js';
import { CHINESE } from './chinese.js';
import { ENGLISH } from './english.js';
import { JAPANESE } from './japanese.js';
import type { NegationSigns } from './negation-signs.js';

/** What became of a "not": the source has one and the translation none, or the other way round. */
export type NegationFault = 'lost' | 'gained';

function signsOf(lang: Lang): NegationSigns | undefined {
  if (lang === 'en') return ENGLISH;
  if (lang === 'ja') return JAPANESE;
  return lang.startsWith('zh') ? CHINESE : undefined;
}

/** "Do not pay until it has come" may be said without a "not" (届いてから), yet not with まで alone. */
const NOT_UNTIL = /(?:\b(?:not|never)\b|n['’]t\b)[^.;:]{0,80}\b(?:until|till)\b/iu;
const UNTIL = /まで(?!に)/u;

/**
 * Whether a sentence says no and its translation yes, or the other way round. Careful on purpose: a clear sign on one side
 * against nothing at all on the other that could stand for it, because languages deny in many ways (しか…ない is "only").
 */
export function negationFault(
  source: string,
  translation: string,
  from: Lang,
  to: Lang,
): NegationFault | undefined {
  const here = signsOf(from);
  const there = signsOf(to);
  if (here === undefined || there === undefined) return undefined;
  const isDenied = isClear(source, here) || isHeldUntil(source, translation, from, to);
  if (isDenied && !there.any.test(translation)) return 'lost';
  const mayTurn = here.any.test(source) || here.turns.test(source);
  return isClear(translation, there) && !mayTurn ? 'gained' : undefined;
}

function isHeldUntil(source: string, translation: string, from: Lang, to: Lang): boolean {
  return from === 'en' && to === 'ja' && NOT_UNTIL.test(source) && UNTIL.test(translation);
}

/** Whether a text denies something beyond phrases that only look like it. */
function isClear(text: string, { clear, idioms }: Pick<NegationSigns, 'clear' | 'idioms'>): boolean {
  if (text.search(clear) === -1) return false;
  return text.replace(idioms, ' ').search(clear) !== -1;
}
