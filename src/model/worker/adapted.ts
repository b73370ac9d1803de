import type { Adaptation, OutputHead } from '../adaptation.js';
import type { Candidate } from './candidates.js';
import { dot, dotBytes, Neighbours } from './neighbours.js';
import type { RowView } from './step.js';

/** Tokens less likely than this get no correction: not even a strong one would bring them to the front. */
const FAINTEST_LOG_PROBABILITY = -10;
/** Corrected tokens that go on; a search looks at the best few of them. */
const KEPT = 24;

/**
 * The decoder's distribution as a custom model sees it: first the head's correction of the scores, then the votes of
 * stored states mixed in. The voters' share falls with their distance, so that where nothing similar was seen the model
 * speaks alone.
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

  mix(row: RowView, candidates: readonly Candidate[]): readonly Candidate[] {
    const { weight } = this.#adaptation;
    const corrected = this.#corrector?.correct(row, candidates) ?? candidates;
    const votes = weight > 0 ? this.#neighbours.votes(row.hidden) : undefined;
    if (votes === undefined) return corrected;
    const { share } = votes;
    const own = new Map(corrected.map(({ token, score }) => [token, score]));
    for (const token of votes.shares.keys()) {
      if (!own.has(token)) own.set(token, this.#corrector?.scoreOf(row, token) ?? row.scores[token] ?? NEVER);
    }
    return Array.from(own, ([token, score]) => {
      const voted = votes.shares.get(token) ?? 0;
      return { token, score: Math.log((1 - share) * Math.exp(score) + share * voted) };
    });
  }
}

const NEVER = Number.NEGATIVE_INFINITY;

/** Applies an output head to one row after the other. */
class Corrector {
  readonly #head: OutputHead;
  readonly #share: number;
  readonly #activation: Float32Array;
  #normaliser = 0;

  constructor(head: OutputHead, share: number) {
    this.#head = head;
    this.#share = share;
    this.#activation = new Float32Array(head.rank);
  }

  /** The best tokens after correction, and those candidates that the head knows nothing of. */
  correct(row: RowView, candidates: readonly Candidate[]): readonly Candidate[] {
    const { tokens } = this.#head;
    activate(this.#head, row.hidden, this.#activation);
    const best = new Float64Array(KEPT).fill(NEVER);
    const bestTokens = new Int32Array(KEPT);
    let gained = 0;
    for (let i = 0; i < tokens.length; i++) {
      const token = tokens[i] ?? 0;
      const score = row.scores[token] ?? NEVER;
      if (score < FAINTEST_LOG_PROBABILITY) continue;
      const corrected = score + this.#share * correctionOf(this.#head, i, this.#activation);
      gained += Math.exp(corrected) - Math.exp(score);
      if (corrected <= (best[KEPT - 1] ?? 0)) continue;
      let at = KEPT - 1;
      for (; at > 0 && (best[at - 1] ?? 0) < corrected; at--) {
        best[at] = best[at - 1] ?? 0;
        bestTokens[at] = bestTokens[at - 1] ?? 0;
      }
      best[at] = corrected;
      bestTokens[at] = token;
    }
    this.#normaliser = Math.log1p(Math.max(gained, -1 + Number.EPSILON));
    const list: Candidate[] = [];
    for (let at = 0; at < KEPT && best[at] !== NEVER; at++) {
      list.push({ token: bestTokens[at] ?? 0, score: (best[at] ?? 0) - this.#normaliser });
    }
    for (const { token, score } of candidates) {
      if (score >= FAINTEST_LOG_PROBABILITY && this.#place(token) >= 0) continue;
      list.push({ token, score: score - this.#normaliser });
    }
    return list;
  }

  /** Any token's score in the row that was corrected last. */
  scoreOf(row: RowView, token: number): number {
    const score = row.scores[token] ?? NEVER;
    const place = this.#place(token);
    if (place < 0 || score < FAINTEST_LOG_PROBABILITY) return score - this.#normaliser;
    return score + this.#share * correctionOf(this.#head, place, this.#activation) - this.#normaliser;
  }

  /** Where a token stands among the head's, which are in ascending order; −1 when it does not. */
  #place(token: number): number {
    const { tokens } = this.#head;
    let [low, high] = [0, tokens.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = tokens[middle] ?? 0;
      if (found === token) return middle;
      if (found < token) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
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
