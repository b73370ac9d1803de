import { undefused } from './formula.js';
import type { BadRow, CellRow } from './pair.js';

/**
 * Delimited text, cut into rows of cells with the line each begins on.
 *
 * In CSV a cell that begins with a quotation mark is quoted (RFC 4180), may span lines, and a broken one makes its line
 * a bad row. In TSV people write quotation marks as plain text far more often than programs quote there, so a cell
 * counts as quoted only when a lone closing mark stands right before the next tab or line end; otherwise it is literal.
 */
export interface Dialect {
  readonly delimiter: ',' | ';' | '\t';
  readonly quotes: 'strict' | 'lenient';
}

export const TSV: Dialect = { delimiter: '\t', quotes: 'lenient' };

/** CSV with the mark that separates cells in the first line: some spreadsheets write `;` or tabs. */
export function csvDialect(text: string): Dialect {
  const end = text.search(/[\r\n]/);
  const first = (end < 0 ? text : text.slice(0, end)).replace(/"[^"]*"/g, '');
  const count = (mark: string) => first.split(mark).length - 1;
  const delimiter = count(',') > 0 ? ',' : count('\t') > 0 ? '\t' : count(';') > 0 ? ';' : ',';
  return { delimiter, quotes: 'strict' };
}

/** A table of pairs has a handful; further ones are read over. */
const MAX_COLUMNS = 256;
/** A quoted cell longer than this is an unclosed quotation mark that swallowed the rest of the file. */
const MAX_QUOTED_CHARS = 100_000;

export function* splitDelimited(text: string, dialect: Dialect): Generator<CellRow | BadRow> {
  const literal = new RegExp(`[^${dialect.delimiter}\\r\\n]*`, 'y');
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const begun = line;
    const cells: string[] = [];
    let fault: string | undefined;
    for (;;) {
      const quoted = text[at] === '"' ? quotedEnd(text, at, dialect.delimiter) : undefined;
      if (quoted !== undefined) {
        const raw = text.slice(at + 1, quoted);
        if (cells.length < MAX_COLUMNS) cells.push(raw.replaceAll('""', '"'));
        line += countLines(raw);
        at = quoted + 1;
      } else {
        if (text[at] === '"' && dialect.quotes === 'strict')
          fault = 'a quotation mark is not closed properly';
        literal.lastIndex = at;
        const cell = literal.exec(text)?.[0] ?? '';
        if (cells.length < MAX_COLUMNS) cells.push(cell);
        at += cell.length;
      }
      if (text[at] !== dialect.delimiter) break;
      at += 1;
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1;
    at += 1;
    line += 1;
    if (fault !== undefined) yield { kind: 'bad', line: begun, reason: fault };
    else if (cells.some((cell) => cell.trim() !== ''))
      yield { kind: 'cells', line: begun, cells: cells.map(undefused) };
  }
}

/** Where the closing mark of a quoted cell stands; undefined when the cell is not properly quoted. */
function quotedEnd(text: string, open: number, delimiter: string): number | undefined {
  let at = open + 1;
  while (at - open < MAX_QUOTED_CHARS) {
    at = text.indexOf('"', at);
    if (at < 0) return undefined;
    const next = text[at + 1];
    if (next === '"') {
      at += 2;
      continue;
    }
    return next === undefined || next === delimiter || next === '\n' || next === '\r' ? at : undefined;
  }
  return undefined;
}

function countLines(text: string): number {
  return text.split(/\r\n|\n|\r/).length - 1;
}
