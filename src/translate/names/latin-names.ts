import type { FoundName } from './found-name.js';
import type { NameTable } from './name-table.js';

const WORD = /(?<![\p{L}\p{N}_'’@#/.-])[A-Z][a-zà-ÿ]{2,}(?![\p{L}\p{N}_@/]|-\p{L})/gu;

/**
 * Names of English text that no dictionary knows: they stay as they are written. Neighbours are one name. Those that a
 * dictionary knows (London, Google) have a customary form, which is the model's to choose.
 */
export function latinNames(text: string, table: NameTable): FoundName[] {
  const found: FoundName[] = [];
  for (const match of text.matchAll(WORD)) {
    const [word] = match;
    const lower = word.toLowerCase();
    if (table.knowsWord(lower) || table.knowsWord(lower.replace(/(?:s|es|ed|ing)$/, ''))) continue;
    const end = match.index + word.length;
    const last = found.at(-1);
    if (last !== undefined && text.slice(last.end, match.index) === ' ') {
      const joined = text.slice(last.start, end);
      found[found.length - 1] = { start: last.start, end, spellings: [joined], sure: true };
    } else found.push({ start: match.index, end, spellings: [word], sure: true });
  }
  return found;
}
