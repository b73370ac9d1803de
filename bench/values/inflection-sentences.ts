import {
  type JapaneseInflection,
  japaneseInflection,
  type VerbBases,
} from '#src/translate/terms/japanese-verb.js';
import type { Lexicon } from '#src/translate/terms/lexicon.js';
import { ADJECTIVE_WORDS, VERB_WORDS, type VerbWord } from './inflection-words.js';

/** A sentence with a verb or an adjective as a term, in one of its forms. */
export interface InflectionSentence {
  readonly text: string;
  readonly fromText: string;
  readonly toText: string;
  readonly isNegated: boolean;
  /** English forms of the target, where it is English. */
  readonly english?: readonly string[];
  readonly japanese?: JapaneseInflection;
}

type Frame = readonly [
  isNegated: boolean,
  make: (part: { v: VerbBases & { lemma: string }; o: string; s: string }) => string,
];

const JAPANESE_SUBJECTS = ['彼', '彼女', '田中さん', '作業員', '係員'];
const JAPANESE: readonly Frame[] = [
  [true, ({ v, o }) => `${o}を${v.negative}ないでください。`],
  [true, ({ v, o, s }) => `${s}は${o}を${v.negative}なかった。`],
  [true, ({ v, o, s }) => `${s}は${o}を${v.polite}ませんでした。`],
  [true, ({ v, o }) => `${o}を${v.te}はいけません。`],
  [true, ({ v, o }) => `${o}はまだ${v.passive}ていません。`],
  [true, ({ v, o }) => `${o}を${v.without}に作業を続けた。`],
  [true, ({ v, o }) => `${o}を${v.lemma}ことはできません。`],
  [true, ({ v, o }) => `${o}を${v.negative}ない場合は、連絡してください。`],
  [true, ({ v, o }) => `誰も${o}を${v.negative}なかった。`],
  [true, ({ v, o }) => `絶対に${o}を${v.lemma}な。`],
  [true, ({ v, o }) => `${o}は${v.passive}なかった。`],
  [false, ({ v, o, s }) => `${s}は${o}を${v.past}。`],
  [false, ({ v, o }) => `${o}は昨日${v.passive}ました。`],
  [false, ({ v, o }) => `${o}を${v.te}ください。`],
  [false, ({ v, o, s }) => `${s}は毎日${o}を${v.lemma}。`],
  [false, ({ v, o, s }) => `${s}は今${o}を${v.te}います。`],
  [false, ({ v, o }) => `${o}を${v.lemma}ことができます。`],
  [false, ({ v, o }) => `${o}を${v.negative}なければなりません。`],
  [false, ({ v, o }) => `${o}を${v.past}後、電源を入れた。`],
  [false, ({ v, o }) => `${o}を${v.lemma}前に、電源を切ってください。`],
  [false, ({ v, o }) => `明日${o}を${v.polite}ましょう。`],
  [false, ({ v, o }) => `${o}が${v.passive}たことを確認してください。`],
];

type EnglishFrame = readonly [
  isNegated: boolean,
  make: (verb: VerbWord['en'], object: string, subject: string) => string,
];
const ENGLISH_SUBJECTS = ['He', 'She', 'The operator', 'Mr. Tanaka'];
const ENGLISH: readonly EnglishFrame[] = [
  [true, ([base], o) => `Do not ${base} the ${o}.`],
  [true, ([base], o, s) => `${s} did not ${base} the ${o}.`],
  [true, ([base], o, s) => `${s} doesn't ${base} the ${o}.`],
  [true, ([base], o) => `You must not ${base} the ${o}.`],
  [true, ([, , , participle], o) => `The ${o} has not been ${participle} yet.`],
  [true, ([, , , participle], o) => `The ${o} was not ${participle}.`],
  [true, ([, , , , ing], o) => `They continued the work without ${ing} the ${o}.`],
  [true, ([base], o) => `You cannot ${base} the ${o}.`],
  [true, ([base], o) => `If you do not ${base} the ${o}, contact us.`],
  [true, ([, , past], o) => `Nobody ${past} the ${o}.`],
  [true, ([, , past], o, s) => `${s} never ${past} the ${o}.`],
  [false, ([, , past], o, s) => `${s} ${past} the ${o} yesterday.`],
  [false, ([, , , participle], o) => `The ${o} was ${participle} yesterday.`],
  [false, ([base], o) => `Please ${base} the ${o}.`],
  [false, ([, third], o, s) => `${s} ${third} the ${o} every day.`],
  [false, ([, , , , ing], o, s) => `${s} is ${ing} the ${o} now.`],
  [false, ([base], o) => `You can ${base} the ${o}.`],
  [false, ([base], o) => `You must ${base} the ${o}.`],
  [false, ([, , , , ing], o) => `Turn on the power after ${ing} the ${o}.`],
  [false, ([base], o) => `Turn off the power before you ${base} the ${o}.`],
  [false, ([, , , participle], o) => `Make sure that the ${o} has been ${participle}.`],
];

