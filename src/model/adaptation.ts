import type { MarkStyle } from '../marks/punctuation.js';

/**
 * What a custom model, or a phrase pair that is nearly the same sentence, adds to the decoder. All arrays are read by
 * the threads; those of a custom model lie in shared memory, so that a request carries no copy of them.
 */

/**
 * A kNN-MT datastore (Khandelwal et al. 2021): decoder states seen in forced decoding of sentence pairs, and the token that
 * followed each. Rows are 8-bit numbers with one scale each; with a projection they are shorter than the model's own states.
 */
export interface Datastore {
  /** `values.length` rows of `width`. */
  readonly keys: Int8Array;
  readonly scales: Float32Array;
  /** Each row's squared length. */
  readonly squares: Float32Array;
  readonly values: Int32Array;
  readonly width: number;
  /** `width` rows of the model's hidden width; absent: the keys are states as they are. */
  readonly projection?: Float32Array;
  /** Present where all rows are searched, not only those of similar pairs. */
  readonly clusters?: IvfClusters;
}

/**
 * An inverted-file index (IVF, Jégou et al. 2011): the rows of a datastore in k-means clusters, of which a search probes a few.
 * The rows stand here once more in the order of the clusters: reading through memory is many times faster than jumping.
 */
export interface IvfClusters {
  /** How many of a row's leading numbers the centroids have. */
  readonly width: number;
  /** One row of `width` per cluster. */
  readonly centroids: Float32Array;
  /** Where each cluster begins in `rows`, and the end. */
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
  readonly states: Datastore;
  /** The rows that take part: start and end of one stretch (a similar sentence pair) after the other. */
  readonly ranges: Int32Array;
  /** Neighbours per step: k of kNN. */
  readonly neighbours: number;
  /** Divides squared distances before the softmax over the neighbours. */
  readonly temperature: number;
  /** Squared distance of the nearest row from which on neighbours have no weight. */
  readonly radius: number;
  /** Largest interpolation weight of the kNN distribution; falls with the distance. */
  readonly weight: number;
  /** Of the interpolation weight's logistic gate (`interpolationWeight`); absent: the weight falls linearly to the radius. */
  readonly weightCoefficients?: readonly number[];
  /** First row, and the one behind the last, that are left out: a held-out pair must not help itself. */
  readonly without?: readonly [number, number];
  readonly head?: OutputHead;
  /** 0 to 1: how much of the head's correction is applied, the sentence's domain score. */
  readonly headShare?: number;
  /** How the customer's texts write their marks; the model itself cannot say. */
  readonly marks?: MarkStyle;
}
