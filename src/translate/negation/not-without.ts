import type { Lang } from '../../base/lang.js';

/**
 * "Nothing may be returned without our consent": two denials that make a condition. Of one alone the opposite is left
 * (同意なしに返送してもよい), and it still has a word that denies.
 */
const NOT_WITHOUT = {
  en: /(?:\b(?:not(?! without)|never|cannot|nothing|nobody|no one|none|neither|no \p{L}+)\b|n['’]t\b)[^.;:,]{0,80}\bwithout\b(?! (?:delay|fail|doubt))/iu,
  ja: /(?:同意|許可|承諾|承認|許諾|認可|了承|了解|断り|連絡|確認|署名|証明|決定)[^。、]{0,6}(?:なし[でに]|なく|ずに|ないで|(?:な|ませ)[いん]限り)[^。]{0,60}(?:な[いくか]|ませ[んぬ]|ず|ぬ|禁)/u,
  zh: /(?:未[经經]|(?:没有|沒有|无|無)[^。；，]{0,12}(?:同意|许可|許可|批准|授权|授權|证明|證明|签字|簽字))[^。；]{0,40}(?:不|勿|别|別|禁|莫)/u,
};
/** Each of both, in words that mean nothing else. */
const DENIAL = {
  en: /\b(?:not|never|cannot|nothing|nobody|no one|none|neither|nor|no|without)\b|n['’]t\b/giu,
  ja: /な[いくけか]|なし|ませ[んぬ]|ず(?=[にと、。]|$)|ぬ/gu,
  zh: /[不没沒未勿无無莫]|别|別|非/gu,
};
/** One word that says as much as both. */
const CONDITION = {
  en: /\b(?:only|unless|must|requires?|required|needs?|needed|prohibited|forbidden|have to|has to|subject to|prior|until)\b/iu,
  ja: /必要|必須|要する|要し|のみ|だけ|初めて|はじめて|うえで|上で|得て|てから|限り|除き|除いて|場合に|条件|禁|まで|しか|欠か|不可/u,
  zh: /[须須]|需要?|必|方可|才|只有|除非|前提|[经經][^。]{0,12}后|禁|[严嚴]|以后|之后|前/u,
};

/** An obligation and no denial: 支払わなければならない. */
const OBLIGED = /な(?:ければ|くては)(?:な(?:ら(?:ない|ず)|りません)|いけ(?:ない|ません))/gu;

/** Whether a source holds both, and its translation one of them and no condition. */
export function isHalfDenied(source: string, translation: string, from: Lang, to: Lang): boolean {
  const here = languageOf(from);
  const there = languageOf(to);
  if (here === undefined || there === undefined || !NOT_WITHOUT[here].test(source)) return false;
  const said = there === 'ja' ? translation.replace(OBLIGED, '') : translation;
  return denialsIn(said, to) === 1 && !saysWithout(said, there);
}

/** Whether a text says that something holds under a condition alone: with one word, or with two denials of any kind. */
export function saysWithout(text: string, lang: Lang): boolean {
  const known = languageOf(lang);
  return known === undefined || CONDITION[known].test(text) || denialsIn(text, lang) > 1;
}

/** How often a text denies, in words that mean nothing else. */
export function denialsIn(text: string, lang: Lang): number {
  const known = languageOf(lang);
  return known === undefined ? 0 : (text.match(DENIAL[known])?.length ?? 0);
}

function languageOf(lang: Lang): keyof typeof NOT_WITHOUT | undefined {
  if (lang === 'en' || lang === 'ja') return lang;
  return lang.startsWith('zh') ? 'zh' : undefined;
}
