import type { Lang } from '../../../base/lang.js';
import { firmByTrade } from '../firms/companies.js';
import { JAPANESE_TRADES } from '../firms/company-words.js';
import type { FoundName } from '../found-name.js';
import type { NameTable } from '../readings/name-table.js';

const INTRODUCTION = /^の$/u;
const MAY_INTRODUCE = new RegExp(
  `(?:会社|[(（][株有][)）]|[㈱㈲]|${[...JAPANESE_TRADES.keys()].join('|')}|[\\p{Script=Han}]{2}[\\p{Script=Katakana}ー]{3,}の).{2,20}(?:です|でございます|と申します)[。.]?$`,
  'u',
);
const ENDING = /^(です|でございます|と申します)(?=[。.]?$)/u;

/** Whether a sentence may be one in which somebody says who he is and where he works: a table of names tells whether it is. */
export function mayIntroduce(text: string): boolean {
  return MAY_INTRODUCE.test(text);
}

/** 株式会社サンプルの五十嵐です, as a sentence of its own: "This is Igarashi of Sample Co., Ltd.", 我是Sample株式会社的五十岚。 */
export function introduction(
  text: string,
  to: Lang,
  companies: readonly FoundName[],
  people: readonly FoundName[],
  table: NameTable,
): FoundName | undefined {
  const [person] = people;
  if (person === undefined || companies.length > 1 || people.length !== 1) return undefined;
  const ending = ENDING.exec(text.slice(person.end));
  const firm = employer(text.slice(0, person.start), to, companies, table);
  if (ending === null || firm === undefined) return undefined;
  const [name = ''] = person.spellings;
  const said = to === 'en' ? inEnglish(name, firm, ending[1] === 'と申します', text) : `我是${firm}的${name}`;
  return { start: 0, end: person.end + ending[0].length, spellings: [said], sure: true };
}

/** The firm of 株式会社サンプルの, as the target writes it. */
function employer(
  before: string,
  to: Lang,
  [company]: readonly FoundName[],
  table: NameTable,
): string | undefined {
  if (company === undefined)
    return before.endsWith('の') ? firmByTrade(before.slice(0, -1), table, to) : undefined;
  const isAll = company.start === 0 && INTRODUCTION.test(before.slice(company.end));
  return isAll ? company.spellings[0] : undefined;
}

function inEnglish(name: string, firm: string, isName: boolean, text: string): string {
  // The stop of "Ltd." ends the sentence too.
  return `${isName ? 'My name is' : 'This is'} ${name} of ${firm}`.replace(
    /\.$/,
    text.endsWith('。') ? '' : '.',
  );
}
