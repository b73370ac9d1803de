import type { Form } from './english-forms.js';
import { type JapaneseInflection, japaneseInflection, type VerbBases } from './japanese-verb.js';
import type { Lexicon } from './lexicon.js';

const AFTER_NEGATIVE = ['ない', 'なかった', 'なければ', 'なくて'];
const AFTER_POLITE = [
  'ます',
  'ました',
  'ません',
  'ませんでした',
  'ましょう',
  'たい',
  'たく',
  'たかった',
  'ながら',
  'なさい',
  'そう',
  'すぎる',
  '始める',
  '続ける',
  'やすい',
  'にくい',
];
/** Behind 押した: 押したら, 押したり. */
const AFTER_PAST = ['', 'ら', 'り'];
/** Behind 押して. */
const AFTER_TE = ['', 'いる', 'いた', 'います', 'いました', 'る', 'おく', 'ください', 'から', 'も'];

/** Forms in which a Japanese verb or adjective may stand in a text. Nouns do not change. */
export function japaneseForms(term: string, lexicon: Lexicon): Form[] {
  const plain = form(term);
  const inflection = japaneseInflection(term, lexicon);
  if (inflection === undefined) return [plain];
  const { bases, stem } = inflection;
  return [plain, ...(bases === undefined ? adjective(stem) : verb(inflection, bases))];
}

/** What all forms of a verb or adjective begin with, up to where they differ; empty for anything else. */
export function japaneseStems(term: string, lexicon: Lexicon): string[] {
  const inflection = japaneseInflection(term, lexicon);
  if (inflection === undefined) return [];
  const { stem, kind } = inflection;
  // One kana more than the stem: 見 alone is also in 見学. 押下 is a word by itself.
  const stems = new Set(japaneseForms(term, lexicon).map(({ text }) => text.slice(0, stem.length + 1)));
  return kind === 'suru' ? [stem, ...stems] : [...stems];
}

function verb({ kind, stem }: JapaneseInflection, bases: VerbBases): Form[] {
  return [
    ...AFTER_NEGATIVE.map((ending) => form(bases.negative + ending)),
    form(bases.without),
    form(`${bases.without}に`),
    // 増え、置き換え、: the stem goes on the sentence. 見 alone is also in 見学.
    ...(kind === 'godan' || (kind === 'ichidan' && /\p{Script=Hiragana}$/u.test(stem))
      ? [form(bases.polite)]
      : []),
    ...AFTER_POLITE.map((ending) => form(bases.polite + ending)),
    form(bases.conditional),
    form(bases.volitional),
    form(bases.imperative),
    ...[bases.passive, bases.causative, bases.potential].flatMap(voiceForms),
    ...AFTER_PAST.map((ending) => ({ text: bases.past + ending, kind: 'past' as const })),
    ...AFTER_TE.map((ending) => ({ text: bases.te + ending, kind: 'ing' as const })),
  ];
}

/** Passive, potential and causative (表され, 読め, 行かせ) go like 食べる. */
function voiceForms(stem: string): Form[] {
  return [
    form(stem),
    ...['る', ...AFTER_NEGATIVE, 'ず', 'ずに', 'ます', 'ました', 'ません', 'ば'].map((ending) =>
      form(stem + ending),
    ),
    ...AFTER_PAST.map((ending) => ({ text: `${stem}た${ending}`, kind: 'past' as const })),
    ...AFTER_TE.map((ending) => ({ text: `${stem}て${ending}`, kind: 'ing' as const })),
  ];
}

function adjective(stem: string): Form[] {
  return [
    ...['く', 'くて', 'くない', 'くなかった', 'くありません', 'ければ', 'そう', 'すぎる'].map((ending) =>
      form(stem + ending),
    ),
    ...['かった', 'かったら'].map((ending) => ({ text: stem + ending, kind: 'past' as const })),
  ];
}

function form(text: string): Form {
  return { text, kind: 'plain' };
}
