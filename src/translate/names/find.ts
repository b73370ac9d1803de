import type { NameMode } from '../../base/engine.js';
import type { Lang } from '../../base/lang.js';
import type { RememberedName } from '../pipeline-types.js';
import { isCovered, overlapping } from '../segmentation/stretch.js';
import { brandNames } from './firms/brands.js';
import {
  chineseCompanies,
  chineseCompaniesInJapanese,
  chineseCompaniesInJapaneseText,
  japaneseCompanies,
  japaneseCompaniesInChinese,
  japaneseCompaniesInChineseText,
} from './firms/companies.js';
import { foreignFirms, romanisedFirms } from './firms/latin-firms.js';
import type { FoundName } from './found-name.js';
import { officeWords } from './office-words.js';
import { chineseNames } from './people/chinese-names.js';
import { chinesePeople } from './people/chinese-people.js';
import { introduction } from './people/introduction.js';
import { japaneseNames } from './people/japanese-names.js';
import { latinNames } from './people/latin-names.js';
import { longFamiliesInChinese, longFamiliesInEnglish } from './people/long-families.js';
import { salutation } from './people/salutation.js';
import { isBySound } from './readings/hanzi-sound.js';
import type { NameTable } from './readings/name-table.js';
import { rememberedIn } from './remembered.js';

/** One character alone may be a word in a translation too. */
const HAN_NAME = /^[\p{Script=Han}々]{2,}$/u;

/** What names are translated into, and how. */
export interface NameTarget {
  readonly to: Lang;
  /** Default `customary`. */
  readonly mode?: NameMode | undefined;
}

/**
 * Names of a text whose form in the target language a table or a rule knows.
 *
 * @param known of the other sentences of a request
 */
export function findNames(
  text: string,
  from: Lang,
  target: NameTarget,
  table: NameTable,
  known: readonly RememberedName[] = [],
): FoundName[] {
  const named = byRules(text, from, target, table, known);
  const words = officeWords(text, from, target.to).filter((word) => !isCovered(named, word));
  const found = words.length === 0 ? named : inOrder([...named, ...words]);
  if (from === 'en' && target.mode === 'keep') return found;
  const brands = brandNames(text, from, target.to, table).filter((brand) =>
    overlapping(found, brand).every((name) => !name.sure && isCovered([brand], name)),
  );
  if (brands.length === 0) return found;
  return inOrder([...found.filter((name) => !isCovered(brands, name)), ...brands]);
}

function byRules(
  text: string,
  from: Lang,
  target: NameTarget,
  table: NameTable,
  known: readonly RememberedName[],
): FoundName[] {
  const { to } = target;
  const toEastAsian = to === 'ja' || to.startsWith('zh');
  if (from === 'en') return toEastAsian ? english(text, target, table, known) : [];
  if (toEastAsian) return from === 'ja' || to === 'ja' ? inHan(text, from, to, table, known) : [];
  if (from === 'ja') return japanese(text, table, known);
  return from.startsWith('zh') ? chinese(text, from, table) : [];
}

function inOrder(names: readonly FoundName[]): FoundName[] {
  return names.toSorted((a, b) => a.start - b.start);
}

/** People and places have their customary form from the model, unless they are to stay as they are. */
function english(
  text: string,
  { to, mode }: NameTarget,
  table: NameTable,
  known: readonly RememberedName[],
): FoundName[] {
  if (mode !== 'keep') {
    const named = foreignFirms(text, table);
    const romanised = romanisedFirms(text, table).filter((firm) => !isCovered(named, firm));
    const firms = withKnownFirms([...named, ...romanised], text, 'en', known);
    const families = longFamiliesInEnglish(text, to, table).filter((family) => !isCovered(firms, family));
    const settled = inOrder([...firms, ...families]);
    const people = inOneScript(text, to, table).filter((person) => !isCovered(settled, person));
    return inOrder([...settled, ...people]);
  }
  const addressed = to === 'ja' ? salutation(text, table) : undefined;
  return addressed === undefined ? latinNames(text, to, table) : [addressed];
}

