import type { Lang } from '../../base/lang.js';
import { chineseNames } from './chinese-names.js';
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
