import { writeIndex } from '../../adaptation/index-bytes.js';
import type { LearnedParts } from '../../adaptation/learned-model.js';
import { unpackPairs } from '../../adaptation/sentence-pair.js';
import { type MinedTerm, mineTerms } from './term-mining.js';

export interface VersionInput {
  readonly packedPairs: string;
  readonly parts: LearnedParts;
}

/** What a new version stores. */
export interface WrittenVersion {
  readonly bytes: Uint8Array<SharedArrayBuffer>;
  readonly terms: readonly MinedTerm[];
}

export function run({ packedPairs, parts }: VersionInput): WrittenVersion {
  return { bytes: writeIndex(parts), terms: mineTerms(unpackPairs(packedPairs)) };
}