/** サラ・Vendrelli has two scripts: a name of several words is in one of them. */
function inOneScript(text: string, to: Lang, table: NameTable): FoundName[] {
  return latinNames(text, to, table)
    .filter(({ start, end }) => /\p{Ll} \p{Lu}/u.test(text.slice(start, end)))
    .map(({ start, end, spellings }) => ({
      start,
      end,
      spellings,
      sure: false,
      anyForm: true,
      ...(table.isFirstName(spellings[0]?.split(' ')[0] ?? '') && { person: true }),
    }));
}

/** People and firms between Japanese and Chinese, with the characters that the other language writes. */
function inHan(
  text: string,
  from: Lang,
  to: Lang,
  table: NameTable,
  known: readonly RememberedName[],
): FoundName[] {
  const named =
    from === 'ja'
      ? japaneseCompaniesInChinese(text, table, to)
      : [
          ...chineseCompaniesInJapanese(text, from, table),
          ...japaneseCompaniesInChineseText(text, from, to, table),
        ];
  const firms = withKnownFirms(named, text, from, known);
  const people = peopleInHan(text, from, to, table, firms).filter((person) => !isCovered(firms, person));
  const introduced = from === 'ja' ? introduction(text, to, firms, people, table) : undefined;
  return introduced === undefined ? inOrder([...firms, ...people]) : [introduced];
}

/** With the firms that another sentence names in full: 東和計測. */
function withKnownFirms(
  firms: readonly FoundName[],
  text: string,
  from: Lang,
  known: readonly RememberedName[],
): readonly FoundName[] {
  const names = known.filter(({ isFirm }) => isFirm === true);
  const ordered = inOrder(firms);
  return inOrder([
    ...ordered,
    ...rememberedIn({ text, from, names }).filter((firm) => !isCovered(ordered, firm)),
  ]);
}

function peopleInHan(
  text: string,
  from: Lang,
  to: Lang,
  table: NameTable,
  firms: readonly FoundName[],
): FoundName[] {
  const people =
    from === 'ja'
      ? japaneseNames(text, table, firms)
      : withLongFamilies(chinesePeople(text), longFamiliesInChinese(text, from, to, table));
  return people.flatMap(({ start, end, sure, settled = sure }): FoundName[] => {
    const written = text.slice(start, end).replace(/[ 　]/gu, '');
    // 罗西先生 is Mr. Rossi, in katakana.
    const isForeign = from !== 'ja' && isBySound(written);
    const form = HAN_NAME.test(written) && !isForeign ? table.hanForms.convert(written, from, to) : undefined;
    return form === undefined ? [] : [{ start, end, spellings: [form], sure: false, settled }];
  });
}

/** 五十岚部长 is nobody called 十. */
function withLongFamilies(people: readonly FoundName[], families: readonly FoundName[]): FoundName[] {
  if (families.length === 0) return [...people];
  return inOrder([...families, ...people.filter((person) => !isCovered(families, person))]);
}

/** People and firms; a person who says who he is and where he works, as one. */
function japanese(text: string, table: NameTable, known: readonly RememberedName[]): FoundName[] {
  const companies = withKnownFirms(
    [...japaneseCompanies(text, table), ...chineseCompaniesInJapaneseText(text, table)],
    text,
    'ja',
    known,
  );
  const people = japaneseNames(text, table, companies).filter((person) => !isCovered(companies, person));
  const introduced = introduction(text, 'en', companies, people, table);
  return introduced === undefined ? inOrder([...companies, ...people]) : [introduced];
}

/** 武田先生 is Mr. Takeda: how a Japanese family reads its name the model knows better than a rule of pinyin. */
function isJapanese(written: string, from: Lang, table: NameTable): boolean {
  const form = written.length > 1 ? table.hanForms.convert(written, from, 'ja') : undefined;
  return form !== undefined && table.spellings(form, ['S']) !== undefined;
}

/** People by their pinyin where no customary form is known. */
function chinese(text: string, from: Lang, table: NameTable): FoundName[] {
  const companies = inOrder([
    ...chineseCompanies(text),
    ...japaneseCompaniesInChineseText(text, from, 'en', table),
  ]);
  const customary = [
    ...companies,
    ...chineseNames(text, table).filter((name) => !isCovered(companies, name)),
  ];
  const people = chinesePeople(text).filter(
    (person) =>
      !isCovered(customary, person) && !isJapanese(text.slice(person.start, person.end), from, table),
  );
  const families = longFamiliesInChinese(text, from, 'en', table);
  return withLongFamilies(inOrder([...customary, ...people]), families);
}
