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

/** What endings are set behind: 押さ(ない), 押し(ます), 押して, 押した, 押せば, 押そう, 押され(る), 押させ(る), 押せ(る), 押せ. */
export interface VerbBases {
  readonly negative: string;
  readonly polite: string;
  readonly te: string;
  readonly past: string;
  readonly conditional: string;
  readonly volitional: string;
  readonly passive: string;
  readonly causative: string;
  readonly potential: string;
  readonly imperative: string;
  /** 押さず, 分解せず. */
  readonly without: string;
}

/** A Japanese verb or adjective: what stays in all its forms, and how it goes on. */
export interface JapaneseInflection {
  readonly lemma: string;
  /** 分解 of 分解する, 取り外 of 取り外す, 触れ of 触れる, 暑 of 暑い. */
  readonly stem: string;
  readonly kind: 'suru' | 'ichidan' | 'godan' | 'adjective';
  /** Absent for adjectives. */
  readonly bases?: VerbBases;
}

/** How a word inflects; undefined for nouns and everything else that does not. */
export function japaneseInflection(term: string, lexicon: Lexicon): JapaneseInflection | undefined {
  const last = term.at(-1) ?? '';
  const stem = term.slice(0, -1);
  if (stem === '' || !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]$/u.test(stem))
    return undefined;
  if (term.endsWith('する')) {
    const noun = term.slice(0, -2);
    return noun === '' ? undefined : { lemma: term, stem: noun, kind: 'suru', bases: suru(noun) };
  }
  if (term.endsWith('来る')) return { lemma: term, stem, kind: 'ichidan', bases: ichidan(stem) };
  if (last === 'い' && /[\p{Script=Han}しきなたかさらまわばぐよろ]$/u.test(stem))
    return { lemma: term, stem, kind: 'adjective' };
  const row = GODAN.get(last);
  if (row === undefined) return undefined;
  if (last === 'る' && isIchidan(term, stem, lexicon))
    return { lemma: term, stem, kind: 'ichidan', bases: ichidan(stem) };
  return { lemma: term, stem, kind: 'godan', bases: godan(term, stem, row) };
}

/** 見る, 食べる: an い or え before る, or one that the kanji hides, unless EDICT says godan. */
function isIchidan(term: string, stem: string, lexicon: Lexicon): boolean {
  if (lexicon.godan.has(term)) return false;
  return /[\p{Script=Han}いきしちにひみりぎじびえけせてねへめれげぜでべ]$/u.test(stem);
}

function suru(noun: string): VerbBases {
  return {
    negative: `${noun}し`,
    polite: `${noun}し`,
    te: `${noun}して`,
    past: `${noun}した`,
    conditional: `${noun}すれば`,
    volitional: `${noun}しよう`,
    passive: `${noun}され`,
    causative: `${noun}させ`,
    potential: `${noun}でき`,
    imperative: `${noun}しろ`,
    without: `${noun}せず`,
  };
}

function ichidan(stem: string): VerbBases {
  return {
    negative: stem,
    polite: stem,
    te: `${stem}て`,
    past: `${stem}た`,
    conditional: `${stem}れば`,
    volitional: `${stem}よう`,
    passive: `${stem}られ`,
    causative: `${stem}させ`,
    potential: `${stem}られ`,
    imperative: `${stem}ろ`,
    without: `${stem}ず`,
  };
}

function godan(
  term: string,
  stem: string,
  [negative, polite, conditional, volitional, past]: readonly [string, string, string, string, string],
): VerbBases {
  const joint = stem + (term.endsWith('行く') ? 'っ' : past);
  const voiced = VOICED.has(term.at(-1) ?? '');
  return {
    negative: stem + negative,
    polite: stem + polite,
    te: joint + (voiced ? 'で' : 'て'),
    past: joint + (voiced ? 'だ' : 'た'),
    conditional: `${stem}${conditional}ば`,
    volitional: `${stem}${volitional}う`,
    passive: `${stem}${negative}れ`,
    causative: `${stem}${negative}せ`,
    potential: stem + conditional,
    imperative: stem + conditional,
    without: `${stem}${negative}ず`,
  };
}
