import type { Lang } from '../base/lang.js';

/** A sentence pair or a term: what every table format carries. */
export interface Pair {
  readonly fromLang: Lang;
  readonly fromText: string;
  readonly toLang: Lang;
  readonly toText: string;
}

/** A pair with the line (sheet row, for TMX the line where its unit begins) it was read from. */
export interface PairRow extends Pair {
  readonly kind: 'pair';
  readonly line: number;
}

/** A row that cannot be taken over, with the reason in words for the person who made the table. */
export interface BadRow {
  readonly kind: 'bad';
  readonly line: number;
  readonly reason: string;
}

/** A row of cells as it stands in a delimited file or a sheet, before anyone knows what the columns mean. */
export interface CellRow {
  readonly kind: 'cells';
  readonly line: number;
  readonly cells: readonly string[];
}

/** Languages that a reader was asked for; absent ones are taken from the file. */
export interface WantedLangs {
  readonly from?: Lang;
  readonly to?: Lang;
}
