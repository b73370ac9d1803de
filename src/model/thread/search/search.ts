import type { OutputRequest, RowView, Sentence } from '../step.js';
import { type CandidateRules, candidates } from './candidates.js';
import { type Finished, normalised, ranked } from './hypothesis.js';

export interface SearchOptions extends CandidateRules {
  readonly beams: number;
  readonly request: OutputRequest;
  /** Exponent of the length normalisation. */
  readonly lengthPenalty: number;
  readonly maxLength: number;
  readonly start: number;
  readonly eos: number;
}

/**
 * Up to so many tokens a search goes on while a live hypothesis is likelier than every one that has ended. Of one or two
 * words most beginnings are words too: こん, フィール and four more have ended before こんにちは and プロフィール have.
 */
const SHORT_TOKENS = 12;

interface Live {
  readonly tokens: readonly number[];
  readonly total: number;
}

/** Beam search for one sentence; greedy when there is one beam. */
export class Search implements Sentence {
  readonly beams: number;
  readonly request: OutputRequest;
  readonly inputs: Int32Array;
  readonly parents: Int32Array;
  readonly finished: Finished[] = [];
  done = false;
  #live: Live[];

  constructor(
    readonly id: number,
    readonly source: readonly number[],
    readonly options: SearchOptions,
  ) {
    this.beams = options.beams;
    this.request = options.request;
    this.inputs = new Int32Array(this.beams).fill(options.start);
    this.parents = Int32Array.from({ length: this.beams }, (_, i) => i);
    // All beams begin alike: only the first counts until they differ.
    this.#live = Array.from({ length: this.beams }, (_, i) => ({
      tokens: [],
      total: i === 0 ? 0 : Number.NEGATIVE_INFINITY,
    }));
  }

  advance(row: (beam: number) => RowView): void {
    const options: { beam: number; token: number; total: number }[] = [];
    for (let beam = 0; beam < this.beams; beam++) {
      const live = this.#live[beam];
      if (live === undefined || live.total === Number.NEGATIVE_INFINITY) continue;
      for (const { token, score } of candidates(row(beam), live.tokens, 2 * this.beams, this.options)) {
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
      if (next.length < this.beams) next.push({ tokens: [...prefix, token], total, beam, token });
      if (next.length === this.beams && rank >= this.beams) break;
    }
    this.#continue(next);
  }

  /** Best first. */
  hypotheses(): readonly Finished[] {
    return ranked(this.finished, this.options.lengthPenalty);
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
      // In sentences, waiting until no live hypothesis can overtake the best end takes half as long again and brings nothing
      // measurable.
      this.done = this.finished.length >= this.beams && !this.#mayOvertake(best);
    }
  }

  #mayOvertake({ tokens, total }: Live): boolean {
    if (tokens.length > SHORT_TOKENS) return false;
    const { lengthPenalty } = this.options;
    const live = normalised(total, tokens.length, lengthPenalty);
    return this.finished.every((end) => normalised(end.total, end.tokens.length + 1, lengthPenalty) < live);
  }
}
