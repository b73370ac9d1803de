import { strToU8, zipSync } from 'fflate';
import { afterAll, expect, it } from 'vitest';
import type { Failure } from '#src/base/failure.js';
import { PairReader } from '#src/interchange/pair-reader.js';
import type { ReadOptions } from '#src/interchange/read.js';
import { PHRASE_RULES } from '#src/interchange/text-rules.js';
import { ZipArchive } from '#src/interchange/zip-archive.js';

const reader = new PairReader();
afterAll(() => reader.close());

async function read(bytes: Uint8Array, format: ReadOptions['format']) {
  const rows = [];
  for await (const row of reader.read(bytes, { format, from: 'ja', to: 'en', rules: PHRASE_RULES })) {
    rows.push(row);
  }
  return rows;
}

async function refusal(bytes: Uint8Array, format: ReadOptions['format']): Promise<Failure> {
  return await read(bytes, format).then(
    (rows) => {
      throw new Error(`${rows.length} rows were read.`);
    },
    (failure: Failure) => failure,
  );
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** A workbook of one sheet, written by hand. */
function workbook(sheetData: string, parts: Readonly<Record<string, string>> = {}): Uint8Array {
  return zipSync(
    Object.fromEntries(
      Object.entries({
        'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="r"><sheets><sheet name="a" r:id="rId1"/></sheets></workbook>`,
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
        'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetData>${sheetData}</sheetData></worksheet>`,
        ...parts,
      }).map(([name, xml]) => [name, strToU8(xml)]),
    ),
  );
}

const text = (address: string, content: string) =>
  `<c r="${address}" t="inlineStr"><is><t>${content}</t></is></c>`;
const pair = (row: number) =>
  `<row r="${row}">${text(`A${row}`, `文${row}`)}${text(`B${row}`, `text ${row}`)}</row>`;

it('reads a workbook whose last cell is the last of all rows without building the rows between', async () => {
  const rows = await read(workbook(pair(1) + pair(1_048_576)), 'xlsx');
  expect(rows.map((row) => row.line)).toEqual([1, 1_048_576]);
});

it('refuses a workbook of one kilobyte whose second cell is the last of the sheet', async () => {
  const far = `<row r="1">${text('A1', '文')}</row><row r="1048576">${text('XFD1048576', 'text')}</row>`;
  expect(await refusal(workbook(far), 'xlsx')).toMatchObject({
    code: 40202,
    message: expect.stringContaining('columns'),
  });
});

it.each([
  ['rows out of order', pair(2) + pair(1)],
  ['a cell without an address', '<row r="1"><c r="1A"/></row>'],
  ['elements nested without end', '<a>'.repeat(1_000)],
  ['an attribute that never ends', `<row r="${'1'.repeat(1_200_000)}"/>`],
  ['no XML', '<row r=1>'],
])('refuses %s', async (_, sheet) => {
  expect(await refusal(workbook(sheet), 'xlsx')).toMatchObject({ code: 40202 });
});

it('counts what an archive unpacks to over all its parts', async () => {
  const archive = new ZipArchive(zipSync({ a: new Uint8Array(600), b: new Uint8Array(600) }), 1000);
  const unpack = async (name: string) => {
    for await (const _ of archive.read(name));
  };
  await unpack('a');
  await expect(unpack('b')).rejects.toMatchObject({ name: 'BadArchive', tooLarge: true });
});

it('refuses an archive that is cut off or is none', async () => {
  const whole = workbook(pair(1));
  expect(await refusal(whole.subarray(0, whole.length - 30), 'xlsx')).toMatchObject({ code: 40202 });
  expect(await refusal(strToU8('no archive at all'), 'xlsx')).toMatchObject({ code: 40202 });
});

it('takes rich text, dates, truth values and numbers of a workbook as a person reads them', async () => {
  const shared =
    '<sst><si><r><t>設</t></r><r><t>定</t></r><rPh sb="0" eb="1"><t>セッテイ</t></rPh></si></sst>';
  const styles =
    '<styleSheet><numFmts><numFmt numFmtId="165" formatCode="yyyy&quot;年&quot;m&quot;月&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="165"/></cellXfs></styleSheet>';
  const cells = (row: number, first: string, second: string) => `<row r="${row}">${first}${second}</row>`;
  const sheet =
    cells(1, '<c r="A1" t="s"><v>0</v></c>', text('B1', 'settings')) +
    cells(2, '<c r="A2" s="1"><v>45000</v></c>', '<c r="B2" s="2"><v>45001.5</v></c>') +
    cells(3, '<c r="A3"><v>1.50</v></c>', '<c r="B3" t="b"><v>1</v></c>');
  const rows = await read(
    workbook(sheet, { 'xl/sharedStrings.xml': shared, 'xl/styles.xml': styles }),
    'xlsx',
  );
  expect(rows).toMatchObject([
    { fromText: '設定', toText: 'settings' },
    { fromText: '2023-03-15', toText: '2023-03-16' },
    { fromText: '1.50', toText: 'true' },
  ]);
});

it('keeps a unit of TMX that is nested too deep or broken from spoiling the others', async () => {
  const unit = (body: string) => `<tu>${body}</tu>`;
  const good =
    '<tuv xml:lang="ja"><seg>文</seg></tuv><tuv xml:lang="en"><seg>a <bpt>x</bpt>b &amp; c</seg></tuv>';
  const deep = `<tuv xml:lang="ja"><seg>${'<hi>'.repeat(5_000)}${'</hi>'.repeat(5_000)}</seg></tuv>`;
  const memory = `<tmx><header srclang="ja"/><body>${unit(deep)}${unit('<seg>')}${unit(good)}</body></tmx>`;
  expect(await read(strToU8(memory), 'tmx')).toMatchObject([
    { kind: 'bad' },
    { kind: 'bad' },
    { kind: 'pair', fromText: '文', toText: 'a b & c' },
  ]);
});

it.each([
  ['an unclosed header', `<tmx>${'<header '.repeat(40_000)}`],
  ['comments that never end', `${'<!--'.repeat(75_000)}<tmx>`],
  ['doctypes that never end', `${'<!DOCTYPE '.repeat(30_000)}<tmx>`],
  ['attributes that never end', `<tmx><header ${'srclang = '.repeat(30_000)}><body/></tmx>`],
])('reads 300 KB of TMX with %s in one pass', async (_, memory) => {
  expect(await read(strToU8(memory), 'tmx')).toEqual([]);
});

it('does not keep more cells of a CSV row than a table has columns', async () => {
  const wide = `文,text${','.repeat(2_000_000)}\n二,two\n`;
  expect(await read(strToU8(wide), 'csv')).toMatchObject([{ toText: 'text' }, { toText: 'two' }]);
});

it('when the reader is closed, files that are read, that wait, or that come later fail at once', async () => {
  const closing = new PairReader();
  const table = strToU8(Array.from({ length: 2_000 }, (_, at) => `文${at}\ttext ${at}\n`).join(''));
  const options = { format: 'tsv', from: 'ja', to: 'en', rules: PHRASE_RULES } as const;
  const begun = [closing.read(table, options), closing.read(table, options)];
  for (const rows of begun) expect((await rows.next()).done).toBe(false);
  const waiting = closing.read(table, options).next();
  const closed = closing.close();
  await expect(waiting).rejects.toThrow('closed');
  // The rows that were handed over are read; the next ones never come.
  const rest = async (rows: AsyncGenerator<unknown>) => {
    for await (const _ of rows);
  };
  for (const rows of begun) await expect(rest(rows)).rejects.toThrow('closed');
  await expect(closing.read(table, options).next()).rejects.toThrow('closed');
  await closed;
});
