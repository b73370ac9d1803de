/** Where a cell of delimited text stands, quotation marks included, and what it says. */
export interface DelimitedCell {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly quoted: boolean;
  /** From 0. */
  readonly column: number;
}

/** A quoted cell longer than this is an unclosed quotation mark that swallowed the rest of the file. */
const LONGEST_CELL = 100_000;

/** Cells of a CSV or TSV file (RFC 4180), in order. A mark that is not closed is taken as plain text. */
export function* cellsOf(text: string, delimiter: string): Generator<DelimitedCell> {
  const plain = new RegExp(`[^${delimiter}\\r\\n]*`, 'y');
  let at = 0;
  let column = 0;
  while (at < text.length) {
    const close = text[at] === '"' ? closingMark(text, at, delimiter) : undefined;
    let end: number;
    if (close === undefined) {
      plain.lastIndex = at;
      end = at + (plain.exec(text)?.[0].length ?? 0);
      yield { start: at, end, text: text.slice(at, end), quoted: false, column };
    } else {
      end = close + 1;
      yield { start: at, end, text: text.slice(at + 1, close).replaceAll('""', '"'), quoted: true, column };
    }
    at = end + 1;
    column = text[end] === delimiter ? column + 1 : 0;
    if (text[end] === '\r' && text[at] === '\n') at += 1;
  }
}

function closingMark(text: string, open: number, delimiter: string): number | undefined {
  let at = open + 1;
  while (at - open < LONGEST_CELL) {
    at = text.indexOf('"', at);
    if (at < 0) return undefined;
    const next = text[at + 1];
    if (next !== '"') {
      return next === undefined || next === delimiter || next === '\n' || next === '\r' ? at : undefined;
    }
    at += 2;
  }
  return undefined;
}

/** The mark that separates cells in the first line: some spreadsheets write `;` or tabs into CSV. */
export function delimiterOf(text: string): string {
  const [first = ''] = text.split(/[\r\n]/, 1);
  const bare = first.replace(/"[^"]*"/g, '');
  const count = (mark: string) => bare.split(mark).length;
  return [',', '\t', ';'].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}
