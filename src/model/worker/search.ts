import { isLooping, longestRepetition } from './loop.js';
import type { RowView, Sentence } from './step.js';

export interface SearchOptions {
  readonly beams: number;
  readonly lengthPenalty: number;
  readonly maxLength: number;
  readonly start: number;
  readonly eos: number;
  /** True when the token must not follow the given prefix. */
  readonly forbidden: (token: number, prefix: readonly number[]) => boolean;
  /** Mixes other knowledge into a row's candidates; absent: the model's own. */
  readonly mix?: (row: RowView, candidates: Candidate[]) => Candidate[];
}

export interface Candidate {
  readonly token: number;
  readonly score: number;
}

export interface Finished {
  readonly tokens: readonly number[];
  /** Sum of log-probabilities, end mark included. */
  readonly total: number;
  readonly finish: 'end' | 'length' | 'loop';
}

interface Live {
  readonly tokens: readonly number[];
  readonly total: number;
}

/** Wu et al. 2016: long hypotheses are not punished for having more factors. */
function normalised(total: number, length: number, penalty: number): number {
  return total / ((5 + length) / 6) ** penalty;
}

/** Beam search for one sentence; greedy when there is one beam. */
export class Search implements Sentence {
  readonly beams: number;
  readonly inputs: Int32Array;
  readonly parents: Int32Array;
  readonly finished: Finished[] = [];
  done = false;
  #live: Live[];
  readonly #repetition: number;

  constructor(
    readonly id: number,
    readonly source: readonly number[],
    readonly options: SearchOptions,
  ) {
    this.beams = options.beams;
    this.inputs = new Int32Array(this.beams).fill(options.start);
    this.parents = Int32Array.from({ length: this.beams }, (_, i) => i);
    // All beams begin alike: only the first counts until they differ.
    this.#live = Array.from({ length: this.beams }, (_, i) => ({
      tokens: [],
      total: i === 0 ? 0 : Number.NEGATIVE_INFINITY,
    }));
    this.#repetition = longestRepetition(source);
  }

  advance(row: (beam: number) => RowView): void {
    const options: { beam: number; token: number; total: number }[] = [];
    for (let beam = 0; beam < this.beams; beam++) {
      const live = this.#live[beam];
      if (live === undefined || live.total === Number.NEGATIVE_INFINITY) continue;
      for (const { token, score } of this.#candidates(row(beam), live.tokens)) {
        options.push({ beam, token, total: live.total + score });
      }
    }
    options.sort((a, b) => b.total - a.total || a.beam - b.beam || a.token - b.token);
    const next: (Live & { beam: number; token: number })[] = [];
    for (const [rank, { beam, token, total }] of options.entries()) {
      const prefix = this.#live[beam]?.tokens ?? [];
      if (token === this.options.eos) {
        // An end mark below the beam would never have been kept: it does not end a hypothesis.
        if (rank < this.beams) this.finished.push({ tokens: prefix, total, finish: 'end' });
        continue;
      }
      const tokens = [...prefix, token];
      if (isLooping(tokens, this.#repetition)) {
        if (rank < this.beams) this.finished.push({ tokens, total, finish: 'loop' });
        continue;
      }
      if (next.length < this.beams) next.push({ tokens, total, beam, token });
      if (next.length === this.beams && rank >= this.beams) break;
    }
    this.#continue(next);
  }

  /** Best first. */
  hypotheses(): readonly Finished[] {
    const rank = (f: Finished) =>
      normalised(f.total, f.tokens.length + 1, this.options.lengthPenalty) - (f.finish === 'end' ? 0 : 1e6);
    return this.finished.toSorted((a, b) => rank(b) - rank(a));
  }

  #continue(next: readonly (Live & { beam: number; token: number })[]): void {
    this.#live = [];
    for (let beam = 0; beam < this.beams; beam++) {
      const live = next[beam];
      this.#live.push(live ?? { tokens: [], total: Number.NEGATIVE_INFINITY });
      this.inputs[beam] = live?.token ?? this.options.eos;
      this.parents[beam] = live?.beam ?? beam;
    }
    const best = next[0];
    if (best === undefined) {
      this.done = true;
    } else if (best.tokens.length >= this.options.maxLength) {
      this.finished.push({ tokens: best.tokens, total: best.total, finish: 'length' });
      this.done = true;
    } else {
      this.done = this.#settled(best);
    }
  }

  /** With as many ends as beams, the search stops when no live one can overtake the best end any more. */
  #settled(best: Live): boolean {
    const ends = this.finished.filter((f) => f.finish === 'end');
    if (ends.length === 0) return this.finished.length > 0 && this.beams === 1;
    if (this.beams === 1) return true;
    if (ends.length < this.beams) return false;
    const { lengthPenalty, maxLength } = this.options;
    const worst = Math.max(...ends.map((f) => normalised(f.total, f.tokens.length + 1, lengthPenalty)));
    // Totals only fall; the longest possible length is the kindest divisor.
    return normalised(best.total, lengthPenalty > 0 ? maxLength : best.tokens.length, lengthPenalty) <= worst;
  }

  /** The row's best allowed tokens. The full row is searched only when the short list holds too few. */
  #candidates(row: RowView, prefix: readonly number[]): readonly Candidate[] {
    const wanted = 2 * this.beams;
    const { forbidden, mix } = this.options;
    let list: Candidate[] = [];
    for (let i = 0; i < row.topIds.length; i++) {
      const token = Number(row.topIds[i]);
      if (!forbidden(token, prefix))
        list.push({ token, score: row.topScores[i] ?? Number.NEGATIVE_INFINITY });
    }
    if (mix !== undefined) {
      list = mix(row, list).filter(({ token }) => !forbidden(token, prefix));
      list.sort((a, b) => b.score - a.score);
    }
    if (list.length < Math.min(wanted, 2)) list = fullList(row.scores, wanted, (t) => forbidden(t, prefix));
    return list.slice(0, wanted);
  }
}

function fullList(scores: Float32Array, wanted: number, forbidden: (token: number) => boolean): Candidate[] {
  const list: Candidate[] = [];
  for (let token = 0; token < scores.length; token++) {
    const score = scores[token] ?? Number.NEGATIVE_INFINITY;
    const last = list[wanted - 1];
    if (last !== undefined && score <= last.score) continue;
    if (forbidden(token)) continue;
    list.push({ token, score });
    list.sort((a, b) => b.score - a.score);
    list.length = Math.min(list.length, wanted);
  }
  return list;
}
