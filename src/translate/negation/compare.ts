import type { Lang } from '../../base/lang.js';
import { CHINESE } from './chinese.js';
import { ENGLISH } from './english.js';
import { JAPANESE } from './japanese.js';
import type { NegationSigns } from './negation-signs.js';
import { denialsIn, isHalfDenied, saysWithout } from './not-without.js';

/**
 * What became of a "not": the source has one and the translation none, or the other way round; what must not happen before
 * a time happens before it; one is left of two that make a condition; fewer are left than the several of the source; or more
 * is denied (急がなくても間に合う: "we won't be in time if we don't hurry"); or what holds under a condition holds but for it.
 */
export type NegationFault = 'lost' | 'gained' | 'before' | 'half' | 'fewer' | 'more' | 'excepted';

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
  ja: new RegExp(`${JAPANESE.any.source}|以降|から|初めて|早く|ようやく|(?<!その|今)後|続`, 'u'),
  zh: /[不没沒未勿莫别別无無非才後后除难難]|方可|最早|等到|起/u,
};

/** What is not done before a time is done from then on; only English is asked for it. */
const FROM_THEN_ON = /\b(?:after|afterwards|from|once|only|start\p{L}*|begin\p{L}*|earliest|as soon as)\b/iu;

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
  if (from === 'en' && isDoneBefore(source, translation, to)) return 'before';
  if (isHalfDenied(source, translation, from, to)) return 'half';
  if (from === 'en' && isExcepted(source, translation, to)) return 'excepted';
  if (from === 'en' && deniesUnless(source, translation)) return 'gained';
  if (isClear(source, here) && !hasSign(translation, there)) return 'lost';
  if (CONDITION.test(source) && !hasSign(translation, { clear: there.any })) return 'lost';
  if (CONTRAST.test(source) && !there.any.test(translation)) return 'lost';
  if (mayDenyLess(source, translation, here, to)) return 'fewer';
  const single = source.replace(here.double, ' ');
  const mayTurn = here.any.test(single) || here.turns.test(single);
  if (isClear(translation, there) && !mayTurn) return 'gained';
  return mayDenyMore(single, translation, here, there) ? 'more' : undefined;
}

/**
 * Whether a doubt is right, by what comes back when the translation is translated into the language of the source. What
 * is denied in other words is denied again on the way back; what was lost does not return.
 */
export function isFault(doubt: NegationFault, source: string, back: string, lang: Lang): boolean {
  const signs = signsOf(lang);
  if (signs === undefined) return false;
  if (doubt === 'gained') return isClear(back, signs);
  if (doubt === 'before') return !hasSign(back, signs) && !FROM_THEN_ON.test(back);
  if (doubt === 'excepted') return EXCEPTION.en.test(back);
  if (doubt === 'half') return !saysWithout(back, lang);
  if (doubt === 'more') return clearDenials(back, signs) > clearDenials(source, signs);
  const isLess =
    doubt === 'fewer' ? denialsIn(back, lang) < clearDenials(source, signs) : !hasSign(back, signs);
  return isLess && countOf(back, signs.any) < countOf(source, signs.any);
}

/** What holds but for one case; a translation that says nothing of the kind says the opposite. */
const CONDITION = /\bunless\b|除非/iu;

/** 月曜日ではなく、火曜日 */
const CONTRAST = /(?:では|じゃ)なく(?:て|、|(?=\p{Script=Han}))/u;

/** "provided that it notifies the other party": the one case in which something holds. */
const PROVIDED =
  /\b(?:provided that|providing that|provided (?=(?:it|they|he|she|you|we|the)\b)|on condition that|as long as)\b(?<clause>[^,;.]*)/iu;
/** The one case in which it does not. */
const EXCEPTION = {
  en: /\b(?:unless|except|other than)\b/iu,
  ja: /(?:場合|とき|時|の)を除(?:き|い)|ない限り/u,
  zh: /除非|除[^。；，]{1,24}外/u,
};

