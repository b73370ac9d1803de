import type { Lang } from '../../base/lang.js';
import { inflectEnglish, type SourceUse } from './english-agreement.js';
import { englishForms, plural, singular } from './english-forms.js';
import { type EnglishForm, type EnglishVerb, englishVerb } from './english-verb.js';
import { inflectJapanese } from './japanese-agreement.js';
import { japaneseStems } from './japanese-forms.js';
import { type JapaneseInflection, japaneseInflection } from './japanese-verb.js';
import type { Lexicon } from './lexicon.js';
import { containsTerm } from './presence.js';

/** How the target of a term may stand in the translation. */
export interface TargetForms {
  /** The form that fits the source: "ran" for 走った. */
  readonly target: string;
  /** Every form that counts as the term. */
  readonly accepted: readonly string[];
  /** Its plural, for English nouns. */
  readonly plural?: string;
  /** Of a target in the plural, its singular. */
  readonly singular?: string;
  /** An English verb with what the source says of it. */
  readonly verb?: { readonly forms: EnglishVerb; readonly use: SourceUse };
  /** A Japanese verb or adjective. */
  readonly inflection?: JapaneseInflection;
}

/** How a term stood in the source. */
export interface FoundForm {
  /** Whether it is a verb there. */
  readonly isVerb: boolean;
  readonly use: SourceUse;
}

const FORM_OF: Readonly<Record<SourceUse, EnglishForm>> = {
  plain: 'base',
  past: 'past',
  passive: 'participle',
  progressive: 'ing',
  gerund: 'ing',
};

export function targetForms(
  toText: string,
  { isVerb, use }: FoundForm,
  to: Lang,
  lexicon: Lexicon | undefined,
): TargetForms {
  if (lexicon === undefined) return { target: toText, accepted: [toText] };
  if (to === 'ja') return japaneseTarget(toText, lexicon);
  if (to !== 'en') return { target: toText, accepted: [toText] };
  const accepted = englishForms(toText, 'any', lexicon).map(({ text }) => text);
  const verb = isVerb ? englishVerb(toText, lexicon) : undefined;
  if (verb !== undefined) {
    const forms = [verb.base, verb.third, verb.past, verb.participle, verb.ing].map(
      (form) => form + verb.rest,
    );
    return {
      target: verb[FORM_OF[use]] + verb.rest,
      accepted: [...new Set([toText, ...forms, ...accepted])],
      verb: { forms: verb, use },
    };
  }
  const words = toText.split(' ');
  const last = words.at(-1) ?? '';
  const one = singular(last, lexicon);
  if (one !== undefined && accepted.length > 1)
    return { target: toText, accepted, singular: [...words.slice(0, -1), one].join(' ') };
  // Only what is written small is surely a common noun: names have no plural.
  if (!/^[a-z]{3,}$/.test(last) || /(?:ss|us|is|s)$/.test(last) || lexicon.verbs.has(last))
    return { target: toText, accepted };
  return { target: toText, accepted, plural: [...words.slice(0, -1), plural(last, lexicon)].join(' ') };
}

/** The model gets the stem alone and sets the ending: 取り外 of 取り外す. */
function japaneseTarget(toText: string, lexicon: Lexicon): TargetForms {
  const inflection = japaneseInflection(toText, lexicon);
  if (inflection === undefined) return { target: toText, accepted: [toText] };
  return { target: inflection.stem, accepted: [toText, ...japaneseStems(toText, lexicon)], inflection };
}

/** Verbs and adjectives in the form that the sentence asks for; nouns in the plural behind a count. */
export function inflectTerm(
  translation: string,
  { target, plural: many, singular: one, verb, inflection }: TargetForms,
): string {
  if (verb !== undefined) return inflectEnglish(translation, verb.forms, verb.use);
  if (inflection !== undefined) return inflectJapanese(translation, inflection);
  if (one !== undefined) return agreeOne(translation, target, one);
  return many === undefined ? translation : agree(translation, target, many);
}

const MANY = new Set(
  'two three four five six seven eight nine ten eleven twelve several many few these those both multiple various numerous'.split(
    ' ',
  ),
);
const MAY_FOLLOW_PLURAL = new Set(
  `of in on at to for with and or but that which who is are was were have has had will can could should would may must do did
  from by as than if when while because not also per into under over between`.split(/\s+/),
);

/** Sets the plural where a count stands before a term: "3 host machine" becomes "3 host machines". */
export function agree(translation: string, singular: string, plural: string): string {
  if (!containsTerm(translation, singular)) return translation;
  let out = '';
  let at = 0;
  for (
    let hit = translation.indexOf(singular);
    hit !== -1;
    hit = translation.indexOf(singular, hit + singular.length)
  ) {
    const end = hit + singular.length;
    out += translation.slice(at, hit) + (needsPlural(translation, hit, end) ? plural : singular);
    at = end;
  }
  return out + translation.slice(at);
}

/** Before one thing, or around it. */
const ONE =
  /\b(?:one|an?|each|every|this|another|either|neither|per|single|1) (?:(?!of|or|to|more|than)[a-z]+ )?$/iu;
const THE = /(?:^|[.!?,;:] |\b(?:when|if|that|and|but|because) )(?:the|that) $/iu;
const IS = /^ (?:is|was|has|needs|does|doesn['’]t|isn['’]t|wasn['’]t)\b/u;

/** Sets the singular where the translation speaks of one: "this couplings" becomes "this coupling". */
function agreeOne(translation: string, plural: string, singular: string): string {
  const found = new RegExp(
    `(?<![\\p{L}-])${plural.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}-])`,
    'gu',
  );
  return translation.replace(found, (written, at: number) => {
    const before = translation.slice(Math.max(0, at - 40), at);
    const isOne = ONE.test(before) || (THE.test(before) && IS.test(translation.slice(at + written.length)));
    return isOne ? singular : written;
  });
}

function needsPlural(text: string, start: number, end: number): boolean {
  if (/[A-Za-z'’-]/.test(text[end] ?? '') || /[A-Za-z-]/.test(text[start - 1] ?? '')) return false;
  const next = /^ ([A-Za-z]+)/.exec(text.slice(end, end + 16))?.[1]?.toLowerCase();
  if (next !== undefined && !MAY_FOLLOW_PLURAL.has(next)) return false;
  const before = text
    .slice(Math.max(0, start - 40), start)
    .trimEnd()
    .split(' ');
  const last = before.at(-1) ?? '';
  const farther = before.at(-2) ?? '';
  return (
    isMany(last) ||
    (/^[a-z]+$/.test(last) &&
      !MAY_FOLLOW_PLURAL.has(last) &&
      last !== 'a' &&
      last !== 'an' &&
      last !== 'the' &&
      isMany(farther))
  );
}

function isMany(word: string): boolean {
  return MANY.has(word.toLowerCase()) || (/^\d[\d,]*$/.test(word) && word !== '1');
}
