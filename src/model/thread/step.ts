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
  /** Most rows that it takes in a step. */
  readonly beams: number;
  /** Rows that a batch keeps for it: as many as it takes in most steps. */
  readonly rows: number;
  /** Beams that go on: the first so many, each a row of the next step. */
  readonly live: number;
  readonly source: readonly number[];
  readonly request: OutputRequest;
  /** Next input token of each live beam. */
  readonly inputs: Int32Array;
  /** After `advance`: the beam that each live beam continues. */
  readonly parents: Int32Array;
  readonly done: boolean;
  /** Reads the rows of its live beams and chooses how to go on. */
  advance(row: (beam: number) => RowView): void;
}
