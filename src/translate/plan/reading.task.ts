import type { NameTarget } from '../names/find.js';
import { NameTable } from '../names/readings/name-table.js';
import type { Segment } from '../pipeline-types.js';
import type { CompiledTerms } from '../terms/compiled-terms.js';
import { readLexicon } from '../terms/lexicon.js';
import { readSentence, type SentenceReading } from './reading.js';

const table = NameTable.read();
const words = readLexicon();

/** Sentences of a large request, what they are translated into, and the lists of terms. */
export interface ReadingRequest {
  readonly segments: readonly Segment[];
  readonly target: NameTarget;
  readonly lists: readonly CompiledTerms[];
}

export async function run({ segments, target, lists }: ReadingRequest): Promise<SentenceReading[]> {
  const parts = { names: await table, lexicon: await words, lists };
  return segments.map((segment) => readSentence(segment, target, parts));
}
