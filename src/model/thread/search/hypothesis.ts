/** A target that the search has come to the end of. */
export interface Finished {
  readonly tokens: readonly number[];
  /** Sum of log-probabilities, end mark included. */
  readonly total: number;
  readonly finish: 'end' | 'length';
}

/** Wu et al. 2016: long hypotheses are not punished for having more factors. */
export function normalised(total: number, length: number, penalty: number): number {
  return total / ((5 + length) / 6) ** penalty;
}

/** Best first; those that were cut come after all that ended by themselves. */
export function ranked(finished: readonly Finished[], penalty: number): readonly Finished[] {
  const cut = (f: Finished) => (f.finish === 'end' ? 0 : 1);
  const score = (f: Finished) => normalised(f.total, f.tokens.length + 1, penalty);
  return finished.toSorted((a, b) => cut(a) - cut(b) || score(b) - score(a));
}
