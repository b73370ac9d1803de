import type { Lang } from '../lang.js';
import { NameTable } from './names/name-table.js';
import type { Segment } from './pipeline.js';
import { readSentence, type SentenceReading } from './reading.js';

const table = NameTable.read();

/** Sentences of a large request, and the language that they are translated into. */
export interface ReadingRequest {
  readonly segments: readonly Segment[];
  readonly to: Lang;
}

export async function run({ segments, to }: ReadingRequest): Promise<SentenceReading[]> {
  const names = await table;
  return segments.map((segment) => readSentence(segment, to, names));
}
