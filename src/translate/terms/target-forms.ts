import type { Lang } from '../../lang.js';
import { englishForms, type FormKind, plural, verbForms } from './english-forms.js';
import { japaneseStems } from './japanese-forms.js';
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
}

/** @param kind the form in which the term stood in the source */
export function targetForms(
  toText: string,
  kind: FormKind,
  to: Lang,
  lexicon: Lexicon | undefined,
): TargetForms {
  if (lexicon === undefined) return { target: toText, accepted: [toText] };
  if (to === 'ja') return { target: toText, accepted: [toText, ...japaneseStems(toText, lexicon)] };
  if (to !== 'en') return { target: toText, accepted: [toText] };
  const accepted = englishForms(toText, 'any', lexicon).map(({ text }) => text);
  const words = toText.split(' ');
  const [first = ''] = words;
  const last = words.at(-1) ?? '';
  const lower = first.toLowerCase();
  if (kind === 'past' && (lexicon.verbs.has(lower) || lexicon.both.has(lower))) {
    const past = verbForms(first, lexicon).find((form) => form.kind === 'past')?.text ?? first;
    return { target: [past, ...words.slice(1)].join(' '), accepted };
  }
  // Only what is written small is surely a common noun: names have no plural.
  if (!/^[a-z]{3,}$/.test(last) || /(?:ss|us|is|s)$/.test(last) || lexicon.verbs.has(last))
    return { target: toText, accepted };
  return { target: toText, accepted, plural: [...words.slice(0, -1), plural(last, lexicon)].join(' ') };
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
