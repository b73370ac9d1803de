import { Failure } from '../base/failure.js';
import { Columns } from './columns.js';
import { csvDialect, splitDelimited, TSV } from './delimited.js';
import { decodeText, type Encoding } from './encoding.js';
import type { InterchangeFormat } from './format.js';
import type { BadRow, CellRow, PairRow, WantedLangs } from './pair.js';
import { readSpreadsheet } from './spreadsheet.js';
import { checkText, type TextRules } from './text-rules.js';
import { readTmx } from './tmx.js';

export interface ReadOptions extends WantedLangs {
  readonly format: InterchangeFormat;
  readonly rules: TextRules;
  /** Of text formats without a byte order mark; default UTF-8. */
  readonly encoding?: Encoding;
}

/** Largest table of any format. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;
/** A sheet of this size unpacks to a hundred megabytes and more. */
export const MAX_SHEET_BYTES = 16 * 1024 * 1024;

type Rows<Row> = Iterable<Row> | AsyncIterable<Row>;

/** Refuses files that are not read at all. */
export function checkFileSize(bytes: number, format: InterchangeFormat): void {
  const limit = format === 'xlsx' ? MAX_SHEET_BYTES : MAX_FILE_BYTES;
  if (bytes <= limit) return;
  throw new Failure('requestInvalid', {
    status: 413,
    message: `The file is larger than ${limit / 1024 / 1024} MiB. Split it and send the parts one after another.`,
  });
}

/**
 * Reads sentence pairs or terms, in whatever thread it is called; `PairReader` calls it in one of its own. Rows come in the order of the file, good and bad ones; what makes the whole file
 * unreadable (encoding, not the format it claims, languages missing) is a `Failure`.
 *
 * @example
 * for await (const row of readPairs(bytes, { format: 'csv', from: 'ja', to: 'en', rules: PHRASE_RULES })) {
 *   if (row.kind === 'bad') console.log(`line ${row.line}: ${row.reason}`);
 * }
 */
export async function* readPairs(bytes: Uint8Array, options: ReadOptions): AsyncGenerator<PairRow | BadRow> {
  checkFileSize(bytes.length, options.format);
  for await (const row of rowsOf(bytes, options)) {
    yield row.kind === 'bad' ? row : checked(row, options.rules);
  }
}

function rowsOf(bytes: Uint8Array, options: ReadOptions): Rows<PairRow | BadRow> {
  switch (options.format) {
    case 'xlsx':
      return inColumns(readSpreadsheet(bytes), options);
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

async function* inColumns(
  rows: Rows<CellRow | BadRow>,
  wanted: WantedLangs,
): AsyncGenerator<PairRow | BadRow> {
  const columns = new Columns(wanted);
  for await (const row of rows) {
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
