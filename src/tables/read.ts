import { setImmediate as breathe } from 'node:timers/promises';
import { Failure } from '../failure.js';
import { Columns } from './columns.js';
import { csvDialect, splitDelimited, TSV } from './delimited.js';
import { decodeText, type Encoding } from './encoding.js';
import type { TableFormat } from './format.js';
import type { BadRow, CellRow, PairRow, WantedLangs } from './pair.js';
import { readSpreadsheet } from './spreadsheet.js';
import { checkText, type TextRules } from './text-rules.js';
import { readTmx } from './tmx.js';

export interface ReadOptions extends WantedLangs {
  readonly format: TableFormat;
  readonly rules: TextRules;
  /** Of text formats without a byte order mark; default UTF-8. */
  readonly encoding?: Encoding;
}

/** Largest table of any format. */
export const MAX_TABLE_BYTES = 64 * 1024 * 1024;
/** Sheets are unpacked into memory as a whole, so that less of them is bearable. */
export const MAX_SHEET_BYTES = 16 * 1024 * 1024;
/** Rows between two breaths: long tables must not hold up the requests of others. */
const ROWS_PER_TURN = 500;

/**
 * Reads sentence pairs or terms. Rows come in the order of the file, good and bad ones; what makes the whole file
 * unreadable (encoding, not the format it claims, languages missing) is a `Failure`.
 *
 * @example
 * for await (const row of readPairs(bytes, { format: 'csv', from: 'ja', to: 'en', rules: PHRASE_RULES })) {
 *   if (row.kind === 'bad') console.log(`line ${row.line}: ${row.reason}`);
 * }
 */
export async function* readPairs(bytes: Uint8Array, options: ReadOptions): AsyncGenerator<PairRow | BadRow> {
  const limit = options.format === 'xlsx' ? MAX_SHEET_BYTES : MAX_TABLE_BYTES;
  if (bytes.length > limit) {
    throw new Failure(40202, {
      status: 413,
      message: `The file is larger than ${limit / 1024 / 1024} MiB. Split it and send the parts one after another.`,
    });
  }
  let turn = 0;
  for (const row of await rowsOf(bytes, options)) {
    turn += 1;
    if (turn % ROWS_PER_TURN === 0) await breathe();
    yield row.kind === 'bad' ? row : checked(row, options.rules);
  }
}

async function rowsOf(bytes: Uint8Array, options: ReadOptions): Promise<Iterable<PairRow | BadRow>> {
  switch (options.format) {
    case 'xlsx':
      return inColumns(await readSpreadsheet(bytes), options);
    case 'tmx':
      return readTmx(decodeText(bytes, options.encoding), options);
    case 'csv': {
      const text = decodeText(bytes, options.encoding);
      return inColumns(splitDelimited(text, csvDialect(text)), options);
    }
    case 'tsv':
      return inColumns(splitDelimited(decodeText(bytes, options.encoding), TSV), options);
  }
}

function* inColumns(rows: Iterable<CellRow | BadRow>, wanted: WantedLangs): Generator<PairRow | BadRow> {
  const columns = new Columns(wanted);
  for (const row of rows) {
    const read = row.kind === 'bad' ? row : columns.read(row);
    if (read === undefined) continue;
    yield 'kind' in read ? read : { kind: 'pair', line: row.line, ...read };
  }
}

function checked(row: PairRow, rules: TextRules): PairRow | BadRow {
  const from = checkText(row.fromText, rules);
  if (!from.ok) return { kind: 'bad', line: row.line, reason: `the source ${from.reason}` };
  const to = checkText(row.toText, rules);
  if (!to.ok) return { kind: 'bad', line: row.line, reason: `the target ${to.reason}` };
  if (row.fromLang === row.toLang)
    return { kind: 'bad', line: row.line, reason: 'both texts are in the same language' };
  return { ...row, fromText: from.text, toText: to.text };
}
