import type { SegmentResult, WrittenName } from '../../pipeline-types.js';
import type { SentenceTask } from '../../solve/sentence-task.js';
import { containsTerm } from '../../terms/presence.js';

/** The names of a task that have several spellings, each with the one that the translation has. */
export function writtenNames({ segment, required }: SentenceTask, translation: string): WrittenName[] {
  return required.flatMap((wanted): WrittenName[] => {
    if (wanted.kind !== 'name' || wanted.spellings.length < 2) return [];
    const { spellings } = wanted;
    const spelling = spellings.find((one) => containsTerm(translation, one));
    if (spelling === undefined) return [];
    return [{ written: segment.text.slice(wanted.start, wanted.end), spellings, spelling }];
  });
}

/** Spells the names of one request as they were spelled first: not Brian here and Bryan there. */
export class NameSpelling {
  readonly #first = new Map<string, string>();

  apply({ text, names = [] }: SegmentResult): string {
    return names.reduce((spelled, { written, spelling }) => {
      const first = this.#first.get(written) ?? spelling;
      this.#first.set(written, first);
      // A part of a name (Einstein for Albert Einstein) is no other spelling.
      if (first === spelling || wordsOf(first) !== wordsOf(spelling)) return spelled;
      return spelled.replaceAll(spelling, first);
    }, text);
  }
}

function wordsOf(name: string): number {
  return name.split(' ').length;
}
