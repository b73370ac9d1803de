import type { Lang } from '../../lang.js';
import type { RememberedName, Segment } from '../pipeline.js';
import { findNames } from './find.js';
import type { FoundName } from './found-name.js';
import type { NameTable } from './name-table.js';

const HAN = /[\p{Script=Han}々ヶ]/u;
const SHORTEST_NAME = 2;
const LONGEST_NAME = 6;

/**
 * The names of one request. 五十嵐さん in one sentence tells that 五十嵐 in another is a name too, although nothing there
 * says so.
 */
export class NameMemory {
  readonly #names = new Map<string, RememberedName>();

  /** Notes the names of a sentence whose reading is settled there. */
  note({ text, from }: Segment, to: Lang, table: NameTable): void {
    for (const { start, end, spellings, sure, settled = sure } of findNames(text, from, to, table)) {
      const written = text.slice(start, end);
      const isHan = [...written].every((character) => HAN.test(character));
      if (!settled || !isHan || written.length < SHORTEST_NAME || written.length > LONGEST_NAME) continue;
      if (!this.#names.has(written)) this.#names.set(written, { written, spellings });
    }
  }

  /** The sentence with the names that it shares with others of the request. */
  recall(segment: Segment): Segment {
    if (this.#names.size === 0) return segment;
    const names = new Map<string, RememberedName>();
    for (let at = 0; at < segment.text.length; at += 1) {
      for (let length = SHORTEST_NAME; length <= LONGEST_NAME; length += 1) {
        const name = this.#names.get(segment.text.slice(at, at + length));
        if (name !== undefined) names.set(name.written, name);
      }
    }
    return names.size === 0 ? segment : { ...segment, names: [...names.values()] };
  }
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
