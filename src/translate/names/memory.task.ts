import type { RememberedName } from '../pipeline-types.js';
import type { NameTarget } from './find.js';
import { type NamedSentence, sharedNames } from './memory.js';
import { NameTable } from './readings/name-table.js';

const table = NameTable.read();

/** The sentences of a large request, and what they are translated into. */
export interface NameScan {
  readonly sentences: readonly NamedSentence[];
  readonly target: NameTarget;
}

export async function run({ sentences, target }: NameScan): Promise<RememberedName[][]> {
  return sharedNames(sentences, target, await table);
}
