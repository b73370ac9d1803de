import { Failure } from '../base/failure.js';
import type { InterchangeFormat } from './format.js';
import type { Pair } from './pair.js';
import { tableLine } from './table-line.js';
import { writeWorkbook } from './workbook.js';
import { escapeXml } from './xml.js';

/** A sheet holds 1,048,576 rows; the programs that open one become slow long before that. */
const MAX_SHEET_ROWS = 200_000;

const TITLES = ['fromLang', 'fromText', 'toLang', 'toText'] as const;
/** Excel takes a CSV file for UTF-8 only when it begins with this. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A table of pairs in one of the formats, piece by piece; what was written can be read again without options. */
export async function* writePairs(
  pairs: AsyncIterable<Pair>,
  format: InterchangeFormat,
): AsyncGenerator<Uint8Array> {
  switch (format) {
    case 'tsv':
      return yield* encoded(delimited(pairs, '\t', '', '\n'));
    case 'csv':
      return yield* encoded(delimited(pairs, ',', BYTE_ORDER_MARK, '\r\n'));
    case 'tmx':
      return yield* encoded(tmx(pairs));
    case 'xlsx':
      return yield* writeWorkbook(sheetRows(pairs));
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
  delimiter: ',' | '\t',
  head: string,
  end: string,
): AsyncGenerator<string> {
  yield `${head}${TITLES.join(delimiter)}${end}`;
  for await (const pair of pairs) yield `${tableLine(cells(pair), delimiter)}${end}`;
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

async function* sheetRows(pairs: AsyncIterable<Pair>): AsyncGenerator<readonly string[]> {
  yield TITLES;
  let count = 0;
  for await (const pair of pairs) {
    if (count === MAX_SHEET_ROWS) {
      throw new Failure('requestInvalid', {
        message: `XLSX is written up to ${MAX_SHEET_ROWS} rows. Export as tsv, csv or tmx instead.`,
      });
    }
    count += 1;
    yield cells(pair);
  }
}
