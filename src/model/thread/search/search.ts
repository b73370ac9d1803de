import type { OutputRequest, RowView, Sentence } from '../step.js';
import { type CandidateRules, candidates } from './candidates.js';
import { type Finished, normalised, ranked } from './hypothesis.js';
import { endAlike, endedWith, type Live, recombine } from './recombination.js';
import { rowsOfSearch } from './rows.js';

export interface SearchOptions extends CandidateRules {
  readonly beams: number;
  readonly request: OutputRequest;
  /** Exponent of the length normalisation. */
  readonly lengthPenalty: number;
  readonly maxLength: number;
  readonly start: number;
  readonly eos: number;
  /** Whether hypotheses are given up that could hardly become the best. */
  readonly isPruned: boolean;
}

/**
 * Up to so many tokens a search goes on while a live hypothesis is likelier than every one that has ended. Of one or two
 * words most beginnings are words too: こん, フィール and four more have ended before こんにちは and プロフィール have.
 */
const SHORT_TOKENS = 12;

/**
 * A hypothesis so much less likely than the best of its length is given up (Freitag & Al-Onaizan 2017), in log-probability. Where
 * the model is sure, one row is left. The curve of cost and quality is in docs/notes/runtime.md.
 */
const MARGIN = 1;

interface Next extends Live {
  readonly parent: number;
}

/** Beam search for one sentence; greedy when there is one beam. */
export class Search implements Sentence {
  readonly beams: number;
  readonly rows: number;
  readonly request: OutputRequest;
  readonly inputs: Int32Array;
  readonly parents: Int32Array;
  readonly finished: Finished[] = [];
  /** Those that ended with one of the finished. */
  readonly #recombined: Finished[] = [];
  done = false;
  /** At first all beams are alike, and one stands for them. */
  #live: readonly Live[] = [{ tokens: [], total: 0, recombined: [] }];

  constructor(
    readonly id: number,
    readonly source: readonly number[],
    readonly options: SearchOptions,
  ) {
    this.beams = options.beams;
    this.rows = rowsOfSearch(this.beams, options.isPruned);
    this.request = options.request;
    this.inputs = new Int32Array(this.beams).fill(options.start);
    this.parents = new Int32Array(this.beams);
  }

  get live(): number {
    return this.#live.length;
  }

  advance(row: (beam: number) => RowView): void {
    const { beams, eos, forbidden, isPruned } = this.options;
    const margin = isPruned ? MARGIN : Number.POSITIVE_INFINITY;
    const options: { beam: number; token: number; total: number }[] = [];
    for (const [beam, live] of this.#live.entries()) {
      for (const { token, score } of candidates(row(beam), live.tokens, 2 * beams, margin, this.options)) {
        options.push({ beam, token, total: live.total + score });
      }
    }
    options.sort((a, b) => b.total - a.total || a.beam - b.beam || a.token - b.token);
    const least = (options[0]?.total ?? 0) - margin;
    const next: Next[] = [];
    for (const [rank, { beam, token, total }] of options.entries()) {
      const live = this.#live[beam];
      if (live === undefined || total < least) break;
      if (token === eos) {
        // An end mark below the beam would never have been kept: it does not end a hypothesis.
        if (rank >= beams) continue;
        this.finished.push({ tokens: live.tokens, total, finish: 'end' });
        this.#recombined.push(...endedWith(live, total, forbidden));
        continue;
      }
      const longer = { ...live, tokens: [...live.tokens, token], total, parent: beam };
      const same = isPruned ? next.findIndex(({ tokens }) => endAlike(tokens, longer.tokens)) : -1;
      const likelier = next[same];
      if (likelier !== undefined) next[same] = recombine(likelier, longer, beams);
      else if (next.length < beams) next.push(longer);
      if (next.length === beams && rank >= beams) break;
    }
    this.#continue(next);
  }

  /** Best first. */
  hypotheses(): readonly Finished[] {
    return ranked([...this.finished, ...this.#recombined], this.options.lengthPenalty);
  }

  #continue(next: readonly Next[]): void {
    this.#live = next;
    for (const [beam, { tokens, parent }] of next.entries()) {
      this.inputs[beam] = tokens.at(-1) ?? this.options.start;
      this.parents[beam] = parent;
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
