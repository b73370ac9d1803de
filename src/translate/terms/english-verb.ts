import { type FormKind, verbForms } from './english-forms.js';
import type { Lexicon } from './lexicon.js';

export type EnglishForm = 'base' | 'third' | 'past' | 'participle' | 'ing';

/** An English verb, alone or with what belongs to it ("turn off"), in its forms. */
export interface EnglishVerb {
  readonly base: string;
  readonly third: string;
  readonly past: string;
  readonly participle: string;
  readonly ing: string;
  /** What stands behind the verb itself in all forms: " off". */
  readonly rest: string;
}

/** Their past is what they are. */
const UNCHANGED = new Set(
  'bet burst cast cost cut hit hurt let put quit read reset set shed shut slit split spread thrust upset'.split(
    ' ',
  ),
);

/** The forms of a term that is a verb; undefined for anything else. */
export function englishVerb(term: string, lexicon: Lexicon): EnglishVerb | undefined {
  const [base = '', ...others] = term.replace(/^to /, '').split(' ');
  if (!/^[a-z]{2,}$/.test(base) || !(lexicon.verbs.has(base) || lexicon.both.has(base))) return undefined;
  const forms = verbForms(base, lexicon);
  const all = (kind: FormKind): string[] =>
    forms.filter((form) => form.kind === kind).map(({ text }) => text);
  const rest = others.length === 0 ? '' : ` ${others.join(' ')}`;
  const doubles = isDoubled(base, lexicon);
  const [third = base] = all('third-person');
  const pasts = all('past');
  const irregular = lexicon.verbForms.get(base)?.filter((form) => !form.endsWith('ing')) ?? [];
  const regular = doubles
    ? (pasts.at(-1) ?? base)
    : (pasts.find((form) => !irregular.includes(form)) ?? base);
  if (UNCHANGED.has(base)) {
    const ending = base.endsWith('d') ? 'ing' : `${base.at(-1)}ing`;
    return { base, third, past: base, participle: base, ing: base + ending, rest };
  }
  // took, taken; went, gone: what ends in n or ne is the participle.
  const participle = irregular.find((form) => /n$|ne$/.test(form)) ?? irregular[0] ?? regular;
  const past = irregular.find((form) => form !== participle) ?? (irregular.length > 0 ? participle : regular);
  const ings = all('ing');
  const ing = doubles ? (ings.at(-1) ?? base) : (ings[0] ?? base);
  return { base, third, past, participle, ing, rest };
}

/** Verbs of one syllable, and those stressed on the last, double their consonant: stopped, uninstalled does not. */
function isDoubled(base: string, lexicon: Lexicon): boolean {
  if (!/[^aeiou][aeiou][bdgklmnprtv]$/.test(base) || /[wxy]$/.test(base)) return false;
  const listed = lexicon.verbForms.get(base) ?? [];
  if (listed.length > 0) return listed.some((form) => form === `${base}${base.at(-1)}ed`);
  const syllables = base.match(/[aeiouy]+/g)?.length ?? 0;
  return (
    syllables === 1 ||
    /(?:mit|fer|pel|cur|gin|get|set|let|cut|put|run|stop|plug|map|pin|tag|wrap|clip|ship|strip|drop)$/.test(
      base,
    )
  );
}