/** Whether what is to be so for something to hold is what it does not hold for in the translation. */
function isExcepted(source: string, translation: string, to: Lang): boolean {
  const { clause } = PROVIDED.exec(source)?.groups ?? {};
  if (clause === undefined || hasSign(clause, ENGLISH) || EXCEPTION.en.test(source)) return false;
  return EXCEPTION[to === 'ja' ? 'ja' : 'zh'].test(translation);
}

/** "Unless you object" is 除非提出异议; 除非不提出异议 turns it round. */
const UNLESS = { en: /\bunless\b(?<clause>[^,;.]*)/iu, zh: /除非(?<clause>[^，；。]*)/u };

/** Whether the one case in which something does not hold is denied in Chinese, and nothing in English. */
function deniesUnless(source: string, translation: string): boolean {
  const { clause } = UNLESS.en.exec(source)?.groups ?? {};
  const { clause: said } = UNLESS.zh.exec(translation)?.groups ?? {};
  if (clause === undefined || said === undefined || hasSign(source, ENGLISH)) return false;
  return !ENGLISH.any.test(clause) && isClear(said, CHINESE);
}

/** Whether what was not to happen until or before something happens until or before it. */
function isDoneBefore(source: string, translation: string, to: Lang): boolean {
  const lang = to === 'ja' ? 'ja' : 'zh';
  if (!NOT_UNTIL.test(source)) return false;
  const clauses = translation.split(/(?<=[，、；。,;])/u);
  const at = clauses.findLastIndex((clause) => UNTIL[lang].test(clause));
  // What is said before it (收到订单后) says nothing of it.
  return at !== -1 && !ONLY_THEN[lang].test(clauses.slice(at).join(''));
}

/** Whether of several denials one may be lost: "if it cannot be delivered by March, we will not be in time". */
function mayDenyLess(source: string, translation: string, here: NegationSigns, to: Lang): boolean {
  const denials = clearDenials(source, here);
  return denials > 1 && denialsIn(translation, to) < denials;
}

/** 急がなくても間に合う: nothing is denied but what does not matter. */
const CONCESSION = /な(?:く|かっ)(?:ても|たって)(?!(?:い|よ|良|構|かま|大丈夫|結構|す|済))/gu;

/** Whether what was a concession may have become a denial of what is said. */
function mayDenyMore(
  source: string,
  translation: string,
  here: NegationSigns,
  there: NegationSigns,
): boolean {
  const isDenied = (text: string): boolean => here.any.test(text);
  return isDenied(source) && !isDenied(source.replace(CONCESSION, ' ')) && isClear(translation, there);
}

/** What says the same "no" once more, or may well be said without one: never, not even once; 既不…也不; without. */
const SAID_AGAIN = /\b(?:not even|nor|neither|without|not once)\b|[也又亦]不|なし[でに]|ずに|のみならず/giu;

function clearDenials(text: string, { clear, idioms }: NegationSigns): number {
  return countOf(text.replace(idioms, ' ').replace(SAID_AGAIN, ' '), clear);
}

function hasSign(text: string, { clear }: Pick<NegationSigns, 'clear'>): boolean {
  return text.search(clear) !== -1;
}

/** Whether a text denies something in words that mean nothing else. */
export function denies(text: string, lang: Lang): boolean {
  const signs = signsOf(lang);
  return signs !== undefined && isClear(text, signs);
}

/** Whether a text denies something beyond phrases that only look like it. */
function isClear(text: string, signs: Pick<NegationSigns, 'clear' | 'idioms'>): boolean {
  return hasSign(text, signs) && hasSign(text.replace(signs.idioms, ' '), signs);
}

function countOf(text: string, sign: RegExp): number {
  return text.match(sign.global ? sign : new RegExp(sign, `${sign.flags}g`))?.length ?? 0;
}
