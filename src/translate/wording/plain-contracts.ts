import type { Lang } from '../../base/lang.js';
import type { Edit } from './plain-comparisons.js';

/** 甲乙記名押印のうえ, 甲乙双方が署名捺印し、. */
const BOTH_SIGN =
  /甲(?:と|・|、)?乙(?:双方)?[がは]?(?:それぞれ|各自)?(?:記名|署名)[・及びおよ]{0,3}(?:押印|捺印)(?:のうえ|の上|し)、?/gu;
/** 本契約締結の証として. */
const AS_PROOF = /(?:の)?(?:締結|成立)の証として/gu;

/** How Japanese contracts close, in words that models know: of 甲乙記名押印のうえ they write the same word again and again. */
export function plainContracts(text: string, from: Lang): readonly Edit[] {
  if (from !== 'ja') return [];
  return [
    ...replaced(text, BOTH_SIGN, '甲と乙が署名し押印した上で、'),
    ...replaced(text, AS_PROOF, 'の成立を証するため'),
  ];
}

function replaced(text: string, phrase: RegExp, by: string): readonly Edit[] {
  return [...text.matchAll(phrase)].map(({ 0: { length }, index }) => ({
    start: index,
    end: index + length,
    parts: [by],
  }));
}
