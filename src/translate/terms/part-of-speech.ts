import type { Lang } from '../../lang.js';
import type { FormKind, PartOfSpeech } from './english-forms.js';
import type { Lexicon } from './lexicon.js';

const BEFORE_VERB = new Set(
  `to will would can could may might must shall should do does did don't doesn't didn't won't can't couldn't shouldn't cannot
  not never please let's i you we they who and or then also always often usually`.split(/\s+/),
);
const BEFORE_THIRD_PERSON = new Set('he she it who which this that'.split(' '));
/** Behind a word in -s they tell that it was the subject. */
const AFTER_SUBJECT = new Set(
  'is are was were has have had do does did will would can could may might must should'.split(' '),
);
const BEFORE_NOUN = new Set(
  `a an the this that these those my your his her its our their some any no every each another one two three four five six
  seven eight nine ten several many few more most all both of in on at by for with from about into onto over under between
  new old same other own good best first second third last next whole single great small large big main`.split(
    /\s+/,
  ),
);
const AFTER_VERB = new Set(
  'a an the my your his her its our their this that these those it them him me us'.split(' '),
);

/** The part of speech that an entry means, as far as its two sides tell. */
export function speechOf(fromText: string, toText: string, to: Lang, lexicon: Lexicon): PartOfSpeech {
  const word = fromText.toLowerCase();
  if (!lexicon.both.has(word)) return lexicon.verbs.has(word) ? 'verb' : 'any';
  if (to === 'ja') {
    if (/[\p{Script=Han}ぁ-ん](?:する|[うくぐすつぬぶむる])$/u.test(toText)) return 'verb';
  } else if (lexicon.verbTargets.has(toText)) return 'verb';
  return lexicon.nounTargets.has(toText) ? 'noun' : 'any';
}

/**
 * Whether an English word that can be noun and verb is used as the entry means it, judged by its form and its
 * neighbours. What they leave open counts as a fit: a term that is not applied is worse than one too many.
 */
export function fitsSpeech(
  speech: PartOfSpeech,
  kind: FormKind,
  text: string,
  start: number,
  end: number,
): boolean {
  if (speech === 'any') return true;
  const usedAs = usage(kind, text, start, end);
  return usedAs === 'any' || usedAs === speech;
}

function usage(kind: FormKind, text: string, start: number, end: number): PartOfSpeech {
  if (kind === 'past' || kind === 'ing') return 'verb';
  const before =
    /([A-Za-z']+)\s+$/.exec(text.slice(Math.max(0, start - 24), start))?.[1]?.toLowerCase() ?? '';
  const after = /^\s+([A-Za-z']+)/.exec(text.slice(end, end + 24))?.[1]?.toLowerCase() ?? '';
  const isPlain = kind === 'plain';
  if (!isPlain && BEFORE_THIRD_PERSON.has(before)) return AFTER_SUBJECT.has(after) ? 'noun' : 'verb';
  if (BEFORE_NOUN.has(before) || /(?:'s|s')$/.test(before)) return 'noun';
  if (isPlain && BEFORE_VERB.has(before)) {
    if (before === 'to' || before === 'and' || before === 'or')
      return AFTER_VERB.has(after) || before === 'to' ? 'verb' : 'any';
    return 'verb';
  }
  const opens = !/[A-Za-z0-9,]\s*$/.test(text.slice(Math.max(0, start - 3), start));
  if (isPlain && (opens || before === '') && AFTER_VERB.has(after)) return 'verb';
  if (isPlain && AFTER_VERB.has(after) && /ly$/.test(before)) return 'verb';
  return 'any';
}