type ChineseFrame = readonly [
  isNegated: boolean,
  make: (verb: string, object: string, subject: string) => string,
];
const CHINESE_SUBJECTS = ['他', '她', '王先生', '操作员'];
const CHINESE: readonly ChineseFrame[] = [
  [true, (v, o) => `请不要${v}${o}。`],
  [true, (v, o, s) => `${s}没有${v}${o}。`],
  [true, (v, o) => `不得${v}${o}。`],
  [true, (v, o, s) => `${s}不会${v}${o}。`],
  [true, (v, o) => `${o}还没有被${v}。`],
  [true, (v, o) => `您不能${v}${o}。`],
  [true, (v, o) => `如果不${v}${o}，请与我们联系。`],
  [true, (v, o) => `没有人${v}${o}。`],
  [true, (v, o, s) => `${s}从未${v}过${o}。`],
  [true, (v, o) => `严禁未经许可${v}${o}。`],
  [false, (v, o, s) => `${s}昨天${v}了${o}。`],
  [false, (v, o) => `${o}昨天被${v}了。`],
  [false, (v, o) => `请${v}${o}。`],
  [false, (v, o, s) => `${s}每天${v}${o}。`],
  [false, (v, o, s) => `${s}正在${v}${o}。`],
  [false, (v, o) => `您可以${v}${o}。`],
  [false, (v, o) => `您必须${v}${o}。`],
  [false, (v, o) => `${v}${o}之后，请打开电源。`],
  [false, (v, o) => `${v}${o}之前，请关闭电源。`],
  [false, (v, o) => `请确认${o}已经被${v}。`],
];

/** All verbs and adjectives in all frames; subjects in turn. */
export function inflectionSentences(direction: string, lexicon: Lexicon): InflectionSentence[] {
  switch (direction) {
    case 'ja-en':
      return [...fromJapanese(lexicon), ...japaneseAdjectives()];
    case 'en-ja':
      return [...fromEnglish('jaTerm', lexicon), ...englishAdjectives(lexicon)];
    case 'en-zh':
      return fromEnglish('zhTerm', lexicon);
    default:
      return fromChinese();
  }
}

function fromJapanese(lexicon: Lexicon): InflectionSentence[] {
  return VERB_WORDS.flatMap(({ ja, en, objects }) => {
    const inflection = japaneseInflection(ja, lexicon);
    const bases = inflection?.bases;
    if (bases === undefined) throw new Error(`${ja} is no verb.`);
    return objects.flatMap(([o], row) =>
      JAPANESE.map(([isNegated, make], at) => ({
        text: make({ v: { ...bases, lemma: ja }, o, s: turn(JAPANESE_SUBJECTS, at + row) }),
        fromText: ja,
        toText: en[0],
        isNegated,
        english: en,
      })),
    );
  });
}

function fromEnglish(term: 'jaTerm' | 'zhTerm', lexicon: Lexicon): InflectionSentence[] {
  return VERB_WORDS.flatMap((word) => {
    const { plain, objects } = word;
    const japanese = term === 'jaTerm' ? japaneseInflection(word.jaTerm, lexicon) : undefined;
    return objects.flatMap(([, o], row) =>
      ENGLISH.map(([isNegated, make], at) => ({
        text: make(plain, o, turn(ENGLISH_SUBJECTS, at + row)),
        fromText: plain[0],
        toText: word[term],
        isNegated,
        ...(japanese !== undefined && { japanese }),
      })),
    );
  });
}

function fromChinese(): InflectionSentence[] {
  return VERB_WORDS.flatMap(({ zh, en, objects }) =>
    objects.flatMap(([, , o], row) =>
      CHINESE.map(([isNegated, make], at) => ({
        text: make(zh, o, turn(CHINESE_SUBJECTS, at + row)),
        fromText: zh,
        toText: en[0],
        isNegated,
        english: en,
      })),
    ),
  );
}

function japaneseAdjectives(): InflectionSentence[] {
  return ADJECTIVE_WORDS.flatMap(({ ja, enTerm, subjects }) => {
    const stem = ja.slice(0, -1);
    return subjects.flatMap(([s]) =>
      (
        [
          [true, `この${s}は${stem}くない。`],
          [true, `その${s}は${stem}くありませんでした。`],
          [true, `あの${s}は${stem}くなかった。`],
          [true, `${s}が${stem}くなければ、連絡してください。`],
          [false, `この${s}は${ja}です。`],
          [false, `その${s}はとても${stem}かった。`],
        ] as const
      ).map(([isNegated, text]) => ({ text, fromText: ja, toText: enTerm, isNegated, english: [enTerm] })),
    );
  });
}

function englishAdjectives(lexicon: Lexicon): InflectionSentence[] {
  return ADJECTIVE_WORDS.flatMap(({ en, jaTerm, subjects }) => {
    const japanese = japaneseInflection(jaTerm, lexicon);
    return subjects.flatMap(([, s]) =>
      (
        [
          [true, `The ${s} is not ${en}.`],
          [true, `The ${s} wasn't ${en}.`],
          [true, `The ${s} will not be ${en}.`],
          [false, `The ${s} is ${en}.`],
          [false, `The ${s} was very ${en}.`],
          [false, `It is not an easy task, and this ${s} is ${en}.`],
        ] as const
      ).map(([isNegated, text]) => ({
        text,
        fromText: en,
        toText: jaTerm,
        isNegated,
        ...(japanese !== undefined && { japanese }),
      })),
    );
  });
}

function turn<Item>(items: readonly Item[], at: number): Item {
  const item = items[at % items.length];
  if (item === undefined) throw new Error('nothing to take a turn');
  return item;
}
