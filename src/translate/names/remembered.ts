import type { Lang } from '../../base/lang.js';
import type { Segment } from '../pipeline-types.js';
import type { FoundName } from './found-name.js';

const HAN = /[\p{Script=Han}々ヶ]/u;

/** Where remembered names stand in a sentence, of several the longest. In Japanese a longer row of characters is another word. */
export function rememberedIn({
  text,
  from,
  names = [],
}: Pick<Segment, 'text' | 'from' | 'names'>): FoundName[] {
  const found: FoundName[] = [];
  for (const { written, spellings, isFirm = false } of names) {
    for (let start = text.indexOf(written); start !== -1; start = text.indexOf(written, start + 1)) {
      const end = start + written.length;
      if (!isPartOfWord(text, start, end, from, isFirm))
        found.push({ start, end, spellings, sure: isFirm || from === 'ja' });
    }
  }
  let last = 0;
  return found
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .filter(({ start, end }) => {
      if (start < last) return false;
      last = end;
      return true;
    });
}

/** 東和計測様 and 東和計測製 are of the firm. */
function isPartOfWord(text: string, start: number, end: number, from: Lang, isFirm: boolean): boolean {
  const [before = '', after = ''] = [text[start - 1], text[end]];
  if (from === 'en') return /[\p{L}\p{N}]/u.test(before) || /[\p{L}\p{N}]/u.test(after);
  return from === 'ja' && (HAN.test(before) || (HAN.test(after) && !isFirm));
}
