import { chinesePeople } from '../names/people/chinese-people.js';
import type { Edit } from './plain-comparisons.js';

/** Behind a name they are taken for those who work for it: 陈立群工程师 was "the engineer from Chen Liqun". */
const PROFESSION = /^(?:工程[师師]|设计师|設計師|专家|專家|秘书|秘書|翻译|翻譯|会计师?|會計師?)/u;

/** Professions before the names of Chinese people: 工程师陈立群. */
export function professionsFirst(text: string): readonly Edit[] {
  return chinesePeople(text).flatMap(({ start, end, settled }) => {
    const profession = settled === true ? PROFESSION.exec(text.slice(end, end + 4))?.[0] : undefined;
    if (profession === undefined) return [];
    return [{ start, end: end + profession.length, parts: [profession, { start, end }] }];
  });
}
