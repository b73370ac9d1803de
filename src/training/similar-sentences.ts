import { foldWidthAndCase } from '../translate/memory/normalise.js';

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
 * Finds stored sentences like a given one. An inverted index over words (Han and kana: pairs of characters) and pairs of
 * neighbouring words, weighted by rarity, gives a shortlist. From it sentences are taken one by one, each time the one
 * that adds most of what the others do not cover yet: the parts of a new sentence mostly stand in different old ones.
 */
export class SimilarSentences {
  readonly #features = new Map<string, number>();
  readonly #postings: number[][] = [];
  readonly #weights: Float64Array;
  readonly #rows: Int32Array[] = [];
  readonly #totals: Float64Array;
  /** Shared weight by row; all zero between two searches. */
  readonly #scratch: Float64Array;

  constructor(sentences: readonly string[]) {
    for (const sentence of sentences) this.#rows.push(this.#learn(sentence));
    const common = Math.max(FEWEST_COMMON, sentences.length * COMMON_SHARE);
    this.#weights = Float64Array.from(this.#postings, (rows) =>
      rows.length > common ? 0 : Math.log((sentences.length + 1) / rows.length),
    );
    this.#scratch = new Float64Array(sentences.length);
    this.#totals = Float64Array.from(this.#rows, (features) => this.#weightOf(features));
  }

  /** The sentences that cover the given one best, the most similar first. */
  find(sentence: string, count: number): readonly SimilarSentence[] {
    const wanted = new Set<number>();
    let total = 0;
    for (const name of features(sentence)) {
      const feature = this.#features.get(name);
      if (feature === undefined) total += Math.log(this.#rows.length + 1);
      else if (!wanted.has(feature)) {
        wanted.add(feature);
        total += this.#weights[feature] ?? 0;
      }
    }
    const shortlist = this.#shortlist(wanted, total);
    return covering(
      shortlist,
      count,
      (row) => this.#shared(row, wanted),
      (feature) => this.#weights[feature] ?? 0,
    );
  }

  #shortlist(wanted: ReadonlySet<number>, total: number): readonly SimilarSentence[] {
    const shared = this.#scratch;
    const touched: number[] = [];
    for (const feature of wanted) {
      const weight = this.#weights[feature] ?? 0;
      if (weight === 0) continue;
      for (const row of this.#postings[feature] ?? []) {
        const before = shared[row] ?? 0;
        if (before === 0) touched.push(row);
        shared[row] = before + weight;
      }
    }
    const best: SimilarSentence[] = [];
    let worst = 0;
    for (const row of touched) {
      const similarity = (2 * (shared[row] ?? 0)) / (total + (this.#totals[row] ?? 0) || 1);
      shared[row] = 0;
      if (best.length >= 2 * SHORTLIST) {
        best.sort(mostSimilarFirst).length = SHORTLIST;
        worst = best.at(-1)?.similarity ?? 0;
      }
      if (similarity > worst) best.push({ row, similarity });
    }
    return best.sort(mostSimilarFirst).slice(0, SHORTLIST);
  }

  #shared(row: number, wanted: ReadonlySet<number>): readonly number[] {
    const features: number[] = [];
    for (const feature of this.#rows[row] ?? []) {
      if ((this.#weights[feature] ?? 0) > 0 && wanted.has(feature)) features.push(feature);
    }
    return features;
  }

  #learn(sentence: string): Int32Array {
    const row = this.#rows.length;
    const numbers = new Set<number>();
    for (const name of features(sentence)) {
      let feature = this.#features.get(name);
      if (feature === undefined) {
        feature = this.#features.size;
        this.#features.set(name, feature);
        this.#postings.push([]);
      }
      if (numbers.has(feature)) continue;
      numbers.add(feature);
      this.#postings[feature]?.push(row);
    }
    return Int32Array.from(numbers);
  }

  #weightOf(features: Int32Array): number {
    return features.reduce((sum, feature) => sum + (this.#weights[feature] ?? 0), 0);
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

const UNITS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]|[\p{L}\p{N}\p{M}_]+/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u;

/** Words, and pairs of neighbouring ones; single characters of unspaced scripts count only in pairs. */
function* features(sentence: string): Generator<string> {
  let before: string | undefined;

  for (const [unit] of foldWidthAndCase(sentence).matchAll(UNITS)) {
    const unspaced = UNSPACED.test(unit);
    if (!unspaced) yield unit;
    if (before !== undefined) yield `${before} ${unit}`;
    before = unit;
  }
}
