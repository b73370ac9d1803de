import { readFile } from 'node:fs/promises';

/** One source of training text, with what its licence asks for: its name. */
export interface Corpus {
  readonly name: string;
  readonly content: string;
  /** Lines available per pair of languages, or per language for text of one language. */
  readonly lines: string;
  readonly licence: string;
}

/** Reads `corpora.tsv`: a header line, then one corpus a line. */
export async function readCorpora(file: string | URL): Promise<readonly Corpus[]> {
  const [, ...lines] = (await readFile(file, 'utf8')).trimEnd().split('\n');
  return lines.map((line) => {
    const [name, content, counts, licence] = line.split('\t');
    if (!name || !content || !counts || !licence) throw new Error(`A cell of ${file} is empty: ${line}`);
    return { name, content, lines: counts, licence };
  });
}

/** @throws when a name has no licence on record: a card may not leave a source out. */
export function chooseCorpora(corpora: readonly Corpus[], names: readonly string[]): readonly Corpus[] {
  const unknown = names.filter((name) => !corpora.some((corpus) => corpus.name === name));
  if (unknown.length > 0) {
    throw new Error(
      `No licence is on record for ${unknown.join(', ')}: add a line to bench/data/corpora.tsv.`,
    );
  }
  return corpora.filter((corpus) => names.includes(corpus.name));
}
