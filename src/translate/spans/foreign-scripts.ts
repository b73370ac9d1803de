import type { Lang } from '../../base/lang.js';
import { lazily } from '../../base/lazily.js';

/** Scripts that only some languages are written in, and which those are. Models of other languages cannot read them. */
const WRITTEN_IN: Readonly<Record<Lang, string>> = {
  ko: 'Hangul',
  ru: 'Cyrillic',
  uk: 'Cyrillic',
  bg: 'Cyrillic',
  sr: 'Cyrillic',
  mn: 'Cyrillic',
  el: 'Greek',
  ar: 'Arabic',
  fa: 'Arabic',
  ur: 'Arabic',
  he: 'Hebrew',
  th: 'Thai',
  lo: 'Lao',
  km: 'Khmer',
  my: 'Myanmar',
  hi: 'Devanagari',
  mr: 'Devanagari',
  ne: 'Devanagari',
  bn: 'Bengali',
  ta: 'Tamil',
  te: 'Telugu',
  ka: 'Georgian',
  hy: 'Armenian',
  am: 'Ethiopic',
};

interface Patterns {
  /** Words of foreign letters, with the blanks and marks between them. */
  readonly runs: RegExp;
  readonly letter: RegExp;
}

const DEFAULT = lazily(() => patternsWithout(''));
const OTHERS: ReadonlyMap<Lang, () => Patterns> = new Map(
  Object.entries(WRITTEN_IN).map(([lang, script]) => [
    lang,
    lazily(() => patternsWithout(`\\p{Script=${script}}`)),
  ]),
);

/** Single Greek letters are signs of science, which every language has; Bopomofo is a reading of Chinese. */
function patternsWithout(own: string): Patterns {
  const known = `[\\p{Script=Latin}\\p{Script=Common}\\p{Script=Inherited}\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{Script=Bopomofo}${own}]`;
  const single = '(?!\\p{Script=Greek}(?!\\p{Script=Greek}))';
  const letter = `(?!${known})\\p{L}`;
  const word = `${letter}(?:${letter}|[\\p{M}\\u200C\\u200D\\u0640])*`;
  return {
    runs: new RegExp(
      `${single}${word}(?:[\\s.,'’"“”\\u060C\\u061B\\u061F\\u05BE\\u0964!?:-]{1,3}${word})*[\\u061F\\u0964]?`,
      'gu',
    ),
    letter: new RegExp(letter, 'u'),
  };
}

/** Stretches in scripts that a model for `lang` has never read: it would drop them or write others. */
export function foreignRuns(
  text: string,
  lang: Lang,
): readonly { readonly start: number; readonly end: number }[] {
  const { letter, runs } = (OTHERS.get(lang) ?? DEFAULT)();
  if (!letter.test(text)) return [];
  return [...text.matchAll(runs)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** Whether a text holds words in such a script. */
export function hasForeignRuns(text: string, lang: Lang): boolean {
  return foreignRuns(text, lang).length > 0;
}
