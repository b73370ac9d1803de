import { strToU8, Zip, ZipDeflate } from 'fflate';
import { escapeXml } from './xml.js';

/** Rows that are packed at once: large enough to pack well, small enough to keep memory flat. */
const ROWS_PER_PIECE = 500;

/** Names of the columns: a table of pairs has few. */
const COLUMNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OPEN_XML = 'http://schemas.openxmlformats.org';
const SPREADSHEET = `${OPEN_XML}/spreadsheetml/2006/main`;
const RELATIONSHIPS = `${OPEN_XML}/officeDocument/2006/relationships`;
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The parts around the one sheet; they never change. */
const FRAME: readonly (readonly [path: string, xml: string])[] = [
  [
    '[Content_Types].xml',
    `<Types xmlns="${OPEN_XML}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${CONTENT}.worksheet+xml"/></Types>`,
  ],
  ['_rels/.rels', relationship('officeDocument', 'xl/workbook.xml')],
  ['xl/_rels/workbook.xml.rels', relationship('worksheet', 'worksheets/sheet1.xml')],
  [
    'xl/workbook.xml',
    `<workbook xmlns="${SPREADSHEET}" xmlns:r="${RELATIONSHIPS}"><sheets><sheet name="Pairs" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
];

/**
 * An XLSX workbook of one sheet with text cells, piece by piece. Every cell carries its own text instead of a number
 * in a shared table: the table would have to be kept in memory until the last row is known.
 */
export async function* writeWorkbook(rows: AsyncIterable<readonly string[]>): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    ready.push(piece);
  });
  const taken = function* () {
    yield* ready;
    ready = [];
  };
  for (const [path, xml] of FRAME) {
    const part = new ZipDeflate(path);
    zip.add(part);
    part.push(strToU8(XML + xml), true);
  }
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml');
  zip.add(sheet);
  let xml = `${XML}<worksheet xmlns="${SPREADSHEET}"><sheetData>`;
  let count = 0;
  for await (const row of rows) {
    count += 1;
    xml += `<row r="${count}">${row.map((text, column) => cell(`${COLUMNS[column]}${count}`, text)).join('')}</row>`;
    if (count % ROWS_PER_PIECE > 0) continue;
    sheet.push(strToU8(xml));
    xml = '';
    yield* taken();
  }
  sheet.push(strToU8(`${xml}</sheetData></worksheet>`), true);
  zip.end();
  yield* taken();
}

function relationship(kind: string, target: string): string {
  return `<Relationships xmlns="${OPEN_XML}/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONSHIPS}/${kind}" Target="${target}"/></Relationships>`;
}

function cell(address: string, text: string): string {
  return `<c r="${address}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
}
