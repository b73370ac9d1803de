import type { Voters } from '../adaptation.js';
import type { Candidate } from './candidates.js';
import { Neighbours } from './neighbours.js';
import type { RowView } from './step.js';

/** Best tokens of a row that a sentence with voters looks at: what they may lift to the front is among them. */
export const ADAPTED_CANDIDATES = 64;

/**
 * The decoder's distribution with the votes of stored states mixed in. The voters' share falls with their distance, so
 * that where nothing similar was seen the model speaks alone.
 */
export class Adapted {
  readonly #neighbours: Neighbours;

  constructor(private readonly voters: Voters) {
    this.#neighbours = new Neighbours(voters);
  }

  mix(row: RowView, candidates: readonly Candidate[]): readonly Candidate[] {
    if (this.voters.weight === 0 || isSure(candidates)) return candidates;
    const votes = this.#neighbours.votes(row.hidden);
    if (votes === undefined) return candidates;
    const { share } = votes;
    const own = new Map(candidates.map(({ token, score }) => [token, score]));
    // A token that is not among the candidates has next to no probability of its own.
    for (const token of votes.shares.keys()) if (!own.has(token)) own.set(token, NEVER);
    return Array.from(own, ([token, score]) => {
      const voted = votes.shares.get(token) ?? 0;
      return { token, score: Math.log((1 - share) * Math.exp(score) + share * voted) };
    });
  }
}

const NEVER = Number.NEGATIVE_INFINITY;
/** Log-probability of the best token from which on voters hardly ever change anything, and are not asked. */
const SURE = Math.log(0.8);

function isSure(candidates: readonly Candidate[]): boolean {
  return candidates.some(({ score }) => score > SURE);
}
