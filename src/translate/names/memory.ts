import type { RememberedName, Segment } from '../pipeline-types.js';
import { findNames, type NameTarget } from './find.js';
import { firmCores } from './firms/firm-cores.js';
import type { NameTable } from './readings/name-table.js';

const HAN = /[\p{Script=Han}々ヶ]/u;
const SHORTEST_NAME = 2;
const LONGEST_NAME = 6;
/** Of a firm; longer names nobody repeats in full. */
const LONGEST_FIRM = 40;

/** What of a sentence tells its names. */
export type NamedSentence = Pick<Segment, 'text' | 'from'>;

/**
 * For each sentence of a request the names that it shares with others: 五十嵐さん in one sentence tells that 五十嵐 in
 * another is a name too, although nothing there says so, and 東和計測株式会社 what 東和計測 is.
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
    for (const firm of firmCores(text, from, target.to, table)) {
      const { length } = firm.written;
      if (length >= SHORTEST_NAME && length <= LONGEST_FIRM && !names.has(firm.written))
        names.set(firm.written, firm);
    }
  }
  const lengths = [...new Set([...names.keys()].map(({ length }) => length))];
  return sentences.map(({ text }) => (names.size === 0 ? [] : namesIn(text, names, lengths)));
}

function namesIn(
  text: string,
  names: ReadonlyMap<string, RememberedName>,
  lengths: readonly number[],
): RememberedName[] {
  const found = new Set<RememberedName>();
  for (let at = 0; at < text.length; at += 1) {
    for (const length of lengths) {
      const name = names.get(text.slice(at, at + length));
      if (name !== undefined) found.add(name);
    }
  }
  return [...found];
}
