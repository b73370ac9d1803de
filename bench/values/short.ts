import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Pipeline } from '#src/translate/pipeline-types.js';
import { isAccepted, readWords, type Word } from '../eval/words.js';
import { DIRECTIONS, type Direction, evenly } from './sets.js';

/** How many short strings came back as one of their translations with each search. */
export interface ShortCounts {
  readonly fast: number;
  readonly best: number;
  /** Strings that were right with `fast` and wrong with `best`. */
  readonly worse: number;
  /** And the other way round. */
  readonly better: number;
}

const AT_ONCE = 32;
const DATA = new URL('../data/', import.meta.url);

/** Labels of forms and buttons, and frequent words: standing alone, they are what a search for the best cuts short first. */
export async function measureShort(
  pipeline: Pipeline,
  directions: readonly Direction[],
  sample?: number,
): Promise<Record<string, ShortCounts>> {
  const sets = {
    forms: await readForms(),
    words: await readWords(fileURLToPath(new URL('words.tsv', DATA))),
  };
  const counts: Record<string, ShortCounts> = {};
  console.log('\nShort strings: right with fast, with best; only with fast, only with best');
  for (const [set, all] of Object.entries(sets)) {
    for (const { name, from, to } of directions) {
      const own = evenly(
        all.filter((word) => word.from === from && word.to === to),
        sample,
      );
      const count = await compare(pipeline, own);
      counts[`${set} ${name}`] = count;
      console.log(
        `  ${set} ${name}  ${count.fast} ${count.best}  ${count.worse} ${count.better}  of ${own.length}`,
      );
    }
  }
  return counts;
}

async function compare(pipeline: Pipeline, words: readonly Word[]): Promise<ShortCounts> {
  const counts = { fast: 0, best: 0, worse: 0, better: 0 };
  let next = 0;
  const work = async (): Promise<void> => {
    for (let one = words[next++]; one !== undefined; one = words[next++]) {
      const [fast, best] = await Promise.all([ask(pipeline, one, 'fast'), ask(pipeline, one, 'best')]);
      const [isFast, isBest] = [fast, best].map((text) => isAccepted(text, one.accepted));
      if (isFast) counts.fast += 1;
      if (isBest) counts.best += 1;
      if (isFast && !isBest) {
        counts.worse += 1;
        console.log(`  worse with best: ${one.word} → ${best} (fast: ${fast})`);
      }
      if (!isFast && isBest) counts.better += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return counts;
}

async function ask(pipeline: Pipeline, { from, to, word }: Word, search: 'fast' | 'best'): Promise<string> {
  const { elements } = await pipeline.translate({
    engine: 'real-time',
    from,
    to,
    texts: [word],
    domain: 'general',
    search,
    options: { autoSplit: true, removeFakeLineBreak: false, isT4ooSplit: false },
    fairnessKey: 'eval',
    priority: 'background',
  });
  return elements[0]?.translatedText ?? '';
}

/** Reads `forms.tsv`: a label a line in three languages, each with its other wordings; the first is what is translated. */
async function readForms(): Promise<Word[]> {
  const [, ...lines] = (await readFile(new URL('forms.tsv', DATA), 'utf8')).trimEnd().split('\n');
  return lines.flatMap((line) => {
    const [en = '', ja = '', zh = ''] = line.split('\t');
    const labels: Readonly<Record<string, string>> = { en, ja, 'zh-CN': zh };
    return DIRECTIONS.map(({ from, to }) => ({
      from,
      to,
      word: labels[from]?.split('/')[0] ?? '',
      accepted: labels[to]?.split('/') ?? [],
    }));
  });
}
