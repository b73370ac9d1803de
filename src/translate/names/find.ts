import type { NameMode } from '../../engine.js';
import type { Lang } from '../../lang.js';
import { isCovered } from '../text/stretch.js';
import { chineseNames } from './chinese-names.js';
import { chinesePeople } from './chinese-people.js';
import type { FoundName } from './found-name.js';
import { japaneseNames } from './japanese-names.js';
import { latinNames } from './latin-names.js';
import type { NameTable } from './name-table.js';
import { salutation } from './salutation.js';

/** What names are translated into, and how. */
export interface NameTarget {
  readonly to: Lang;
  /** Default `customary`. */
  readonly mode?: NameMode | undefined;
}

/** Names of a text whose form in the target language a table or a rule knows. Between Japanese and Chinese kanji stay. */
export function findNames(text: string, from: Lang, target: NameTarget, table: NameTable): FoundName[] {
  const { to } = target;
  const toEastAsian = to === 'ja' || to.startsWith('zh');
  if (from === 'en') return toEastAsian ? english(text, target, table) : [];
  if (toEastAsian) return [];
  if (from === 'ja') return japaneseNames(text, table);
  return from.startsWith('zh') ? chinese(text, table) : [];
}

/** People and places have their customary form from the model, unless they are to stay as they are. */
function english(text: string, { to, mode }: NameTarget, table: NameTable): FoundName[] {
  const addressed = to === 'ja' ? salutation(text, table) : undefined;
  if (addressed !== undefined) return [addressed];
  return mode === 'keep' ? latinNames(text, to, table) : [];
}

/** People by their pinyin where no customary form is known. */
function chinese(text: string, table: NameTable): FoundName[] {
  const customary = chineseNames(text, table);
  const people = chinesePeople(text).filter((person) => !isCovered(customary, person));
  return [...customary, ...people].sort((a, b) => a.start - b.start);
}
