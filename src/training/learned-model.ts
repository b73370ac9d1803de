import type { Adaptation, StoredStates, Voters } from '../model/adaptation.js';
import type { DerivedDecoder } from '../model/derived-decoder.js';
import type { DomainGate } from './domain-gate.js';
import { type SimilarSentence, SimilarSentences } from './similar-sentences.js';
import type { AdaptationParameters } from './tuning.js';
import type { SentencePair } from './upload.js';

/** Similar pairs whose states take part in translating one sentence. */
export const SIMILAR_PAIRS = 24;
/** What one token of a sentence costs to look through; bounds the work of a step when pairs are long. */
const MOST_ROWS = 300;

/** Similarity of the nearest pair at which a sentence begins to count as the customer's whatever its words, and surely does. */
const UNLIKE = 0.15;
const ALIKE = 0.25;

/** States of the pairs, and how far they are heard. Plain data. */
export interface StoredVoters {
  readonly states: StoredStates;
  /** Row of `states` at which each pair begins, and the end. */
  readonly offsets: Int32Array;
  readonly parameters: AdaptationParameters;
}

/** What serving a custom model needs, besides the pairs themselves. Plain data. */
export interface LearnedParts {
  readonly decoder?: DerivedDecoder;
  /** Their states are those of `decoder`, or of the base model where there is none. */
  readonly voters?: StoredVoters;
}

/** A trained model: pairs, the decoder trained on them, and what that went through on them. */
export class LearnedModel {
  readonly #similar: SimilarSentences;

  constructor(
    readonly pairs: readonly SentencePair[],
    readonly parts: LearnedParts,
    private readonly gate: DomainGate,
  ) {
    this.#similar = new SimilarSentences(pairs.map(({ fromText }) => fromText));
  }

  /**
   * What the decoder mixes in for a sentence; undefined when the sentence has nothing of what the model knows.
   *
   * @param without a pair that is left out: a held-out one must not help itself
   */
  adapt(sentence: string, without?: number): Adaptation | undefined {
    const { decoder, voters } = this.parts;
    const similar = this.#similarTo(sentence, without);
    const likeness = ((similar[0]?.similarity ?? 0) - UNLIKE) / (ALIKE - UNLIKE);
    // Decoder and voters alike keep out of text that is not of the customer's kind.
    const kind = Math.max(this.gate.share(sentence), Math.min(1, likeness));
    if (kind === 0) return undefined;
    const weight = kind * (voters?.parameters.weight ?? 0);
    const heard = voters && weight > 0 && { ...votersFor(voters, similar, without), weight };
    if (decoder === undefined && !heard) return undefined;
    return { ...(decoder && { decoder }), ...(heard && { voters: heard }) };
  }

  /** All that a search among some stored states needs, for a sentence that is surely of the customer's kind. */
  voters(stored: StoredVoters, sentence: string, without: number): Voters {
    return votersFor(stored, this.#similarTo(sentence, without), without);
  }

  #similarTo(sentence: string, without: number | undefined): readonly SimilarSentence[] {
    const found = this.#similar.find(sentence, SIMILAR_PAIRS + (without === undefined ? 0 : 1));
    return found.filter(({ row }) => row !== without).slice(0, SIMILAR_PAIRS);
  }

  /** Bytes in memory, roughly: arrays, and the index over the sources. */
  get bytes(): number {
    const { decoder, voters } = this.parts;
    const text = this.pairs.reduce((sum, { fromText, toText }) => sum + fromText.length + toText.length, 0);
    return (
      (decoder?.values.byteLength ?? 0) +
      (voters === undefined ? 0 : bytesOf(voters)) +
      INDEX_BYTES_PER_CHARACTER * text
    );
  }
}

function votersFor(
  { states, offsets, parameters }: StoredVoters,
  similar: readonly SimilarSentence[],
  without: number | undefined,
): Voters {
  const ranges: number[] = [];
  let rows = 0;
  for (const { row } of similar) {
    const [start, end] = [offsets[row] ?? 0, offsets[row + 1] ?? 0];
    rows += end - start;
    if (rows > MOST_ROWS) break;
    ranges.push(start, end);
  }
  const left: Pick<Voters, 'without'> =
    without === undefined ? {} : { without: [offsets[without] ?? 0, offsets[without + 1] ?? 0] };
  return { states, ranges: Int32Array.from(ranges), ...parameters, ...left };
}

function bytesOf({ states, offsets }: StoredVoters): number {
  return (
    states.keys.byteLength +
    3 * states.scales.byteLength +
    (states.projection?.byteLength ?? 0) +
    (states.cells === undefined ? 0 : states.cells.keys.byteLength + 3 * states.cells.rows.byteLength) +
    offsets.byteLength
  );
}

/** Measured: the inverted index and the texts take about this much for each character of the pairs. */
const INDEX_BYTES_PER_CHARACTER = 24;
