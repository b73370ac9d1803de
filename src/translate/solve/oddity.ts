import type { Lang } from '../../base/lang.js';
import { hasMadeUpAmount } from '../quantities/made-up.js';

/** What is odd about a translation: an amount from nowhere, a character three times over, a name half in another script. */
export type Oddity = 'quantity' | 'looped' | 'name';

/** Of 3 million lines of parallel text 67 have such a thing, half of them sounds and exclamations. */
const THREE_TIMES = /(?![哈嘿呵嘻啊呜嗯嗡滋哦啪好行等])(\p{Script=Han})\1{2}/u;
/** Wait, wait; はいはい. */
const REPEATED = /(\p{L}{2,12})\P{L}{0,3}\1/iu;
/** ノースwind. */
const HALF_WRITTEN = /(?<=[\p{Script=Katakana}ー])[a-z]{2,}|[a-z]{2,}(?=[\p{Script=Katakana}ー])/gu;

/**
 * Something that hardly anybody would write. The rules may err: another search is made, and a translation without it is taken
 * if there is one. What stays odd is told, and refused by strict contracts alone.
 */
export function oddityIn(source: string, translation: string, from: Lang, to: Lang): Oddity | undefined {
  if (hasMadeUpAmount(source, translation, from, to)) return 'quantity';
  if (THREE_TIMES.test(translation) && !REPEATED.test(source)) return 'looped';
  if (to === 'ja' && (translation.match(HALF_WRITTEN) ?? []).some((part) => isTorn(part, source)))
    return 'name';
  return undefined;
}

/** Whether letters that the translation kept are only a part of a word of the source. */
function isTorn(part: string, source: string): boolean {
  const words: readonly string[] = source.match(/[A-Za-z]+/g) ?? [];
  return words.some((word) => word !== part && word.toLowerCase().includes(part)) && !words.includes(part);
}
