import type { FoundName } from './found-name.js';
import type { NameTable } from './name-table.js';

const RUN = /[\p{Script=Han}·]{2,}/gu;
const LONGEST_NAME = 8;

/** Names in Chinese characters that have a customary Latin form (爱因斯坦 Einstein), longest first. */
export function chineseNames(text: string, table: NameTable): FoundName[] {
  const found: FoundName[] = [];
  for (const match of text.matchAll(RUN)) {
    const [run] = match;
    for (let at = 0; at < run.length - 1; ) {
      const name = longestAt(run, at, table);
      if (name === undefined) {
        at += 1;
        continue;
      }
      found.push({
        start: match.index + at,
        end: match.index + at + name.length,
        spellings: name.spellings,
        sure: false,
      });
      at += name.length;
    }
  }
  return found;
}

function longestAt(
  run: string,
  at: number,
  table: NameTable,
): { readonly length: number; readonly spellings: readonly string[] } | undefined {
  for (let length = Math.min(LONGEST_NAME, run.length - at); length >= 3; length -= 1) {
    const spellings = table.chinese(run.slice(at, at + length));
    // "Albert Einstein" is met by "Einstein", "Pacific Ocean" by "Pacific".
    if (spellings !== undefined)
      return { length, spellings: [...spellings, ...spellings.flatMap((full) => full.split(' ').reverse())] };
  }
  return undefined;
}
