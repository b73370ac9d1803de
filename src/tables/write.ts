import writeWorkbook from 'write-excel-file/node';
import { Failure } from '../failure.js';
import type { TableFormat } from './format.js';
import type { Pair } from './pair.js';

/** A sheet holds 1,048,576 rows; building one takes memory for all of them, so that less is bearable. */
export const MAX_SHEET_ROWS = 200_000;

const TITLES = ['fromLang', 'fromText', 'toLang', 'toText'] as const;
/** Excel takes a CSV file for UTF-8 only when it begins with this. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A table of pairs in one of the formats, piece by piece; what was written can be read again without options. */
export async function* writePairs(
  pairs: AsyncIterable<Pair>,
  format: TableFormat,
): AsyncGenerator<Uint8Array> {
  switch (format) {
    case 'tsv':
      return yield* encoded(delimited(pairs, '\t', '', '\n'));
    case 'csv':
      return yield* encoded(delimited(pairs, ',', BYTE_ORDER_MARK, '\r\n'));
    case 'tmx':
      return yield* encoded(tmx(pairs));
    case 'xlsx':
      yield await workbook(pairs);
  }
}

async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const piece of pieces) yield encoder.encode(piece);
}

function cells(pair: Pair): readonly [string, string, string, string] {
  return [pair.fromLang, pair.fromText, pair.toLang, pair.toText];
}

async function* delimited(
  pairs: AsyncIterable<Pair>,
  delimiter: string,
  head: string,
  end: string,
): AsyncGenerator<string> {
  const special = new RegExp(`["\\r\\n${delimiter}]`);
  const quoted = (cell: string) => (special.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  yield `${head}${TITLES.join(delimiter)}${end}`;
  for await (const pair of pairs) yield `${cells(pair).map(quoted).join(delimiter)}${end}`;
}

async function* tmx(pairs: AsyncIterable<Pair>): AsyncGenerator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<tmx version="1.4">\n';
  yield '  <header creationtool="Kotobashi" creationtoolversion="1" segtype="sentence" o-tmf="Kotobashi" adminlang="en" srclang="*all*" datatype="plaintext"/>\n';
  yield '  <body>\n';
  for await (const pair of pairs) {
    const variant = (lang: string, text: string) =>
      `<tuv xml:lang="${escapeXml(lang)}"><seg>${escapeXml(text)}</seg></tuv>`;
    yield `    <tu srclang="${escapeXml(pair.fromLang)}">${variant(pair.fromLang, pair.fromText)}${variant(pair.toLang, pair.toText)}</tu>\n`;
  }
  yield '  </body>\n</tmx>\n';
}

function escapeXml(text: string): string {
  // A bare carriage return would come back as a line feed.
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;');
}

async function workbook(pairs: AsyncIterable<Pair>): Promise<Uint8Array> {
  const rows: { readonly value: string; readonly type: typeof String }[][] = [];
  const row = (texts: readonly string[]) => texts.map((value) => ({ value, type: String }));
  rows.push(row(TITLES));
  for await (const pair of pairs) {
    if (rows.length > MAX_SHEET_ROWS) {
      throw new Failure(40202, {
        message: `XLSX is written up to ${MAX_SHEET_ROWS} rows. Export as tsv, csv or tmx instead.`,
      });
    }
    rows.push(row(cells(pair)));
  }
  return await writeWorkbook(rows).toBuffer();
}
