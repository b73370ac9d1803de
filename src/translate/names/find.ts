import type { Lang } from '../../lang.js';
import { chineseNames } from './chinese-names.js';
import { type FoundName, japaneseNames } from './japanese-names.js';
import { latinNames } from './latin-names.js';
import type { NameTable } from './name-table.js';

/** Names of a text whose form in the target language a table or a rule knows. Between Japanese and Chinese kanji stay. */
export function findNames(text: string, from: Lang, to: Lang, table: NameTable): FoundName[] {
  const toEastAsian = to === 'ja' || to.startsWith('zh');
  if (from === 'en') return toEastAsian ? latinNames(text, table) : [];
  if (toEastAsian) return [];
  if (from === 'ja') return japaneseNames(text, table);
  return from.startsWith('zh') ? chineseNames(text, table) : [];
}
