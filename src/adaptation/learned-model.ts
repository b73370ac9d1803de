import { type MarkStyle, markStyle } from '../marks/punctuation.js';
import type { Adaptation, Datastore, OutputHead } from '../model/adaptation.js';
import { DomainGate, type DomainStatistics, domainStatistics } from './domain-gate.js';
import type { AdaptationParameters } from './parameters.js';
import type { SentencePair } from './sentence-pair.js';
import {
  buildSentenceIndex,
  type SentenceIndex,
  type SimilarSentence,
  SimilarSentences,
} from './similar-sentences.js';

/** Similar pairs whose states take part in translating one sentence. */
const SIMILAR_PAIRS = 24;
/** What one token of a sentence costs to look through; bounds the work of a step when pairs are long. */
const MOST_ROWS = 400;

/** Similarity of the nearest pair at which a sentence begins to belong to the domain whatever its words, and fully does. */
const DISSIMILAR = 0.15;
const SIMILAR = 0.2;

/** Translations are cached by domain score: in few steps, so that a sentence is seldom translated anew. */
const DOMAIN_SCORE_STEPS = 4;

/** From here on a sentence is written with the customer's marks; there is no half of them. */
const CUSTOMER_MARKS = 0.5;

/** What serving a custom model needs, besides the pairs themselves. Plain data. */
export interface LearnedParts {
  readonly states: Datastore;
  /** Row of `states` at which each pair begins, and the end. */
  readonly offsets: Int32Array;
  readonly parameters: AdaptationParameters;
  readonly head?: OutputHead;
  /** How much of the head's correction is applied to text that is surely the customer's. Default 1. */
  readonly headShare?: number;
}

/** What is looked up for every sentence. Plain data in shared memory: it is built in a thread. */
export interface DomainIndex {
  readonly sentences: SentenceIndex;
  readonly statistics: DomainStatistics;
  readonly marks: MarkStyle;
}

/** @param learnt pairs whose words say what the domain is; a held-out pair must not help itself */
export function buildDomainIndex(
  pairs: readonly SentencePair[],
  learnt: readonly SentencePair[] = pairs,
): DomainIndex {
  return {
    sentences: buildSentenceIndex(pairs.map(({ fromText }) => fromText)),
    statistics: domainStatistics(learnt.map(({ fromText }) => fromText)),
    marks: markStyle(pairs.map(({ toText }) => toText)),
  };
}

/** A trained model: what the decoder went through on its pairs, the head trained on that, and where both apply. */
export class LearnedModel {
  readonly #parts: LearnedParts;
  readonly #similar: SimilarSentences;
  readonly #gate: DomainGate;
  readonly #index: DomainIndex;

  constructor(parts: LearnedParts, index: DomainIndex) {
    this.#parts = parts;
    this.#index = index;
    this.#similar = new SimilarSentences(index.sentences);
    this.#gate = new DomainGate(index.statistics);
  }

  /** The domain score of each sentence of a text, by its words and those around it, 0 to 1. */
  domainScores(sentences: readonly string[]): readonly number[] {
    return this.#gate
      .scores(sentences)
      .map((score) => Math.round(score * DOMAIN_SCORE_STEPS) / DOMAIN_SCORE_STEPS);
  }

  /**
   * What the decoder mixes in for a sentence; undefined when the sentence has nothing of what the model knows.
   *
   * @param scoreByWords what `domainScores` says of it
   * @param without a pair that is left out: a held-out one must not help itself
   */
  adapt(sentence: string, scoreByWords: number, without?: number): Adaptation | undefined {
    const { states, parameters, head } = this.#parts;
    const similar = this.#similarTo(sentence, without);
    const likeness = ((similar[0]?.similarity ?? 0) - DISSIMILAR) / (SIMILAR - DISSIMILAR);
    // Neighbours and head alike keep out of text of other domains.
    const domainScore = Math.max(scoreByWords, Math.min(1, likeness));
    if (domainScore === 0) return undefined;
    const weight = domainScore * parameters.weight;
    const headShare = head === undefined ? 0 : domainScore * (this.#parts.headShare ?? 1);
    const ranges = weight > 0 ? this.#ranges(similar) : new Int32Array();
    const noNeighbours = weight === 0 || (ranges.length === 0 && states.clusters === undefined);
    if (noNeighbours && headShare === 0) return undefined;
    const corrected = head !== undefined && headShare > 0 ? { head, headShare } : {};
    const marks = domainScore >= CUSTOMER_MARKS ? { marks: this.#index.marks } : {};
    return { states, ranges, ...parameters, weight, ...corrected, ...marks, ...this.#excluded(without) };
  }

  /** All that a search for neighbours needs, for a sentence of the domain. */
  searchFor(sentence: string, without: number): Adaptation {
    const { states, parameters } = this.#parts;
    const ranges = this.#ranges(this.#similarTo(sentence, without));
    return { states, ranges, ...parameters, ...this.#excluded(without) };
  }

  #excluded(pair: number | undefined): Pick<Adaptation, 'without'> {
    const { offsets } = this.#parts;
    return pair === undefined ? {} : { without: [offsets[pair] ?? 0, offsets[pair + 1] ?? 0] };
  }

  #similarTo(sentence: string, without: number | undefined): readonly SimilarSentence[] {
    const found = this.#similar.find(sentence, SIMILAR_PAIRS + (without === undefined ? 0 : 1));
    return found.filter(({ row }) => row !== without).slice(0, SIMILAR_PAIRS);
  }

  #ranges(similar: readonly SimilarSentence[]): Int32Array {
    const { offsets } = this.#parts;
    const ranges: number[] = [];
    let rows = 0;
    for (const { row } of similar) {
      const [start, end] = [offsets[row] ?? 0, offsets[row + 1] ?? 0];
      rows += end - start;
      if (rows > MOST_ROWS) break;
      ranges.push(start, end);
    }
    return Int32Array.from(ranges);
  }

  /** Bytes of all arrays. */
  get bytes(): number {
    return bytesOf(this.#parts) + bytesOf(this.#index);
  }
}

function bytesOf(data: object): number {
  if (ArrayBuffer.isView(data)) return data.byteLength;
  return Object.values(data).reduce(
    (sum: number, value: unknown) => sum + (typeof value === 'object' && value !== null ? bytesOf(value) : 0),
    0,
  );
}
