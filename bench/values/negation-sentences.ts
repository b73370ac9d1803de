import { japaneseInflection, type VerbBases } from '#src/translate/terms/japanese-verb.js';
import type { Lexicon } from '#src/translate/terms/lexicon.js';
import { VERB_WORDS, type VerbWord } from './inflection-words.js';

/** A sentence, and whether it denies something. */
export interface NegationSentence {
  readonly text: string;
  readonly isNegated: boolean;
}

type English = (verb: VerbWord['plain'], object: string) => string;
const ENGLISH: readonly English[] = [
  ([base], o) => `The contractor shall not ${base} the ${o}.`,
  ([, , , participle], o) => `The ${o} may not be ${participle} without the written consent of the owner.`,
  ([base], o) => `No employee is allowed to ${base} the ${o}.`,
  ([base], o) => `None of the visitors wanted to ${base} the ${o}.`,
  ([, , past], o) => `Neither the manager nor the clerk ${past} the ${o}.`,
  ([base], o) => `There is no reason to ${base} the ${o}.`,
  ([, , past], o) => `In ten years she has never ${past} the ${o}.`,
  ([, , , participle], o) => `The ${o} has not been ${participle} since Monday.`,
  ([base], o) => `It is not possible to ${base} the ${o} by hand.`,
  ([base], o) => `Why would anyone not ${base} the ${o}?`,
  ([base], o) => `We no longer ${base} the ${o}.`,
  ([base], o) => `I don't think that they will ${base} the ${o}.`,
  ([, , , participle], o) => `The ${o} that was not ${participle} belongs to us.`,
  ([base], o) => `He told me not to ${base} the ${o}.`,
];

interface Japanese extends VerbBases {
  readonly lemma: string;
}
const JAPANESE: readonly ((verb: Japanese, object: string) => string)[] = [
  ({ te }, o) => `乙は${o}を${te}はならない。`,
  ({ lemma }, o) => `所有者の書面による同意なしに${o}を${lemma}ことはできない。`,
  ({ lemma }, o) => `従業員が${o}を${lemma}ことは認められていない。`,
  ({ polite }, o) => `見学者は誰も${o}を${polite}たがらなかった。`,
  ({ negative }, o) => `部長も課長も${o}を${negative}なかった。`,
  ({ lemma }, o) => `${o}を${lemma}理由はありません。`,
  ({ past }, o) => `彼女は十年間一度も${o}を${past}ことがない。`,
  ({ passive }, o) => `${o}は月曜日から${passive}ていません。`,
  ({ lemma }, o) => `手で${o}を${lemma}のは不可能だ。`,
  ({ negative }, o) => `なぜ${o}を${negative}ないのですか。`,
  ({ te }, o) => `私たちはもう${o}を${te}いません。`,
  ({ lemma }, o) => `彼らが${o}を${lemma}とは思わない。`,
  ({ negative }, o) => `彼は私に${o}を${negative}ないように言った。`,
  ({ negative }, o) => `${o}を${negative}なくても問題はありません。`,
];

const CHINESE: readonly ((verb: string, object: string) => string)[] = [
  (v, o) => `乙方不得${v}${o}。`,
  (v, o) => `未经所有者书面同意，不得${v}${o}。`,
  (v, o) => `不允许任何员工${v}${o}。`,
  (v, o) => `没有一个参观者想${v}${o}。`,
  (v, o) => `经理和职员都没有${v}${o}。`,
  (v, o) => `没有理由${v}${o}。`,
  (v, o) => `十年来她从来没有${v}过${o}。`,
  (v, o) => `自星期一以来，${o}一直没有被${v}。`,
  (v, o) => `无法用手${v}${o}。`,
  (v, o) => `你为什么不${v}${o}？`,
  (v, o) => `我们不再${v}${o}了。`,
  (v, o) => `我认为他们不会${v}${o}。`,
  (v, o) => `他叫我别${v}${o}。`,
  (v, o) => `不${v}${o}也没有问题。`,
];

/** Sentences that deny, of every kind that contracts, manuals and letters have. */
export function negationSentences(direction: string, lexicon: Lexicon): NegationSentence[] {
  const texts = VERB_WORDS.flatMap(({ ja, zh, plain, objects }) =>
    objects.flatMap(([jaObject, enObject, zhObject]) => {
      if (direction.startsWith('en')) return ENGLISH.map((make) => make(plain, enObject));
      if (direction.startsWith('zh')) return CHINESE.map((make) => make(zh, zhObject));
      const bases = japaneseInflection(ja, lexicon)?.bases;
      if (bases === undefined) throw new Error(`${ja} is no verb.`);
      return JAPANESE.map((make) => make({ ...bases, lemma: ja }, jaObject));
    }),
  );
  return [...new Set(texts)].map((text) => ({ text, isNegated: true }));
}
