import type { Form } from './english-forms.js';
import type { Lexicon } from './lexicon.js';

/** Godan rows: dictionary ending to the endings before ない, ます, ば, う and た. */
const GODAN: ReadonlyMap<string, readonly [string, string, string, string, string]> = new Map([
  ['う', ['わ', 'い', 'え', 'お', 'っ']],
  ['く', ['か', 'き', 'け', 'こ', 'い']],
  ['ぐ', ['が', 'ぎ', 'げ', 'ご', 'い']],
  ['す', ['さ', 'し', 'せ', 'そ', 'し']],
  ['つ', ['た', 'ち', 'て', 'と', 'っ']],
  ['ぬ', ['な', 'に', 'ね', 'の', 'ん']],
  ['ぶ', ['ば', 'び', 'べ', 'ぼ', 'ん']],
  ['む', ['ま', 'み', 'め', 'も', 'ん']],
  ['る', ['ら', 'り', 'れ', 'ろ', 'っ']],
]);
const VOICED = new Set('ぐぬぶむ');
const AFTER_NEGATIVE = ['ない', 'なかった', 'なければ', 'なくて', 'ず', 'ずに'];
const AFTER_STEM = [
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
const PAST = ['た', 'たら', 'たり', 'た'];
const PROGRESSIVE = [
  'て',
  'ている',
  'ていた',
  'ています',
  'ていました',
  'てる',
  'ておく',
  'てください',
  'てから',
  'ても',
];

/** Forms in which a Japanese verb or adjective may stand in a text. Nouns do not change. */
export function japaneseForms(term: string, lexicon: Lexicon): Form[] {
  const plain: Form = { text: term, kind: 'plain' };
  const last = term.at(-1) ?? '';
  const stem = term.slice(0, -1);
  if (stem === '' || !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]$/u.test(stem)) return [plain];
  if (term.endsWith('する'))
    return [plain, ...irregular(term.slice(0, -2), 'し', 'すれ', 'しよ', 'され', 'させ')];
  if (term.endsWith('来る')) return [plain, ...irregular(stem, '', 'れ', 'よ', 'られ', 'させ')];
  if (last === 'い' && /[\p{Script=Han}しきなたかさらまわばぐよろ]$/u.test(stem))
    return [plain, ...adjective(stem)];
  const row = GODAN.get(last);
  if (row === undefined) return [plain];
  if (last === 'る' && isIchidan(term, stem, lexicon))
    return [plain, ...irregular(stem, '', 'れ', 'よ', 'られ', 'させ')];
  const [negative, polite, conditional, volitional, past] = row;
  const voiced = VOICED.has(last);
  const onbin = term.endsWith('行く') ? 'っ' : past;
  return [
    plain,
    ...AFTER_NEGATIVE.map((ending) => form(stem + negative + ending)),
    ...['れ', 'せ'].flatMap((voice) => voiceForms(stem + negative + voice)),
    form(stem + polite),
    ...AFTER_STEM.map((ending) => form(stem + polite + ending)),
    form(`${stem}${conditional}ば`),
    ...voiceForms(stem + conditional),
    form(`${stem}${volitional}う`),
    ...PAST.map((ending) => ({
      text: stem + onbin + (voiced ? sonant(ending) : ending),
      kind: 'past' as const,
    })),
    ...PROGRESSIVE.map((ending) => ({
      text: stem + onbin + (voiced ? sonant(ending) : ending),
      kind: 'ing' as const,
    })),
  ];
}

/** What all forms of a verb or adjective begin with, up to where they differ; empty for anything else. */
export function japaneseStems(term: string, lexicon: Lexicon): string[] {
  const forms = japaneseForms(term, lexicon);
  if (forms.length === 1) return [];
  const stem = term.endsWith('する') ? term.slice(0, -2) : term.slice(0, -1);
  // One kana more than the stem: 見 alone is also in 見学.
  return [...new Set(forms.map(({ text }) => text.slice(0, stem.length + 1)))];
}

/** 見る, 食べる: an い or え before る, or one that the kanji hides, unless EDICT says godan. */
function isIchidan(term: string, stem: string, lexicon: Lexicon): boolean {
  if (lexicon.godan.has(term)) return false;
  return /[\p{Script=Han}いきしちにひみりぎじびえけせてねへめれげぜでべ]$/u.test(stem);
}

function irregular(
  stem: string,
  joint: string,
  conditional: string,
  volitional: string,
  passive: string,
  causative: string,
): Form[] {
  const base = stem + joint;
  return [
    ...AFTER_NEGATIVE.map((ending) => form(base + ending)),
    ...AFTER_STEM.map((ending) => form(base + ending)),
    form(`${stem}${conditional}ば`),
    form(`${stem}${volitional}う`),
    // 増え、置き換え、: the stem goes on the sentence. 見 alone is also in 見学.
    ...(joint === '' && /[\p{Script=Hiragana}]$/u.test(stem) ? [form(stem)] : []),
    ...[passive, causative].flatMap((voice) => voiceForms(stem + voice)),
    ...PAST.map((ending) => ({ text: base + ending, kind: 'past' as const })),
    ...PROGRESSIVE.map((ending) => ({ text: base + ending, kind: 'ing' as const })),
  ];
}

/** Passive, potential and causative (表され, 読め, 行かせ) go like 食べる. */
function voiceForms(stem: string): Form[] {
  return [
    form(stem),
    ...['る', ...AFTER_NEGATIVE, 'ます', 'ました', 'ません', 'ば'].map((ending) => form(stem + ending)),
    ...PAST.map((ending) => ({ text: stem + ending, kind: 'past' as const })),
    ...PROGRESSIVE.map((ending) => ({ text: stem + ending, kind: 'ing' as const })),
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

function sonant(ending: string): string {
  return ending.replace(/^た/, 'だ').replace(/^て/, 'で');
}

function form(text: string): Form {
  return { text, kind: 'plain' };
}
