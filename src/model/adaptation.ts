import type { MarkStyle } from './punctuation.js';

/**
 * What a custom model, or a phrase pair that is nearly the same sentence, adds to the decoder. All arrays are read by
 * the worker threads; those of a custom model lie in shared memory, so that a request carries no copy of them.
 */

/**
 * Decoder states seen while force-decoding sentence pairs, and the token that followed each (kNN-MT, Khandelwal et al.
 * 2021). Rows are 8-bit numbers with one scale each; with a projection they are shorter than the model's own states.
 */
export interface StoredStates {
  /** `values.length` rows of `width`. */
  readonly keys: Int8Array;
  readonly scales: Float32Array;
  /** Each row's squared length. */
  readonly squares: Float32Array;
  readonly values: Int32Array;
  readonly width: number;
  /** `width` rows of the model's hidden width; absent: the keys are states as they are. */
  readonly projection?: Float32Array;
  /** Present where all rows may vote, not only those of chosen pairs. */
  readonly cells?: StateCells;
}

/**
 * Stored states in groups that lie together, so that a search through all of them looks at a few groups only. The rows
 * stand here once more in the order of the groups: reading through memory is many times faster than jumping.
 */
export interface StateCells {
  /** How many of a row's leading numbers the centres have. */
  readonly width: number;
  /** One row of `width` per cell. */
  readonly centres: Float32Array;
  /** Where each cell begins in `rows`, and the end. */
  readonly starts: Int32Array;
  readonly rows: Int32Array;
  readonly keys: Int8Array;
  readonly scales: Float32Array;
  readonly squares: Float32Array;
}

/**
 * A low-rank correction of the output layer, trained on the states of a customer's pairs with everything else frozen:
 * score(token) += outputs[token] · relu(inputs · state + inputBias) + bias[token], for the tokens of those pairs.
 */
export interface OutputHead {
  readonly rank: number;
  /** `rank` rows of the hidden width. */
  readonly inputs: Float32Array;
  readonly inputBias: Float32Array;
  /** In ascending order. */
  readonly tokens: Int32Array;
  /** `tokens.length` rows of `rank`, 8-bit with one scale each. */
  readonly outputs: Int8Array;
  readonly scales: Float32Array;
  readonly bias: Float32Array;
}

export interface Adaptation {
  readonly states: StoredStates;
  /** The rows that take part: start and end of one stretch (a similar sentence pair) after the other. */
  readonly ranges: Int32Array;
  /** Rows that vote per step. */
  readonly neighbours: number;
  /** Divides squared distances before the softmax over the voters. */
  readonly temperature: number;
  /** Squared distance of the nearest row at which the voters are heard no more. */
  readonly radius: number;
  /** Largest share of the voters in the mixed distribution; falls with the distance. */
  readonly weight: number;
  /** How the share depends on distance and unity of the voters (`trustIn`); absent: in a straight line to the radius. */
  readonly trust?: readonly number[];
  /** First row, and the one behind the last, that must not vote: a held-out pair does not help itself. */
  readonly without?: readonly [number, number];
  readonly head?: OutputHead;
  /** 0 to 1: how much of the head's correction is applied, by how much the sentence is of the customer's kind. */
  readonly headShare?: number;
  /** How the customer's texts write their marks; the model itself cannot say. */
  readonly marks?: MarkStyle;
}
