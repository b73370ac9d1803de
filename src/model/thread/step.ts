import type { Lang } from '../../base/lang.js';

/**
 * What one decoder step says about one row (a beam of a sentence). Views into buffers of the batch: valid only
 * until the next step.
 */
export interface RowView {
  /** Best tokens, best first, and their log-probabilities. */
  readonly topIds: Int32Array;
  readonly topScores: Float32Array;
  /** Log-probability of every token; empty unless the sentence asked for it. */
  readonly scores: Float32Array;
  readonly hidden: Float32Array;
}

/** What a sentence asks of the output layer. It depends on the sentence alone, never on its batch. */
export interface OutputRequest {
  /** Language whose shortlist holds all tokens that can come out; absent: the whole vocabulary. */
  readonly languageShortlist?: Lang;
  /** Of the language shortlist, only its frequent tokens and these. */
  readonly sentenceShortlist?: Int32Array;
  /** Best tokens of every row. */
  readonly top: number;
  /** The whole row is looked at, not only its best tokens. */
  readonly scores: boolean;
}

/**
 * A sentence in decoding, seen from the batch that feeds it: which tokens go in next, and which beam of the
 * step before each of them continues.
 */
export interface Sentence {
  readonly id: number;
  /** Rows that it takes in every step. */
  readonly beams: number;
  readonly source: readonly number[];
  readonly request: OutputRequest;
  /** Next input token of each beam. */
  readonly inputs: Int32Array;
  /** After `advance`: the beam that each beam continues. */
  readonly parents: Int32Array;
  readonly done: boolean;
  /** Reads the rows of its beams and chooses how to go on. */
  advance(row: (beam: number) => RowView): void;
}
