import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Random } from './random.js';

/** A sentence and its human translation. */
export interface Pair {
  readonly corpus: string;
  readonly english: string;
  readonly other: string;
}

const LONGEST_CHARS = 200;
/** Corpora of running text by people: no user interface, no dictionary, no exercises with formulas. */
const CORPORA = new Set([
  'kyotowiki',
  'tatoeba',
  'tanaka-odashi',
  'msdocs-ht',
  'tico19',
  'xquad',
  'mlqe-pe',
  'jsick',
  'k8s',
]);

/** The pairs of a file "corpus, kind, English, other language", in turns from every corpus and each in random order. */
export async function readPairs(file: string, random: Random): Promise<Pair[]> {
  const byCorpus = new Map<string, Pair[]>();
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const [corpus = '', , english = '', other = ''] = line.split('\t');
    if (!CORPORA.has(corpus) || english.length > LONGEST_CHARS || other.length > LONGEST_CHARS) continue;
    byCorpus.set(corpus, byCorpus.get(corpus) ?? []);
    byCorpus.get(corpus)?.push({ corpus, english, other });
  }
  for (const pairs of byCorpus.values()) shuffle(pairs, random);
  const longest = Math.max(...[...byCorpus.values()].map(({ length }) => length));
  const turns: Pair[] = [];
  for (let at = 0; at < longest; at += 1) {
    for (const pairs of byCorpus.values()) {
      const pair = pairs[at];
      if (pair !== undefined) turns.push(pair);
    }
  }
  return turns;
}

function shuffle<Item>(items: Item[], random: Random): void {
  for (let at = items.length - 1; at > 0; at -= 1) {
    const other = random.whole(0, at);
    const [a, b] = [items[at], items[other]];
    if (a === undefined || b === undefined) continue;
    items[at] = b;
    items[other] = a;
  }
}

/** Takes what `select` makes of pairs, at most `limit` of them and at most `perCorpus` of one corpus. */
export function collect<Row>(
  pairs: readonly Pair[],
  limit: number,
  perCorpus: number,
  select: (pair: Pair) => Row | undefined,
): Row[] {
  const rows: Row[] = [];
  const taken = new Map<string, number>();
  for (const pair of pairs) {
    if (rows.length >= limit) break;
    const count = taken.get(pair.corpus) ?? 0;
    if (count >= perCorpus) continue;
    const row = select(pair);
    if (row === undefined) continue;
    rows.push(row);
    taken.set(pair.corpus, count + 1);
  }
  return rows;
}
