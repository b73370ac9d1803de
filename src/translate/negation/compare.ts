import type { Lang } from '../../base/lang.js';
import { CHINESE } from './chinese.js';
import { ENGLISH } from './english.js';
import { JAPANESE } from './japanese.js';
import type { NegationSigns } from './negation-signs.js';
import { isHalfDenied, saysWithout } from './not-without.js';

/** What became of a "not": the source has one and the translation none, or the other way round; or one of two is left. */
export type NegationFault = 'lost' | 'gained' | 'half';

function signsOf(lang: Lang): NegationSigns | undefined {
  if (lang === 'en') return ENGLISH;
  if (lang === 'ja') return JAPANESE;
  return lang.startsWith('zh') ? CHINESE : undefined;
}

/** "Do not pay until it has come" may be said without a "not" (届いてから, 到货后), yet not with "until" or "before" alone. */
const NOT_UNTIL =
  /(?:\b(?:not|never|cannot)\b|n['’]t\b)(?! (?:be |take )?long\b| hesitate\b)[^.,;:]{0,60}\b(?:until|till|before)\b(?! long\b)/iu;
const UNTIL = { ja: /まで|前に/u, zh: /前/u };
const ONLY_THEN = {
  ja: new RegExp(`${JAPANESE.any.source}|以降|から|初めて|早く|ようやく|後|続`, 'u'),
  zh: /[不没沒未勿莫别別无無非才後后除难難]|方可|最早|等到|起/u,
};

/**
 * Whether a sentence may say no and its translation yes, or the other way round: no more than a doubt, because languages
 * deny in many ways (対象外です is "not covered"). The way back says whether it is a fault: `isFault`.
 */
export function negationDoubt(
  source: string,
  translation: string,
  from: Lang,
  to: Lang,
): NegationFault | undefined {
  const here = signsOf(from);
  const there = signsOf(to);
  if (here === undefined || there === undefined) return undefined;
  if (from === 'en' && isDoneBefore(source, translation, to)) return 'lost';
  if (isHalfDenied(source, translation, from, to)) return 'half';
  if (isClear(source, here) && !hasSign(translation, there)) return 'lost';
  const single = source.replace(here.double, ' ');
  const mayTurn = here.any.test(single) || here.turns.test(single);
  return isClear(translation, there) && !mayTurn ? 'gained' : undefined;
}

/**
 * Whether a doubt is right, by what comes back when the translation is translated into the language of the source. What
 * is denied in other words is denied again on the way back; what was lost does not return.
 */
export function isFault(doubt: NegationFault, source: string, back: string, lang: Lang): boolean {
  const signs = signsOf(lang);
  if (signs === undefined) return false;
  if (doubt === 'gained') return isClear(back, signs);
  if (doubt === 'half') return !saysWithout(back, lang);
  return !hasSign(back, signs) && countOf(back, signs.any) < countOf(source, signs.any);
}

/** Whether what was not to happen until or before something happens until or before it. */
function isDoneBefore(source: string, translation: string, to: Lang): boolean {
  const lang = to === 'ja' ? 'ja' : 'zh';
  return NOT_UNTIL.test(source) && UNTIL[lang].test(translation) && !ONLY_THEN[lang].test(translation);
}

function hasSign(text: string, { clear }: Pick<NegationSigns, 'clear'>): boolean {
  return text.search(clear) !== -1;
}

/** Whether a text denies something beyond phrases that only look like it. */
function isClear(text: string, signs: Pick<NegationSigns, 'clear' | 'idioms'>): boolean {
  return hasSign(text, signs) && hasSign(text.replace(signs.idioms, ' '), signs);
}

function countOf(text: string, sign: RegExp): number {
  return text.match(new RegExp(sign, `${sign.flags}g`))?.length ?? 0;
}
