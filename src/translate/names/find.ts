import type { Lang } from '../../lang.js';
import { isCovered } from '../text/stretch.js';
import { chineseNames } from './chinese-names.js';
import { chinesePeople } from './chinese-people.js';
import type { FoundName } from './found-name.js';
import { japaneseNames } from './japanese-names.js';
import { latinNames } from './latin-names.js';
import type { NameTable } from './name-table.js';
import { salutation } from './salutation.js';

/** Names of a text whose form in the target language a table or a rule knows. Between Japanese and Chinese kanji stay. */
export function findNames(text: string, from: Lang, to: Lang, table: NameTable): FoundName[] {
  const toEastAsian = to === 'ja' || to.startsWith('zh');
  if (from === 'en') return toEastAsian ? english(text, to, table) : [];
  if (toEastAsian) return [];
  if (from === 'ja') return japaneseNames(text, table);
  return from.startsWith('zh') ? chinese(text, table) : [];
}

function english(text: string, to: Lang, table: NameTable): FoundName[] {
  const addressed = to === 'ja' ? salutation(text, table) : undefined;
  return addressed === undefined ? latinNames(text, to, table) : [addressed];
}

/** People by their pinyin where no customary form is known. */
function chinese(text: string, table: NameTable): FoundName[] {
  const customary = chineseNames(text, table);
  const people = chinesePeople(text).filter((person) => !isCovered(customary, person));
  return [...customary, ...people].sort((a, b) => a.start - b.start);
}
