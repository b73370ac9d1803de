import type { Lang } from '../../lang.js';
import type { RememberedName } from '../pipeline.js';
import { type NamedSentence, sharedNames } from './memory.js';
import { NameTable } from './name-table.js';

const table = NameTable.read();

/** The sentences of a large request, and the language that they are translated into. */
export interface NameScan {
  readonly sentences: readonly NamedSentence[];
  readonly to: Lang;
}

export async function run({ sentences, to }: NameScan): Promise<RememberedName[][]> {
  return sharedNames(sentences, to, await table);
}
