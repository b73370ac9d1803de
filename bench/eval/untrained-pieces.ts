import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findModels } from '#src/model/folder/installed.js';
import { readPieces } from '../../trainer/graphs/pieces.js';

/** Seen fewer times than this in training, a piece is noise to the model. */
const LEAST_SEEN = 20;

/** Pieces that a model's tokenizer cuts text into although training has hardly seen them. */
export async function countUntrained(directory: string, counts: URL): Promise<number> {
  const seen = await readCounts(counts);
  const vocabularies = findModels(directory).installed.map(async ({ folder }) =>
    readPieces(await readFile(join(folder, 'spm.model'))),
  );
  // The list has only the pieces that are rare; a single character has nothing smaller but bytes to be cut into.
  return (await Promise.all(vocabularies))
    .flatMap(({ pieces }) => pieces)
    .filter(({ kind, text }) => kind === 'normal' && [...text.replace('▁', '')].length > 1)
    .filter(({ text }) => (seen.get(text) ?? LEAST_SEEN) < LEAST_SEEN).length;
}

/** How often training has seen the pieces that are rare. */
export async function readCounts(file: URL): Promise<ReadonlyMap<string, number>> {
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n').slice(1);
  return new Map(
    lines.map((line) => {
      const [piece = '', count = ''] = line.split('\t');
      return [piece, Number(count)];
    }),
  );
}
