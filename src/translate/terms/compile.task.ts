import type { Lang } from '../../base/lang.js';
import { type CompiledTerms, compileTerms, SEPARATOR, TIERS } from './compiled-terms.js';
import { readLexicon } from './lexicon.js';

const lexicon = readLexicon();

/** A long list of terms: the texts of all entries in one, which is handed over faster than so many objects. */
export interface CompileRequest {
  readonly from: Lang;
  readonly to: Lang;
  readonly fromTexts: string;
  readonly toTexts: string;
  /** Indexes into `TIERS`. */
  readonly tiers: Uint8Array;
}

export async function run({ from, to, fromTexts, toTexts, tiers }: CompileRequest): Promise<CompiledTerms> {
  const targets = toTexts.split(SEPARATOR);
  const entries = fromTexts.split(SEPARATOR).map((fromText, index) => ({
    fromText,
    toText: targets[index] ?? '',
    tier: TIERS[tiers[index] ?? 0] ?? 'dictionary',
  }));
  return compileTerms(entries, { from, to, lexicon: await lexicon });
}
