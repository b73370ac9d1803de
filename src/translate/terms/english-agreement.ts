import type { EnglishForm, EnglishVerb } from './english-verb.js';

/** What the form of the source says of a verb. */
export type SourceUse = 'plain' | 'past' | 'progressive' | 'passive' | 'gerund';

const set = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

const BEFORE_BASE = set(
  `to can cannot can't could couldn't will won't would wouldn't shall shan't should shouldn't may might must mustn't do don't does
  doesn't did didn't let's please i'll you'll he'll she'll it'll we'll they'll i'd you'd he'd she'd we'd they'd`,
);
const HAVE = set("have has had haven't hasn't hadn't having i've you've we've they've");
const BE = set(
  "be is are was were am been being isn't aren't wasn't weren't i'm you're we're they're he's she's it's that's get gets got getting",
);
const PREPOSITIONS = set(
  'without after before by when while for of from in on upon about at with instead despite during against through since than like',
);
const DETERMINERS = set('the a an this that these those its their his her my our your any no each every');
const SINGULAR_SUBJECTS = set('he she it this that everyone everybody someone nobody who which');
const PLURAL_SUBJECTS = set('i you we they these those people');
/** Between a verb and what it agrees with. */
const ADVERBS = set(
  'not never always also often usually then just still ever even already yet only both all now n’t',
);
const OBJECTS = set(
  'the a an it them him her us me this that these those its their his my our your all any each one',
);
/** So far before the verb words are looked at, in characters. */
const REACH = 60;

/**
 * Sets a verb that a model was told to write into the form that its neighbours ask for: "without dismantleting it", "He dash."
 * and "did not dismantled" come of models that copy a word and then inflect it letter by letter, or not at all.
 */
export function inflectEnglish(translation: string, verb: EnglishVerb, use: SourceUse): string {
  const pattern = new RegExp(
    `(?<![\\p{L}'’-])(${escaped(wrongForms(verb))})(?![\\p{L}])(?=${escapedText(verb.rest)})`,
    'giu',
  );
  return translation.replace(pattern, (written: string, _group: string, at: number) => {
    const opens = at === 0 && /[.!?]$/u.test(translation);
    const wanted = wantedForms(translation, at, at + written.length + verb.rest.length, use);
    const isRight = wanted.some((form) => verb[form] === written.toLowerCase());
    const [best] = wanted;
    const form = isRight || best === undefined ? written : likeCase(verb[best], written);
    return opens ? form.slice(0, 1).toUpperCase() + form.slice(1) : form;
  });
}

/** All forms, right and wrong, that models make of a verb. */
function wrongForms({ base, third, past, participle, ing }: EnglishVerb): string[] {
  const last = base.at(-1) ?? '';
  const stems = [base, base + last, base.replace(/e$/, ''), `${base}t`, `${base.replace(/e$/, '')}t`];
  const made = stems.flatMap((stem) => ['ed', 'd', 'ing', 's', 'es'].map((ending) => stem + ending));
  return [...new Set([base, third, past, participle, ing, ...made])].sort((a, b) => b.length - a.length);
}

/** The forms that may stand here, the likeliest first; none where nothing tells. */
function wantedForms(text: string, start: number, end: number, use: SourceUse): readonly EnglishForm[] {
  const clause = /[^.,;:!?()"“”]*$/u.exec(text.slice(Math.max(0, start - REACH), start))?.[0] ?? '';
  const before = (
    clause
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{N}'-]+/gu) ?? []
  ).reverse();
  const near = before.filter((word, at) => !(at < 3 && isAdverb(word)));
  const [last = '', farther = ''] = near;
  const next = /^\s*([\p{L}'’]+)/u.exec(text.slice(end, end + REACH))?.[1]?.toLowerCase() ?? '';
  if (BEFORE_BASE.has(last)) return ['base'];
  if (HAVE.has(last)) return ['participle'];
  if (BE.has(last)) return besideBe(last, next, use);
  if (PREPOSITIONS.has(last)) return ['ing'];
  if (DETERMINERS.has(last) && next === 'of') return ['ing'];
  if (DETERMINERS.has(last)) return ['participle', 'ing', 'base'];
  const told: EnglishForm[] = use === 'past' ? ['past'] : [];
  if (SINGULAR_SUBJECTS.has(last)) return [...told, 'third', 'past'];
  if (PLURAL_SUBJECTS.has(last)) return [...told, 'base', 'past'];
  if (last === '')
    return before.length > 0 || use === 'plain'
      ? ['base', ...told, 'ing', 'participle']
      : [...told, 'base', 'ing', 'participle'];
  if (last === 'and' || last === 'or' || last === 'then' || last === 'but')
    return afterConjunction(near.slice(1), use);
  // let him go, help the user go
  if (/^(?:let|help|make)s?$/.test(farther)) return ['base'];
  if (last.endsWith('ly')) return [];
  return behindNoun(last, near.slice(1), next, use);
}

function isAdverb(word: string): boolean {
  return ADVERBS.has(word) || (word.length > 4 && word.endsWith('ly'));
}

/** is dismantled, is dismantling. */
function besideBe(be: string, next: string, use: SourceUse): readonly EnglishForm[] {
  if (be === 'being' || use === 'passive' || next === 'by') return ['participle', 'ing'];
  if (use === 'progressive' || OBJECTS.has(next)) return ['ing', 'participle'];
  return ['participle', 'ing'];
}

/** cleaned and dismantled: as the verb before it, where that can be told. */
function afterConjunction(before: readonly string[], use: SourceUse): readonly EnglishForm[] {
  const governor = before.find(
    (word) => BEFORE_BASE.has(word) || HAVE.has(word) || BE.has(word) || PREPOSITIONS.has(word),
  );
  if (governor !== undefined && BEFORE_BASE.has(governor)) return ['base', 'participle', 'ing'];
  if (before.some((word) => word.endsWith('ing'))) return ['ing', 'participle', 'base'];
  if (before.some((word) => /ed$/.test(word))) return ['past', 'participle', 'ing', 'base'];
  return use === 'past' ? ['past', 'base', 'ing', 'third'] : ['base', 'third', 'past', 'participle', 'ing'];
}

/** A noun before it is its subject: the company dismantles it. */
function behindNoun(
  noun: string,
  before: readonly string[],
  next: string,
  use: SourceUse,
): readonly EnglishForm[] {
  const governed = before.slice(0, 4).find((word) => BEFORE_BASE.has(word));
  const isQuestion = governed !== undefined && /^(?:do|does|did|can|could|will|would|should)/.test(governed);
  if (isQuestion && !before.slice(0, before.indexOf(governed)).some((word) => PREPOSITIONS.has(word)))
    return ['base', 'participle', 'ing', 'third', 'past'];
  const told: EnglishForm[] = use === 'past' ? ['past'] : use === 'passive' ? ['participle'] : [];
  const isPlural = /[^su]s$/.test(noun) || noun === 'children' || noun === 'men' || noun === 'women';
  const present: EnglishForm = isPlural ? 'base' : 'third';
  // "the parts dismantled by", "the man dismantling it" follow a noun as well.
  return next === 'by' ? ['participle'] : [...told, present, 'past', 'participle', 'ing'];
}

function escaped(words: readonly string[]): string {
  return words.map(escapedText).join('|');
}

function escapedText(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function likeCase(form: string, written: string): string {
  return /^\p{Lu}/u.test(written) ? form.slice(0, 1).toUpperCase() + form.slice(1) : form;
}
