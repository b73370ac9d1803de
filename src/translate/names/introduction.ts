import type { FoundName } from './found-name.js';

const INTRODUCTION = /^の$/u;
const ENDING = /^(です|でございます|と申します)(?=[。.]?$)/u;

/** 株式会社サンプルの五十嵐です, as a sentence of its own: "This is Igarashi of Sample Co., Ltd." */
export function introduction(
  text: string,
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
  const opening = ending[1] === 'と申します' ? 'My name is' : 'This is';
  // The stop of "Ltd." ends the sentence too.
  const said = `${opening} ${name} of ${firm}`.replace(/\.$/, text.endsWith('。') ? '' : '.');
  return { start: 0, end: person.end + ending[0].length, spellings: [said], sure: true };
}
