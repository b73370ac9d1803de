import type { RememberedName, Segment } from '../pipeline-types.js';
import { findNames, type NameTarget } from './find.js';
import type { FoundName } from './found-name.js';
import type { NameTable } from './name-table.js';

const HAN = /[\p{Script=Han}々ヶ]/u;
const SHORTEST_NAME = 2;
const LONGEST_NAME = 6;

/** What of a sentence tells its names. */
export type NamedSentence = Pick<Segment, 'text' | 'from'>;

/**
 * For each sentence of a request the names that it shares with others: 五十嵐さん in one sentence tells that 五十嵐 in
 * another is a name too, although nothing there says so.
 */
export function sharedNames(
  sentences: readonly NamedSentence[],
  target: NameTarget,
  table: NameTable,
): RememberedName[][] {
  const names = new Map<string, RememberedName>();
  for (const { text, from } of sentences) {
    for (const { start, end, spellings, sure, settled = sure } of findNames(text, from, target, table)) {
      const written = text.slice(start, end);
      const isHan = [...written].every((character) => HAN.test(character));
      if (!settled || !isHan || written.length < SHORTEST_NAME || written.length > LONGEST_NAME) continue;
      if (!names.has(written)) names.set(written, { written, spellings });
    }
  }
  return sentences.map(({ text }) => (names.size === 0 ? [] : namesIn(text, names)));
}

function namesIn(text: string, names: ReadonlyMap<string, RememberedName>): RememberedName[] {
  const found = new Set<RememberedName>();
  for (let at = 0; at < text.length; at += 1) {
    for (let length = SHORTEST_NAME; length <= LONGEST_NAME; length += 1) {
      const name = names.get(text.slice(at, at + length));
      if (name !== undefined) found.add(name);
    }
  }
  return [...found];
}

/** Where remembered names stand in a sentence. In Japanese a longer row of characters is another word. */
export function rememberedIn({ text, from, names = [] }: Segment): FoundName[] {
  const found: FoundName[] = [];
  for (const { written, spellings } of names) {
    for (let start = text.indexOf(written); start !== -1; start = text.indexOf(written, start + 1)) {
      const end = start + written.length;
      const isPart = HAN.test(text[start - 1] ?? '') || HAN.test(text[end] ?? '');
      if (from !== 'ja' || !isPart) found.push({ start, end, spellings, sure: from === 'ja' });
    }
  }
  return found;
}
