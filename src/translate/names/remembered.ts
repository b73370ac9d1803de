import type { Lang } from '../../base/lang.js';
import type { RememberedName, Segment } from '../pipeline-types.js';
import { isCovered } from '../segmentation/stretch.js';
import type { FoundName } from './found-name.js';

const HAN = /[\p{Script=Han}々ヶ]/u;

/** Where remembered names stand in a sentence, the longest first. In Japanese a longer row of characters is another word. */
export function rememberedIn({
  text,
  from,
  names = [],
}: Pick<Segment, 'text' | 'from' | 'names'>): FoundName[] {
  const found: FoundName[] = [];
  for (const { written, spellings, isFirm = false } of names.toSorted(byLength)) {
    for (let start = text.indexOf(written); start !== -1; start = text.indexOf(written, start + 1)) {
      const end = start + written.length;
      if (isPartOfWord(text, start, end, from, isFirm) || isCovered(found, { start, end })) continue;
      found.push({ start, end, spellings, sure: isFirm || from === 'ja' });
    }
  }
  return found;
}

function byLength(a: RememberedName, b: RememberedName): number {
  return b.written.length - a.written.length;
}

/** 東和計測様 and 東和計測製 are of the firm. */
function isPartOfWord(text: string, start: number, end: number, from: Lang, isFirm: boolean): boolean {
  const [before = '', after = ''] = [text[start - 1], text[end]];
  if (from === 'en') return /[\p{L}\p{N}]/u.test(before) || /[\p{L}\p{N}]/u.test(after);
  return from === 'ja' && (HAN.test(before) || (HAN.test(after) && !isFirm));
}
