import { defused } from './formula.js';

/** One line of a delimited file (RFC 4180), without its end; nothing in it is a formula to a spreadsheet. */
export function tableLine(cells: readonly string[], delimiter: ',' | '\t' = ','): string {
  const special = new RegExp(`["\\r\\n${delimiter}]`);
  const quoted = (cell: string) => (special.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return cells.map(defused).map(quoted).join(delimiter);
}
