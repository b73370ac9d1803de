import type { Lang } from '../../base/lang.js';
import { chineseNames } from './chinese-names.js';
import { soundsLike } from './katakana-sound.js';
import type { NameTable } from './name-table.js';

const KATAKANA_NAME = /[\p{Script=Katakana}ー]{2,}(?:[・＝=][\p{Script=Katakana}ー]{2,}){0,3}/gu;

/**
 * Whether a translation holds a Latin name in a form that the dictionaries have for it: バラク・オバマ, 奥巴马. Models invent
 * katakana for names that they have seldom seen.
 */
export function hasCustomaryForm(name: string, translation: string, to: Lang, table: NameTable): boolean {
  const words = name.split(' ');
  const [first = ''] = words;
  const last = words.at(-1) ?? '';
  if (to !== 'ja')
    return chineseNames(translation, table).some(({ spellings }) =>
      spellings.some((spelling) => spelling.split(' ').at(-1) === last),
    );
  return [...translation.matchAll(KATAKANA_NAME)].some(([run]) => {
    const parts = run.split(/[・＝=]/u);
    const isOf = (part: string, word: string): boolean =>
      table.spellings(part, ['k'])?.includes(word) === true;
    return isOf(parts.at(-1) ?? '', last) && (parts.length === 1 || isOf(parts[0] ?? '', first));
  });
}

const CAPITALIZED = /\p{Lu}\p{L}{2,}/gu;

/**
 * Whether an English translation holds a name in katakana as a word that dictionaries know and that sounds like it:
 * Normandy for ノルマンディー, where the table has the spelling of a person (Normandie).
 */
export function hasKnownSpelling(katakana: string, translation: string, table: NameTable): boolean {
  const words: readonly string[] = translation.match(CAPITALIZED) ?? [];
  return words.some((word) => table.knowsWord(word) && soundsLike(katakana, word));
}
