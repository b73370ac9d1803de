import { editSimilarity } from '../../base/edit-similarity.js';
import type { NearPair } from '../../translate/pipeline-types.js';
import { normalisePhrase } from '../../translate/plan/normal-phrase.js';
import { type GramMatch, gramsOf, MOST_CANDIDATES, type NearSegment } from './near-segment.js';

/** Pairs weaker than this teach the model nothing about the sentence at hand. */
const THRESHOLD = 0.5;
const MOST_RESULTS = 8;

/** Pairs that changed since an index was built. */
export interface ChangedPairs {
  /** Those that were added or have other texts now. */
  readonly segment: NearSegment;
  /** All that changed, also those that are gone. */
  readonly ids: Iterable<number>;
}

/**
 * Finds stored sentences that resemble a given one. Shared character n-grams pick the candidates; the edit distance
 * between normalised forms, as translation memories count it, ranks them. A few changed pairs are searched beside the
 * index that was built before, in which they are hidden, so that a change costs what changed and not what is stored.
 */
export class NearIndex {
  readonly #built: NearSegment;
  readonly #changed: NearSegment | undefined;
  readonly #hidden: Uint8Array | undefined;

  /** @param most pairs that are searched: of more, the oldest are left out */
  constructor(built: NearSegment, changed?: ChangedPairs, most = Number.POSITIVE_INFINITY) {
    this.#built = built;
    this.#changed = changed?.segment;
    this.#hidden = changed && hiddenPlaces(built, changed, most);
  }

  /** The most similar pairs, best first. */
  search(sentence: string): readonly NearPair[] {
    const key = normalisePhrase(sentence);
    const grams = gramsOf(key);
    const candidates = [
      ...(this.#changed?.candidates(grams) ?? []),
      ...this.#built.candidates(grams, this.#hidden),
    ];
    return candidates
      .sort((a, b) => b.dice - a.dice)
      .slice(0, MOST_CANDIDATES)
      .map((match) => measured(match, key))
      .filter((pair) => pair.similarity >= THRESHOLD)
      .sort((a, b) => b.similarity - a.similarity)
      .slice(0, MOST_RESULTS);
  }
}

function hiddenPlaces(built: NearSegment, changed: ChangedPairs, most: number): Uint8Array {
  const hidden = new Uint8Array(built.size);
  let searched = built.size + changed.segment.size;
  for (const id of changed.ids) {
    const place = built.placeOf(id);
    if (place === undefined) continue;
    hidden[place] = 1;
    searched -= 1;
  }
  for (let place = built.size - 1; place >= 0 && searched > most; place -= 1) {
    if (hidden[place] === 1) continue;
    hidden[place] = 1;
    searched -= 1;
  }
  return hidden;
}

function measured({ segment, place, dice }: GramMatch, key: string): NearPair {
  const source = segment.source(place);
  const similarity = editSimilarity(key, normalisePhrase(source)) ?? dice;
  return { source, target: segment.target(place), similarity };
}
