import type { Adaptation, OutputHead, StoredStates } from '../model/adaptation.js';
import { type MarkStyle, markStyle } from '../model/punctuation.js';
import type { DomainGate } from './domain-gate.js';
import { type SimilarSentence, SimilarSentences } from './similar-sentences.js';
import type { AdaptationParameters } from './tuning.js';
import type { SentencePair } from './upload.js';

/** Similar pairs whose states take part in translating one sentence. */
export const SIMILAR_PAIRS = 24;
/** What one token of a sentence costs to look through; bounds the work of a step when pairs are long. */
const MOST_ROWS = 400;

/** Similarity of the nearest pair at which a sentence begins to count as the customer's whatever its words, and surely does. */
const UNLIKE = 0.15;
const ALIKE = 0.2;

/** Translations are kept by the kind of their sentences: in few steps, so that a sentence is seldom translated anew. */
const KIND_STEPS = 4;

/** From here on a sentence is written with the customer's marks; there is no half of them. */
const SURELY_OWN = 0.5;

/** What serving a custom model needs, besides the pairs themselves. Plain data. */
export interface LearnedParts {
  readonly states: StoredStates;
  /** Row of `states` at which each pair begins, and the end. */
  readonly offsets: Int32Array;
  readonly parameters: AdaptationParameters;
  readonly head?: OutputHead;
  /** How much of the head's correction is applied to text that is surely the customer's. Default 1. */
  readonly headShare?: number;
}

/** A trained model: pairs, what the decoder went through on them, and the head trained on that. */
export class LearnedModel {
  readonly #similar: SimilarSentences;
  readonly #marks: MarkStyle;

  constructor(
    readonly pairs: readonly SentencePair[],
    readonly parts: LearnedParts,
    private readonly gate: DomainGate,
  ) {
    this.#similar = new SimilarSentences(pairs.map(({ fromText }) => fromText));
    this.#marks = markStyle(pairs.map(({ toText }) => toText));
  }

  /** How much each sentence of a text is of the customer's kind by its words and those around it, 0 to 1. */
  kinds(sentences: readonly string[]): readonly number[] {
    return this.gate.shares(sentences).map((share) => Math.round(share * KIND_STEPS) / KIND_STEPS);
  }

  /**
   * What the decoder mixes in for a sentence; undefined when the sentence has nothing of what the model knows.
   *
   * @param kindByWords what `kinds` says of it
   * @param without a pair that is left out: a held-out one must not help itself
   */
  adapt(sentence: string, kindByWords: number, without?: number): Adaptation | undefined {
    const { states, parameters, head } = this.parts;
    const similar = this.#similarTo(sentence, without);
    const likeness = ((similar[0]?.similarity ?? 0) - UNLIKE) / (ALIKE - UNLIKE);
    // Voters and head alike keep out of text that is not of the customer's kind.
    const kind = Math.max(kindByWords, Math.min(1, likeness));
    if (kind === 0) return undefined;
    const weight = kind * parameters.weight;
    const headShare = head === undefined ? 0 : kind * (this.parts.headShare ?? 1);
    const ranges = weight > 0 ? this.#ranges(similar) : new Int32Array();
    const silent = weight === 0 || (ranges.length === 0 && states.cells === undefined);
    if (silent && headShare === 0) return undefined;
    const corrected = head !== undefined && headShare > 0 ? { head, headShare } : {};
    const marks = kind >= SURELY_OWN ? { marks: this.#marks } : {};
    return { states, ranges, ...parameters, weight, ...corrected, ...marks, ...this.#excluded(without) };
  }

  /** All that a search for voters needs, for a sentence that is surely of the customer's kind. */
  voters(sentence: string, without: number): Adaptation {
    const { states, parameters } = this.parts;
    const ranges = this.#ranges(this.#similarTo(sentence, without));
    return { states, ranges, ...parameters, ...this.#excluded(without) };
  }

  #excluded(pair: number | undefined): Pick<Adaptation, 'without'> {
    const { offsets } = this.parts;
    return pair === undefined ? {} : { without: [offsets[pair] ?? 0, offsets[pair + 1] ?? 0] };
  }

  #similarTo(sentence: string, without: number | undefined): readonly SimilarSentence[] {
    const found = this.#similar.find(sentence, SIMILAR_PAIRS + (without === undefined ? 0 : 1));
    return found.filter(({ row }) => row !== without).slice(0, SIMILAR_PAIRS);
  }

  #ranges(similar: readonly SimilarSentence[]): Int32Array {
    const { offsets } = this.parts;
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

  /** Bytes in memory, roughly: arrays, and the index over the sources. */
  get bytes(): number {
    const { states, offsets, head } = this.parts;
    const text = this.pairs.reduce((sum, { fromText, toText }) => sum + fromText.length + toText.length, 0);
    return (
      states.keys.byteLength +
      3 * states.scales.byteLength +
      (states.projection?.byteLength ?? 0) +
      (states.cells === undefined ? 0 : states.cells.keys.byteLength + 3 * states.cells.rows.byteLength) +
      offsets.byteLength +
      (head === undefined ? 0 : head.inputs.byteLength + head.outputs.byteLength + 3 * head.bias.byteLength) +
      INDEX_BYTES_PER_CHARACTER * text
    );
  }
}

/** Measured: the inverted index and the texts take about this much for each character of the pairs. */
const INDEX_BYTES_PER_CHARACTER = 24;
