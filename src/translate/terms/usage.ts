import type { FormKind, PartOfSpeech } from './english-forms.js';
import type { Lexicon } from './lexicon.js';

/** The words around an English word, within its clause. */
export interface Neighbours {
  /** The nearest first. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const set = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

const DETERMINERS = set(
  `a an the this that these those my your his its our their some any no every each another several many few both all
  whose what which such enough much half one two three four five six seven eight nine ten first second third last next`,
);
const PREPOSITIONS = set(
  `of in on at by for with from about into onto over under between against during without within upon toward towards
  through across like per via among behind beside near after before as than including`,
);
const ADJECTIVES = set(
  'new old same other own good best whole single great small large big main more most less better little only public free open dry',
);
const SUBJECTS = set(
  "i you we they who i'd i'll we'll we'd you'll you'd they'll they'd he'll he'd she'll she'd it'll",
);
const THIRD_PERSON = set('he she it who which that everyone everybody nobody someone somebody neither nor');
const AUXILIARIES = set(
  `will would can could may might must shall should do does did cannot gonna don't doesn't didn't won't can't couldn't
  shouldn't wouldn't let's please not`,
);
const ADVERBS = set(
  'never also always often usually then just still ever even rarely sometimes seldom soon again really now basically either neither',
);
/** What takes a bare verb, right behind it or behind its object: help cook, let him go, hear her play. */
const BEFORE_BARE_VERB = set(
  'help helps helped helping let lets letting make makes made making hear heard see saw go come went',
);
/** A noun may stand behind them with a blank "to": access to water, due to change. */
const BEFORE_TO_NOUN = set(
  `access exposure addition relation due according close back next return resistance damage thanks response attention
  subject similar equal opposed prior introduction approach added related limited connected reaction objection`,
);
const PRONOUN_OBJECTS = set('me him us them it you her');
const AFTER_VERB = set(
  'a an the my your his her its our their this that these those it them him me us you some any yourself himself herself themselves',
);
/** Behind a word they tell that it was the subject or has an attribute. */
const AFTER_NOUN = set(
  'is are was were has have had does did will would can could may might must should of that which who whose',
);
/** Behind the first word of a sentence they tell an order: Train for an hour, Head over to the docs. */
const AFTER_ORDER = set(
  'up out down off over away for to with in at on hard well plenty more all each every no two',
);
const PLURALS = set('people children men women police others some many those');
/** Words in -s that are no plural of a subject. */
const NO_SUBJECTS = set(
  'sports sales news series always its this his us is was has does as plus less across perhaps besides s',
);

/** As what a word that can be noun and verb is used; `any` where its neighbours do not tell. */
export function usage(kind: FormKind, neighbours: Neighbours, lexicon: Lexicon): PartOfSpeech {
  if (kind === 'past' || kind === 'ing') return 'verb';
  const before = neighbours.before.map((word) => word.replaceAll('’', "'"));
  const next = neighbours.after[0]?.toLowerCase().replaceAll('’', "'") ?? '';
  // An adverb stands before the verb that it belongs to: they often play.
  const skipped = before.findIndex((word) => !isAdverb(word.toLowerCase()));
  const [last = '', farther = '', farthest = ''] = skipped === -1 ? [] : before.slice(skipped);
  const context: Context = {
    last: last.toLowerCase(),
    lastAsWritten: last,
    farther: farther.toLowerCase(),
    farthest: farthest.toLowerCase(),
    next,
    hasAdverb: skipped > 0 || (skipped === -1 && before.length > 0),
  };
  if (last === '') return opening(kind, context);
  return (
    behindNounMark(context, lexicon) ??
    (kind === 'plain' ? bareForm(context, lexicon) : sForm(context, lexicon))
  );
}

interface Context {
  readonly last: string;
  readonly lastAsWritten: string;
  readonly farther: string;
  readonly farthest: string;
  readonly next: string;
  /** Whether an adverb stands between. */
  readonly hasAdverb: boolean;
}

function isAdverb(word: string): boolean {
  return (
    ADVERBS.has(word) || (word.length > 4 && word.endsWith('ly') && word !== 'family' && word !== 'only')
  );
}

/** First of its clause: an order, or the subject. */
function opening(kind: FormKind, { next }: Context): PartOfSpeech {
  if (AFTER_NOUN.has(next)) return 'noun';
  return kind === 'plain' && (AFTER_VERB.has(next) || AFTER_ORDER.has(next)) ? 'verb' : 'any';
}

/** Articles, numbers, prepositions and adjectives announce a noun. */
function behindNounMark(context: Context, lexicon: Lexicon): PartOfSpeech | undefined {
  const { last, farther, next, hasAdverb } = context;
  if (THIRD_PERSON.has(last) && (last === 'that' || last === 'which')) return undefined;
  if (hasAdverb) return undefined;
  if (DETERMINERS.has(last) || /^\d/.test(last) || /(?:'s|s')$/.test(last)) {
    if (last === "let's" || /^(?:it|he|she|what|who|that)'s$/.test(last)) return undefined;
    return 'noun';
  }
  if (last === 'her') return AFTER_VERB.has(next) && BEFORE_BARE_VERB.has(farther) ? 'verb' : 'noun';
  if (PREPOSITIONS.has(last)) return last === 'than' || last === 'like' ? undefined : 'noun';
  return ADJECTIVES.has(last) || lexicon.adjectives.has(last) ? 'noun' : undefined;
}

/** play, without an ending. */
function bareForm(context: Context, lexicon: Lexicon): PartOfSpeech {
  const { last, farther, farthest, next } = context;
  if (last === 'to') return BEFORE_TO_NOUN.has(farther) ? 'any' : 'verb';
  if (SUBJECTS.has(last) || AUXILIARIES.has(last)) return 'verb';
  // members that change size: behind a plural a relative clause.
  if (last === 'that' || last === 'which') return isPluralSubject(farther, lexicon) ? 'verb' : 'any';
  if (THIRD_PERSON.has(last)) return 'verb';
  if (BEFORE_BARE_VERB.has(last) && !/^(?:ma|see|saw)/.test(last)) return 'verb';
  const withObject = PRONOUN_OBJECTS.has(last) || /^[a-z]+$/.test(last);
  if (withObject && BEFORE_BARE_VERB.has(farther)) return 'verb';
  if (BEFORE_BARE_VERB.has(farthest) && DETERMINERS.has(farther)) return 'verb';
  if (last === 'but' && farther === 'nothing') return 'verb';
  if (isPluralSubject(last, lexicon)) return AFTER_NOUN.has(next) ? 'any' : 'verb';
  if (last === 'and' || last === 'or' || last === 'than') {
    // First in its clause: (or answer questions).
    const ordersPlural = farther === '' && isPluralSubject(next, lexicon);
    return AFTER_VERB.has(next) || ordersPlural ? 'verb' : 'any';
  }
  return AFTER_VERB.has(next) && !isNoun(last, lexicon) ? 'verb' : 'any';
}

/** plays: the plural of the noun, or the verb behind he or she. */
function sForm(context: Context, lexicon: Lexicon): PartOfSpeech {
  const { last, lastAsWritten, farther, next, hasAdverb } = context;
  const isSubject = AFTER_NOUN.has(next);
  if (THIRD_PERSON.has(last)) return isSubject ? 'noun' : 'verb';
  if (isSubject) return 'noun';
  if (hasAdverb) return 'verb';
  const takesObject = AFTER_VERB.has(next) || PREPOSITIONS.has(next) || next === 'to';
  // Shakespeare plays with words; but: the Shakespeare plays.
  if (/^[A-Z][a-z]+$/.test(lastAsWritten) && !DETERMINERS.has(farther)) return 'verb';
  if (isNoun(last, lexicon) && DETERMINERS.has(farther)) return takesObject ? 'verb' : 'any';
  return (last === 'and' || last === 'or') && AFTER_VERB.has(next) ? 'verb' : 'any';
}

function isNoun(word: string, lexicon: Lexicon): boolean {
  return /^[a-z]{3,}$/.test(word) && !lexicon.verbs.has(word) && !lexicon.adjectives.has(word);
}

/** users face, people study: behind the plural of a noun the bare form is its verb. */
function isPluralSubject(word: string, lexicon: Lexicon): boolean {
  if (PLURALS.has(word)) return true;
  return /^[a-z]{3,}[^s]s$/.test(word) && !NO_SUBJECTS.has(word) && !lexicon.adjectives.has(word);
}
