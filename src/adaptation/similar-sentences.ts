import { shared } from '../model/shared-memory.js';
import { hashOf, placeOf, wordUnits } from './word-units.js';

/** A stored sentence that resembles the one asked about. */
export interface SimilarSentence {
  /** Position among the sentences that the index was built from. */
  readonly row: number;
  /** 0 to 1: how much of both sentences' weight of words and word pairs they share. */
  readonly similarity: number;
}

/** Sentences that get a closer look, by weight of shared words. */
const SHORTLIST = 64;
/** What stands in more sentences than this share says little about likeness and costs most to look through. */
const COMMON_SHARE = 0.03;
const FEWEST_COMMON = 12;
/** What a further sentence with the same words is still worth, so that those with other words come first. */
const SEEN_AGAIN = 0.5;

/**
 * An inverted index over sentences: their words (Han and kana: pairs of characters) and pairs of neighbouring words, weighted
 * by rarity. Plain data in shared memory: it is built in a thread and read anywhere.
 */
export interface SentenceIndex {
  /** Hashes of the features, ascending. */
  readonly features: Int32Array;
  readonly weights: Float64Array;
  /** Where the rows of each feature begin in `postings`, and the end. */
  readonly postingStarts: Int32Array;
  readonly postings: Int32Array;
  /** Where the features of each row begin in `rowFeatures`, and the end. */
  readonly rowStarts: Int32Array;
  readonly rowFeatures: Int32Array;
  /** Weight of each row. */
  readonly totals: Float64Array;
}

export function buildSentenceIndex(sentences: readonly string[]): SentenceIndex {
  const rows = sentences.map((sentence) => [...new Set(featuresOf(sentence))]);
  const counts = new Map<number, number>();
  for (const row of rows) for (const feature of row) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  const features = shared(Int32Array, Int32Array.from(counts.keys()).sort());
  const places = new Map(Array.from(features, (feature, place) => [feature, place]));
  const common = Math.max(FEWEST_COMMON, sentences.length * COMMON_SHARE);
  const weights = shared(Float64Array, features.length);
  const postingStarts = shared(Int32Array, features.length + 1);
  for (const [place, feature] of features.entries()) {
    const count = counts.get(feature) ?? 0;
    weights[place] = count > common ? 0 : Math.log((sentences.length + 1) / count);
    postingStarts[place + 1] = (postingStarts[place] ?? 0) + count;
  }
  const postings = shared(Int32Array, postingStarts.at(-1) ?? 0);
  const next = Int32Array.from(postingStarts);
  const rowStarts = shared(Int32Array, rows.length + 1);
  const rowFeatures = shared(Int32Array, postings.length);
  const totals = shared(Float64Array, rows.length);
  for (const [row, hashes] of rows.entries()) {
    let at = rowStarts[row] ?? 0;
    for (const hash of hashes) {
      const place = places.get(hash) ?? 0;
      rowFeatures[at++] = place;
      postings[next[place] ?? 0] = row;
      next[place] = (next[place] ?? 0) + 1;
      totals[row] = (totals[row] ?? 0) + (weights[place] ?? 0);
    }
    rowStarts[row + 1] = at;
  }
  return { features, weights, postingStarts, postings, rowStarts, rowFeatures, totals };
}

/**
 * Finds stored sentences like a given one. The index gives a shortlist. From it sentences are taken one by one, each time the
 * one that adds most of what the others do not cover yet: the parts of a new sentence mostly stand in different old ones.
 */
export class SimilarSentences {
  readonly #index: SentenceIndex;
  /** Shared weight by row; all zero between two searches. */
  readonly #scratch: Float64Array;

  constructor(index: SentenceIndex) {
    this.#index = index;
    this.#scratch = new Float64Array(index.totals.length);
  }

  /** The sentences that cover the given one best, the most similar first. */
  find(sentence: string, count: number): readonly SimilarSentence[] {
    const { features, weights, totals } = this.#index;
    const wanted = new Set<number>();
    let total = 0;
    for (const hash of featuresOf(sentence)) {
      const feature = placeOf(features, hash);
      if (feature < 0) total += Math.log(totals.length + 1);
      else if (!wanted.has(feature)) {
        wanted.add(feature);
        total += weights[feature] ?? 0;
      }
    }
    const shortlist = this.#shortlist(wanted, total);
    return covering(
      shortlist,
      count,
      (row) => this.#shared(row, wanted),
      (feature) => weights[feature] ?? 0,
    );
  }

  #shortlist(wanted: ReadonlySet<number>, total: number): readonly SimilarSentence[] {
    const { weights, postingStarts, postings, totals } = this.#index;
    const sharedWeight = this.#scratch;
    const touched: number[] = [];
    for (const feature of wanted) {
      const weight = weights[feature] ?? 0;
      if (weight === 0) continue;
      const end = postingStarts[feature + 1] ?? 0;
      for (let at = postingStarts[feature] ?? 0; at < end; at++) {
        const row = postings[at] ?? 0;
        const before = sharedWeight[row] ?? 0;
        if (before === 0) touched.push(row);
        sharedWeight[row] = before + weight;
      }
    }
    const best: SimilarSentence[] = [];
    let worst = 0;
    for (const row of touched) {
      const similarity = (2 * (sharedWeight[row] ?? 0)) / (total + (totals[row] ?? 0) || 1);
      sharedWeight[row] = 0;
      if (best.length >= 2 * SHORTLIST) {
        best.sort(mostSimilarFirst).length = SHORTLIST;
        worst = best.at(-1)?.similarity ?? 0;
      }
      if (similarity > worst) best.push({ row, similarity });
    }
    return best.sort(mostSimilarFirst).slice(0, SHORTLIST);
  }

  #shared(row: number, wanted: ReadonlySet<number>): readonly number[] {
    const { rowStarts, rowFeatures, weights } = this.#index;
    return Array.from(rowFeatures.subarray(rowStarts[row], rowStarts[row + 1])).filter(
      (feature) => (weights[feature] ?? 0) > 0 && wanted.has(feature),
    );
  }
}

function mostSimilarFirst(a: SimilarSentence, b: SimilarSentence): number {
  return b.similarity - a.similarity || a.row - b.row;
}

function covering(
  shortlist: readonly SimilarSentence[],
  count: number,
  sharedOf: (row: number) => readonly number[],
  weightOf: (feature: number) => number,
): readonly SimilarSentence[] {
  const left = shortlist.map((sentence) => ({ sentence, shared: sharedOf(sentence.row) }));
  const worth = new Map<number, number>();
  const chosen: SimilarSentence[] = [];
  while (chosen.length < count && left.length > 0) {
    let best = 0;
    let bestGain = -1;
    for (const [index, { sentence, shared }] of left.entries()) {
      let gain = sentence.similarity;
      for (const feature of shared) gain += weightOf(feature) * (worth.get(feature) ?? 1);
      if (gain <= bestGain) continue;
      bestGain = gain;
      best = index;
    }
    const [taken] = left.splice(best, 1);
    if (taken === undefined) break;
    chosen.push(taken.sentence);
    for (const feature of taken.shared) worth.set(feature, (worth.get(feature) ?? 1) * SEEN_AGAIN);
  }
  return chosen.sort((a, b) => b.similarity - a.similarity);
}

/** Words, and pairs of neighbouring ones, as hashes; single characters of unspaced scripts count only in pairs. */
function* featuresOf(sentence: string): Generator<number> {
  let before: string | undefined;
  for (const { text, unspaced } of wordUnits(sentence)) {
    if (!unspaced) yield hashOf(text);
    if (before !== undefined) yield hashOf(`${before} ${text}`);
    before = text;
  }
}
