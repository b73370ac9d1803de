import { writesUnspaced } from '../../base/lang.js';
import { columnsOf } from './wrap.js';

/** Marks behind which a text may well be cut; sentences end there. */
const CLAUSE_END = /[、，,;；:：。．.!?！？…」』）)]\s*$/u;
/** How much nearer a cut behind such a mark counts, as a share of the whole. */
const CLAUSE_BONUS = 0.12;
/** Particles and endings that Japanese puts behind a word, and the mark of a long vowel. */
const NOT_FIRST = /^(?:ー|[\u3041-\u309F]{1,2}$|から|まで|より|ました|ません)/u;

/** A text in words, each with the blanks and marks behind it. */
function wordsOf(text: string, lang: string): string[] {
  if (!writesUnspaced(lang)) return text.split(/(?<=\s)(?=\S)/);
  const words: string[] = [];
  for (const { segment } of new Intl.Segmenter(lang, { granularity: 'word' }).segment(text)) {
    const last = words.at(-1);
    if (last !== undefined && belongs(segment, last)) words[words.length - 1] = last + segment;
    else words.push(segment);
  }
  return words;
}

function belongs(segment: string, last: string): boolean {
  if (/^(?:\s+|\p{P}+)$/u.test(segment) && !/^[「『（(]/.test(segment)) return true;
  return /[「『（(]$/.test(last) || (NOT_FIRST.test(segment) && !CLAUSE_END.test(last));
}

/**
 * Cuts a text into as many parts as there are shares, each about as long as its share, never inside a word and rather
 * behind a mark than before it.
 */
export function cutByShares(text: string, shares: readonly number[], lang: string): string[] {
  const words = wordsOf(text, lang);
  const total = columnsOf(text);
  const whole = shares.reduce((sum, share) => sum + share, 0);
  const parts: string[] = [];
  let from = 0;
  let wanted = 0;
  for (const [index, share] of shares.entries()) {
    wanted += share / whole;
    const left = shares.length - index - 1;
    const end = left === 0 ? words.length : bestEnd(words, from, words.length - left, wanted, total);
    parts.push(words.slice(from, end).join('').trim());
    from = end;
  }
  return parts;
}

function bestEnd(
  words: readonly string[],
  from: number,
  last: number,
  wanted: number,
  total: number,
): number {
  let best = Math.min(from + 1, words.length);
  let least = Number.POSITIVE_INFINITY;
  let columns = words.slice(0, from).reduce((sum, word) => sum + columnsOf(word), 0);
  for (let end = from + 1; end <= last; end += 1) {
    const word = words[end - 1] ?? '';
    columns += columnsOf(word);
    const distance = Math.abs(columns / total - wanted) - (CLAUSE_END.test(word) ? CLAUSE_BONUS : 0);
    if (distance < least) [best, least] = [end, distance];
  }
  return best;
}
