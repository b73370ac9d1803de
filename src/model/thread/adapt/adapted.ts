import type { Adaptation, OutputHead } from '../../adaptation.js';
import type { ScoredToken } from '../search/candidates.js';
import type { RowView } from '../step.js';
import { dotBytes, multiply, Neighbours } from './neighbours.js';

/** Tokens less likely than this get no correction: not even a strong one would bring them to the front. */
const FAINTEST_LOG_PROBABILITY = -10;
/** Best tokens of a row that an adapted sentence looks at: what the head may lift to the front is among them. */
export const ADAPTED_CANDIDATES = 64;

/**
 * The decoder's distribution under a custom model: first the head's correction of the scores, then the interpolation with the
 * kNN distribution. Its weight falls with the distance of the neighbours, so that nothing changes where nothing similar was
 * seen.
 */
export class Adapted {
  readonly #adaptation: Adaptation;
  readonly #neighbours: Neighbours;
  readonly #corrector: Corrector | undefined;

  constructor(adaptation: Adaptation) {
    this.#adaptation = adaptation;
    this.#neighbours = new Neighbours(adaptation);
    const { head, headShare = 0 } = adaptation;
    if (head !== undefined && headShare > 0) this.#corrector = new Corrector(head, headShare);
  }

  mix(row: RowView, candidates: readonly ScoredToken[]): readonly ScoredToken[] {
    const { weight } = this.#adaptation;
    const corrected = this.#corrector?.correct(row, candidates) ?? candidates;
    if (weight === 0 || isConfident(corrected)) return corrected;
    const knn = this.#neighbours.distribution(row.hidden);
    if (knn === undefined) return corrected;
    const { share } = knn;
    const own = new Map(corrected.map(({ token, score }) => [token, score]));
    // A token that is not among the candidates has next to no probability of its own.
    for (const token of knn.shares.keys()) if (!own.has(token)) own.set(token, NEVER);
    return Array.from(own, ([token, score]) => {
      const knnProbability = knn.shares.get(token) ?? 0;
      return { token, score: Math.log((1 - share) * Math.exp(score) + share * knnProbability) };
    });
  }
}

const NEVER = Number.NEGATIVE_INFINITY;
/** Log-probability of the best token from which on neighbours hardly ever change anything, and are not searched. */
const CONFIDENT = Math.log(0.85);

function isConfident(candidates: readonly ScoredToken[]): boolean {
  return candidates.some(({ score }) => score > CONFIDENT);
}

/** Applies an output head to one row after the other. */
class Corrector {
  readonly #head: OutputHead;
  readonly #share: number;
  readonly #activation: Float64Array;

  constructor(head: OutputHead, share: number) {
    this.#head = head;
    this.#share = share;
    this.#activation = new Float64Array(head.rank);
  }

  /** All candidates with their scores corrected, and set right so that probabilities add up again. */
  correct(row: RowView, candidates: readonly ScoredToken[]): readonly ScoredToken[] {
    activate(this.#head, row.hidden, this.#activation);
    let gained = 0;
    const corrected = candidates.map(({ token, score }) => {
      const place = score < FAINTEST_LOG_PROBABILITY ? -1 : placeOf(this.#head.tokens, token);
      if (place < 0) return { token, score };
      const better = score + this.#share * correctionOf(this.#head, place, this.#activation);
      gained += Math.exp(better) - Math.exp(score);
      return { token, score: better };
    });
    const normaliser = Math.log1p(Math.max(gained, -1 + Number.EPSILON));
    return corrected.map(({ token, score }) => ({ token, score: score - normaliser }));
  }
}

/** Where a token stands in a list in ascending order; −1 when it does not. */
function placeOf(tokens: Int32Array, token: number): number {
  let low = 0;
  let high = tokens.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = tokens[middle] ?? 0;
    if (found === token) return middle;
    if (found < token) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

function activate(head: OutputHead, state: Float32Array, into: Float64Array): void {
  multiply(head.inputs, state, into);
  for (let unit = 0; unit < into.length; unit++) {
    into[unit] = Math.max(0, (into[unit] ?? 0) + (head.inputBias[unit] ?? 0));
  }
}

function correctionOf(head: OutputHead, index: number, activation: Float64Array): number {
  const product = dotBytes(head.outputs, index * head.rank, activation);
  return product * (head.scales[index] ?? 0) + (head.bias[index] ?? 0);
}
