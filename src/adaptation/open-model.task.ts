import { normalisePhrase } from '../translate/plan/normal-phrase.js';
import { buildDomainIndex, type DomainIndex } from './learned-model.js';
import { unpackPairs } from './sentence-pair.js';

/** What a custom model needs in memory besides its stored bytes. */
export interface OpenedModel {
  readonly index: DomainIndex;
  /** Normalised source → translation. */
  readonly exact: ReadonlyMap<string, string>;
}

export function run(packedPairs: string): OpenedModel {
  const pairs = unpackPairs(packedPairs);
  return {
    index: buildDomainIndex(pairs),
    exact: new Map(pairs.map(({ fromText, toText }) => [normalisePhrase(fromText), toText])),
  };
}
