import { defused } from './formula.js';

/** One line of a CSV file (RFC 4180); nothing in it is a formula to a spreadsheet. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => quoted(defused(cell))).join(',')}\r\n`;
}

function quoted(cell: string): string {
  return /["\r\n,]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
