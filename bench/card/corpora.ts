import { readFile } from 'node:fs/promises';

/** One source of training text, with what its licence asks for: its name. */
export interface Corpus {
  readonly name: string;
  readonly content: string;
  /** Lines available per pair of languages, or per language for text of one language. */
  readonly lines: string;
  readonly licence: string;
  readonly basis: Basis;
}

/**
 * What the licence rests on. `noted`: the collection names it for this corpus. `group`: the collection names the
 * licences of a group of corpora, which one belongs here is general knowledge. `assumed`: general knowledge alone.
 */
export type Basis = 'noted' | 'group' | 'assumed';

const BASES: readonly string[] = ['noted', 'group', 'assumed'] satisfies readonly Basis[];

/** Reads `corpora.tsv`: a header line, then one corpus a line. */
export async function readCorpora(file: string | URL): Promise<readonly Corpus[]> {
  const [, ...lines] = (await readFile(file, 'utf8')).trimEnd().split('\n');
  return lines.map((line) => {
    const [name, content, counts, licence, basis] = line.split('\t');
    if (!name || !content || !counts || !licence || !isBasis(basis)) {
      throw new Error(`A cell of ${file} is empty or unknown: ${line}`);
    }
    return { name, content, lines: counts, licence, basis };
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

function isBasis(text: string | undefined): text is Basis {
  return text !== undefined && BASES.includes(text);
}
