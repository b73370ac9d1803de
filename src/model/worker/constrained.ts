import { type CandidateRules, candidates } from './candidates.js';
import { type Finished, ranked } from './hypothesis.js';
import type { OutputRequest, RowView, Sentence } from './step.js';

/** A word that has to stand in the target, in the ways it can be cut into tokens. */
export interface Constraint {
  readonly variants: readonly (readonly number[])[];
  /** True when the text of these tokens holds the word, however it was cut. */
  readonly heldBy: (tokens: readonly number[]) => boolean;
}

export interface ConstrainedOptions extends CandidateRules {
  readonly beams: number;
  readonly request: OutputRequest;
  readonly lengthPenalty: number;
  readonly maxLength: number;
  readonly start: number;
  readonly eos: number;
  readonly constraints: readonly Constraint[];
}

interface Live {
  readonly tokens: readonly number[];
  readonly total: number;
  /** Constraints that are complete, by index. */
  readonly met: readonly number[];
  /** The constraint that is being written. */
  readonly open?: { readonly index: number; readonly variant: readonly number[]; readonly written: number };
  /** Constraint tokens written so far: the bank that the hypothesis competes in. */
  readonly bank: number;
}

interface Option extends Live {
  readonly beam: number;
  readonly token: number;
}

/**
 * Lexically constrained beam search with dynamic beam allocation (Post & Vilar 2018): besides its own best
 * tokens, every hypothesis is offered the next token of each word that is still missing; hypotheses compete
 * only with those that have written as many constraint tokens, and no hypothesis ends before all words stand.
 */
export class ConstrainedSearch implements Sentence {
  readonly beams: number;
  readonly request: OutputRequest;
  readonly inputs: Int32Array;
  readonly parents: Int32Array;
  done = false;
  #live: readonly (Live | undefined)[];
  readonly #finished: Finished[] = [];

  constructor(
    readonly id: number,
    readonly source: readonly number[],
    readonly options: ConstrainedOptions,
  ) {
    this.beams = options.beams;
    this.request = options.request;
    this.inputs = new Int32Array(this.beams).fill(options.start);
    this.parents = Int32Array.from({ length: this.beams }, (_, i) => i);
    this.#live = [{ tokens: [], total: 0, met: [], bank: 0 }];
  }

  advance(row: (beam: number) => RowView): void {
    const options: Option[] = [];
    for (const [beam, live] of this.#live.entries()) {
      if (live !== undefined) this.#extend(live, beam, row(beam), options);
    }
    const next = this.#allocate(options);
    this.#live = next;
    for (let beam = 0; beam < this.beams; beam++) {
      this.inputs[beam] = next[beam]?.token ?? this.options.eos;
      this.parents[beam] = next[beam]?.beam ?? beam;
    }
    const best = next[0];
    if (best === undefined || this.#finished.length >= this.beams) {
      this.done = true;
    } else if (best.tokens.length >= this.options.maxLength) {
      this.#finished.push({ tokens: best.tokens, total: best.total, finish: 'length' });
      this.done = true;
    }
  }

  hypotheses(): readonly Finished[] {
    return ranked(this.#finished, this.options.lengthPenalty);
  }

  #extend(live: Live, beam: number, row: RowView, options: Option[]): void {
    const own = candidates(row, live.tokens, 2 * this.beams, this.options);
    const seen = new Set(own.map(({ token }) => token));
    const offered = this.#offers(live).filter((token) => !seen.has(token));
    const all = [
      ...own,
      ...[...new Set(offered)].map((token) => ({
        token,
        score: row.scores[token] ?? Number.NEGATIVE_INFINITY,
      })),
    ];
    for (const { token, score } of all) {
      const total = live.total + score;
      if (token !== this.options.eos) options.push({ ...this.#write(live, token, total), beam, token });
      else if (this.#complete(live)) this.#finished.push({ tokens: live.tokens, total, finish: 'end' });
    }
  }

  /** Tokens that bring a missing word nearer. */
  #offers(live: Live): number[] {
    if (live.open !== undefined) return live.open.variant.slice(live.open.written, live.open.written + 1);
    return this.#missing(live).flatMap(({ constraint }) => constraint.variants.flatMap((v) => v.slice(0, 1)));
  }

  #write(live: Live, token: number, total: number): Live {
    const tokens = [...live.tokens, token];
    const { open, met } = live;
    const metTokens = live.bank - (open?.written ?? 0);
    if (open !== undefined && open.variant[open.written] === token) {
      const written = open.written + 1;
      if (written === open.variant.length)
        return { tokens, total, met: [...met, open.index], bank: live.bank + 1 };
      return { tokens, total, met, open: { ...open, written }, bank: live.bank + 1 };
    }
    for (const { constraint, index } of this.#missing(live)) {
      const variant = constraint.variants.find(([first]) => first === token);
      if (variant === undefined) continue;
      const bank = metTokens + 1;
      if (variant.length === 1) return { tokens, total, met: [...met, index], bank };
      return { tokens, total, met, open: { index, variant, written: 1 }, bank };
    }
    return { tokens, total, met, bank: metTokens };
  }

  /** The beam is shared out evenly among the banks; what one cannot use goes to the fullest ones. */
  #allocate(options: readonly Option[]): readonly Option[] {
    const sorted = options.toSorted((a, b) => b.total - a.total || a.beam - b.beam || a.token - b.token);
    const banks = new Map<number, Option[]>();
    for (const option of sorted) banks.set(option.bank, [...(banks.get(option.bank) ?? []), option]);
    const share = Math.max(1, Math.floor(this.beams / Math.max(1, banks.size)));
    const kept = new Set<Option>();
    const order = [...banks.keys()].sort((a, b) => b - a);
    for (const bank of order) {
      for (const option of (banks.get(bank) ?? []).slice(0, share))
        if (kept.size < this.beams) kept.add(option);
    }
    for (const bank of order) {
      for (const option of banks.get(bank) ?? []) if (kept.size < this.beams) kept.add(option);
    }
    return [...kept].sort((a, b) => b.bank - a.bank || b.total - a.total);
  }

  #missing(live: Live): { readonly constraint: Constraint; readonly index: number }[] {
    return this.options.constraints
      .map((constraint, index) => ({ constraint, index }))
      .filter(({ index }) => !live.met.includes(index));
  }

  #complete(live: Live): boolean {
    return this.#missing(live).every(({ constraint }) => constraint.heldBy(live.tokens));
  }
}
