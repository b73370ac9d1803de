import type { RowView } from '../step.js';

export interface ScoredToken {
  readonly token: number;
  readonly score: number;
}

export interface CandidateRules {
  /** Token that the target has to begin with: the language, in models that are told so there. */
  readonly first?: number;
  /** True when the token must not follow the given prefix. */
  readonly forbidden: (token: number, prefix: readonly number[]) => boolean;
  /** Mixes other knowledge into a row's candidates; absent: the model's own. */
  readonly mix?: (row: RowView, candidates: readonly ScoredToken[]) => readonly ScoredToken[];
}

/**
 * The row's best allowed tokens, best first. The row holds a short list of its best tokens; all of it is
 * searched only when rules leave too few of them.
 *
 * @param margin what a token may be less likely than the best of them, in log-probability
 */
export function candidates(
  row: RowView,
  prefix: readonly number[],
  wanted: number,
  margin: number,
  { first, forbidden, mix }: CandidateRules,
): readonly ScoredToken[] {
  if (first !== undefined && prefix.length === 0) return [{ token: first, score: 0 }];
  const short: ScoredToken[] = [];
  for (let i = 0; i < row.topIds.length; i++) {
    short.push({ token: row.topIds[i] ?? 0, score: row.topScores[i] ?? Number.NEGATIVE_INFINITY });
  }
  const mixed = mix === undefined ? short : mix(row, short).toSorted((a, b) => b.score - a.score);
  const allowed: ScoredToken[] = [];
  for (const candidate of mixed) {
    const best = allowed[0] ?? candidate;
    if (allowed.length === wanted || candidate.score < best.score - margin) return allowed;
    if (!forbidden(candidate.token, prefix)) allowed.push(candidate);
  }
  if (allowed.length >= Math.min(wanted, 2)) return allowed;
  // Nothing but the best few is known: one that is allowed, or against the rules rather than none.
  if (row.scores.length === 0) return allowed.length > 0 ? allowed : mixed.slice(0, 1);
  return search(row.scores, wanted, (token) => forbidden(token, prefix));
}

function search(scores: Float32Array, wanted: number, forbidden: (token: number) => boolean): ScoredToken[] {
  const list: ScoredToken[] = [];
  for (let token = 0; token < scores.length; token++) {
    const score = scores[token] ?? Number.NEGATIVE_INFINITY;
    const last = list[wanted - 1];
    if ((last !== undefined && score <= last.score) || forbidden(token)) continue;
    list.push({ token, score });
    list.sort((a, b) => b.score - a.score);
    list.length = Math.min(list.length, wanted);
  }
  return list;
}
