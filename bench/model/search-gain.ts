import { chrf } from '#src/quality/chrf.js';

/** One direction of a set, translated in the three ways. */
export interface SearchedRow {
  readonly references: readonly string[];
  readonly greedy: readonly string[];
  /** By a search that gives no hypothesis up. */
  readonly whole: readonly string[];
  /** By the search that ships. */
  readonly pruned: readonly string[];
}

/** What a search brings: chrF on average of the rows, and the share of the whole search's gain that the pruned one keeps. */
export function searchGain(rows: readonly SearchedRow[]): {
  readonly chrf: Readonly<Record<'greedy' | 'whole' | 'pruned', number>>;
  readonly gainKept: number;
} {
  const mean = (of: (row: SearchedRow) => readonly string[]) =>
    rows.reduce((sum, row) => sum + chrf(of(row), row.references), 0) / rows.length;
  const [greedy, whole, pruned] = [
    mean((row) => row.greedy),
    mean((row) => row.whole),
    mean((row) => row.pruned),
  ];
  return { chrf: { greedy, whole, pruned }, gainKept: (pruned - greedy) / (whole - greedy) };
}
