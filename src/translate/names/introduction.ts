import type { Lang } from '../../base/lang.js';
import type { FoundName } from './found-name.js';

const INTRODUCTION = /^の$/u;
const ENDING = /^(です|でございます|と申します)(?=[。.]?$)/u;

/** Whether a sentence may be one in which somebody says who he is and where he works: a table of names tells whether it is. */
export function mayIntroduce(text: string): boolean {
  return /(?:会社|[(（][株有][)）]|[㈱㈲]).{2,20}(?:です|でございます|と申します)[。.]?$/u.test(text);
}

/** 株式会社サンプルの五十嵐です, as a sentence of its own: "This is Igarashi of Sample Co., Ltd.", 我是Sample株式会社的五十岚。 */
export function introduction(
  text: string,
  to: Lang,
  companies: readonly FoundName[],
  people: readonly FoundName[],
): FoundName | undefined {
  const [company] = companies;
  const [person] = people;
  if (company?.start !== 0 || person === undefined || companies.length !== 1 || people.length !== 1)
    return undefined;
  const ending = ENDING.exec(text.slice(person.end));
  if (ending === null || !INTRODUCTION.test(text.slice(company.end, person.start))) return undefined;
  const [name = ''] = person.spellings;
  const [firm = ''] = company.spellings;
  const said = to === 'en' ? inEnglish(name, firm, ending[1] === 'と申します', text) : `我是${firm}的${name}`;
  return { start: 0, end: person.end + ending[0].length, spellings: [said], sure: true };
}

function inEnglish(name: string, firm: string, isName: boolean, text: string): string {
  // The stop of "Ltd." ends the sentence too.
  return `${isName ? 'My name is' : 'This is'} ${name} of ${firm}`.replace(
    /\.$/,
    text.endsWith('。') ? '' : '.',
  );
}
