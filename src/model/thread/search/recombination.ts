import type { Finished } from './hypothesis.js';

/** Tokens at the end by which hypotheses are told apart: the next words hardly depend on what stands further back. */
const SUFFIX_TOKENS = 2;

/** A hypothesis that came to say the same as a likelier one of its length, and goes on as that does. */
interface Recombined {
  readonly tokens: readonly number[];
  /** Log-probability that it is behind, for good. */
  readonly behind: number;
}

/** A hypothesis that is still being written. */
export interface Live {
  readonly tokens: readonly number[];
  /** Sum of log-probabilities. */
  readonly total: number;
  /** Those that go on as it does, the likeliest first. */
  readonly recombined: readonly Recombined[];
}

/**
 * Recombination (Zhang et al. 2018): of two hypotheses that end in the same tokens only the likelier one needs a row, because what
 * follows is as good as the same for both, and so is how far they are apart. The other is written to its end with the tokens of the
 * first, and takes part in the choice among all.
 *
 * @param most how many to keep
 */
export function recombine<Kind extends Live>(live: Kind, other: Live, most: number): Kind {
  const behind = live.total - other.total;
  const more = [
    { tokens: other.tokens, behind },
    ...other.recombined.map((one) => ({
      tokens: [...one.tokens, ...other.tokens.slice(one.tokens.length)],
      behind: one.behind + behind,
    })),
  ];
  const all = [...live.recombined, ...more].sort((a, b) => a.behind - b.behind);
  return { ...live, recombined: all.slice(0, most) };
}

/** Whether a search needs only one of them. */
export function endAlike(a: readonly number[], b: readonly number[]): boolean {
  if (a.length < SUFFIX_TOKENS) return false;
  for (let back = 1; back <= SUFFIX_TOKENS; back++) if (a.at(-back) !== b.at(-back)) return false;
  return true;
}

/** What the hypotheses that went on with one that has ended come to, as far as the rules let them. */
export function endedWith(
  { tokens, recombined }: Live,
  total: number,
  forbidden: (token: number, prefix: readonly number[]) => boolean,
): readonly Finished[] {
  return recombined.flatMap((one): Finished[] => {
    const whole = [...one.tokens, ...tokens.slice(one.tokens.length)];
    for (let at = one.tokens.length; at < whole.length; at++) {
      if (forbidden(whole[at] ?? 0, whole.slice(0, at))) return [];
    }
    return [{ tokens: whole, total: total - one.behind, finish: 'end' }];
  });
}
