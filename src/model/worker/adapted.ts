import type { Adaptation, OutputHead } from '../adaptation.js';
import type { Candidate } from './candidates.js';
import { dot, dotBytes, Neighbours } from './neighbours.js';
import type { RowView } from './step.js';

/** Tokens less likely than this get no correction: not even a strong one would bring them to the front. */
const FAINTEST_LOG_PROBABILITY = -12;

/**
 * The decoder's distribution as a custom model sees it: first the head's correction of the scores, then the votes of
 * stored states mixed in. The voters' share falls with the distance of the nearest one, weight × (1 − distance / radius),
 * so that where nothing similar was seen the model speaks alone.
 */
export class Adapted {
  readonly #adaptation: Adaptation;
  readonly #neighbours: Neighbours;
  readonly #activation: Float32Array;

  constructor(adaptation: Adaptation) {
    this.#adaptation = adaptation;
    this.#neighbours = new Neighbours(adaptation);
    this.#activation = new Float32Array(adaptation.head?.rank ?? 0);
  }

  mix(row: RowView, candidates: readonly Candidate[]): readonly Candidate[] {
    const corrected = this.#corrected(row, candidates);
    const votes = this.#adaptation.weight > 0 ? this.#neighbours.votes(row.hidden) : undefined;
    if (votes === undefined) return asList(corrected.scores);
    const share = this.#adaptation.weight * (1 - votes.distance / this.#adaptation.radius);
    const { scores, normaliser } = corrected;
    for (const token of votes.shares.keys()) {
      if (!scores.has(token)) scores.set(token, (row.scores[token] ?? Number.NEGATIVE_INFINITY) - normaliser);
    }
    for (const [token, score] of scores) {
      const voted = votes.shares.get(token) ?? 0;
      scores.set(token, Math.log((1 - share) * Math.exp(score) + share * voted));
    }
    return asList(scores);
  }

  /** Log-probabilities after the head's correction; tokens that are not in the map only lose `normaliser`. */
  #corrected(
    row: RowView,
    candidates: readonly Candidate[],
  ): { readonly scores: Map<number, number>; readonly normaliser: number } {
    const scores = new Map<number, number>();
    const { head, headShare = 0 } = this.#adaptation;
    for (const { token, score } of candidates) scores.set(token, score);
    if (head === undefined || headShare <= 0) return { scores, normaliser: 0 };
    activate(head, row.hidden, this.#activation);
    let gained = 0;
    for (let i = 0; i < head.tokens.length; i++) {
      const token = head.tokens[i] ?? 0;
      const score = row.scores[token] ?? Number.NEGATIVE_INFINITY;
      if (score < FAINTEST_LOG_PROBABILITY) continue;
      const correction = headShare * correctionOf(head, i, this.#activation);
      scores.set(token, score + correction);
      gained += Math.exp(score + correction) - Math.exp(score);
    }
    const normaliser = Math.log1p(gained);
    for (const [token, score] of scores) scores.set(token, score - normaliser);
    return { scores, normaliser };
  }
}

function activate(head: OutputHead, state: Float32Array, into: Float32Array): void {
  for (let unit = 0; unit < into.length; unit++) {
    into[unit] = Math.max(0, dot(head.inputs, unit * state.length, state) + (head.inputBias[unit] ?? 0));
  }
}

function correctionOf(head: OutputHead, index: number, activation: Float32Array): number {
  const product = dotBytes(head.outputs, index * head.rank, activation);
  return product * (head.scales[index] ?? 0) + (head.bias[index] ?? 0);
}

function asList(scores: ReadonlyMap<number, number>): readonly Candidate[] {
  return Array.from(scores, ([token, score]) => ({ token, score }));
}
