import type { FoundName } from '../found-name.js';
import { isBySound } from '../readings/hanzi-sound.js';
import type { NameTable } from '../readings/name-table.js';
import { isChineseSurname } from './chinese-people.js';

const RUN = /[\p{Script=Han}·]{2,}/gu;
const LONGEST_NAME = 8;
/** Characters that hardly anything but the sounds of a foreign name is written with. */
const SYLLABLE = /[德尔爾斯特克姆卡巴拉奇洛布莱萊福伦倫耶勒奥奧罗羅索维維诺諾尼蒂娜莎托塞森瓦韦韋]/u;

/** Names in Chinese characters that have a customary Latin form (爱因斯坦 Einstein), longest first. */
export function chineseNames(text: string, table: NameTable): FoundName[] {
  const found: FoundName[] = [];
  for (const match of text.matchAll(RUN)) {
    const [run] = match;
    for (let at = 0; at < run.length - 1; ) {
      const name = longestAt(run, at, table);
      if (name === undefined || isPart(run, at, name.length)) {
        at += 1;
        continue;
      }
      found.push({
        start: match.index + at,
        end: match.index + at + name.length,
        spellings: name.spellings,
        sure: false,
        hanzi: run.slice(at, at + name.length),
      });
      at += name.length;
    }
  }
  return found;
}

/** 弗兰克 in 弗兰克福德 and 斯拉夫 in 雅罗斯拉夫尔 are parts of longer names. */
function isPart(run: string, at: number, length: number): boolean {
  return SYLLABLE.test(run[at - 1] ?? '') || SYLLABLE.test(run[at + length] ?? '');
}

function longestAt(
  run: string,
  at: number,
  table: NameTable,
): { readonly length: number; readonly spellings: readonly string[] } | undefined {
  for (let length = Math.min(LONGEST_NAME, run.length - at); length >= 3; length -= 1) {
    const written = run.slice(at, at + length);
    // What is named by its meaning (联合国, 中世纪) the model knows best.
    const isPerson = length === 3 && isChineseSurname(written.slice(0, 1));
    const spellings = isPerson || isBySound(written) ? table.chinese(written) : undefined;
    // "Albert Einstein" is met by "Einstein", "Pacific Ocean" by "Pacific".
    if (spellings !== undefined)
      return { length, spellings: [...spellings, ...spellings.flatMap((full) => full.split(' ').reverse())] };
  }
  return undefined;
}
