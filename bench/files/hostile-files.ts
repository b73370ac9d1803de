import { deflateSync } from 'node:zlib';
import { PDFDocument } from '@cantoo/pdf-lib';
import { strToU8, zipSync } from 'fflate';
import { wordDocument } from '../../test/files/samples.js';
import type { SentFile } from './file-client.js';

const MEGABYTE = 1024 ** 2;
const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

/** Text that packs about eleven times. */
function sentences(bytes: number): string {
  const parts: string[] = [];
  for (let length = 0, at = 0; length < bytes; at += 1) {
    const sentence = `Sentence number ${at} of this long document speaks of item ${(at * 7919) % 10007}. `;
    parts.push(sentence);
    length += sentence.length;
  }
  return parts.join('');
}

function sheets(count: number): Uint8Array {
  const sheet = strToU8('<worksheet><sheetData><row><c t="s"><v>0</v></c></row></sheetData></worksheet>');
  const parts = Array.from(
    { length: count },
    (_, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheet] as const,
  );
  return zipSync(
    {
      'xl/workbook.xml': strToU8('<workbook/>'),
      'xl/sharedStrings.xml': strToU8('<sst><si><t>Name of the thing</t></si></sst>'),
      ...Object.fromEntries(parts),
    },
    { level: 1 },
  );
}

async function pdfPages(count: number): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  for (let at = 0; at < count; at += 1)
    document.addPage([200, 200]).drawText(`Page number ${at}`, { size: 9 });
  return document.save();
}

/** What careless programs choke on, each made when its turn comes. */
export const HOSTILE_FILES: readonly (readonly [string, () => SentFile | Promise<SentFile>])[] = [
  ['100 MB', () => ({ name: 'a.txt', bytes: new Uint8Array(100 * MEGABYTE).fill(0x61) })],
  ['31 MB of plain text', () => ({ name: 'a.txt', bytes: strToU8(sentences(31 * MEGABYTE)) })],
  [
    'Word document of 90 MB of XML',
    () => ({ name: 'a.docx', bytes: wordDocument(paragraph(sentences(MEGABYTE)).repeat(90)) }),
  ],
  [
    'Word document of one paragraph of 30 MB',
    () => ({ name: 'a.docx', bytes: wordDocument(paragraph(sentences(30 * MEGABYTE))) }),
  ],
  [
    'archive that unpacks to 500 MB',
    () => {
      // What repeats within the window of the packer packs far better, and the archive stays below the largest file.
      const part = strToU8(`<w:hdr>${paragraph(sentences(16_384)).repeat(320)}</w:hdr>`);
      const parts = Array.from({ length: 96 }, (_, at) => [`word/header${at}.xml`, part] as const);
      return {
        name: 'a.docx',
        bytes: zipSync(
          { 'word/document.xml': strToU8('<w:document/>'), ...Object.fromEntries(parts) },
          { level: 1 },
        ),
      };
    },
  ],
  [
    'archive that unpacks a thousand times',
    () => ({ name: 'a.docx', bytes: zipSync({ 'word/document.xml': new Uint8Array(200 * MEGABYTE) }) }),
  ],
  ['10,000 sheets', () => ({ name: 'a.xlsx', bytes: sheets(10_000) })],
  ['30,000 sheets', () => ({ name: 'a.xlsx', bytes: sheets(30_000) })],
  [
    'entities that grow',
    () => {
      const entities = Array.from(
        { length: 9 },
        (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`,
      );
      const type = `<!DOCTYPE x [<!ENTITY e0 "laugh">${entities.join('')}]>`;
      return {
        name: 'a.xlf',
        bytes: strToU8(
          `${type}<xliff version="1.2"><file><trans-unit id="1"><source>&e9;</source></trans-unit></file></xliff>`,
        ),
      };
    },
  ],
  ['XML 100,000 deep', () => ({ name: 'a.docx', bytes: wordDocument('<w:p>'.repeat(100_000)) })],
  ['PDF of 2,001 pages', async () => ({ name: 'a.pdf', bytes: await pdfPages(2001) })],
  ['PDF of 500 pages', async () => ({ name: 'a.pdf', bytes: await pdfPages(500) })],
  [
    'PDF stream of 1 GB',
    () => {
      const packed = deflateSync(new Uint8Array(1024 * MEGABYTE), { level: 1 });
      const head = '%PDF-1.7\n1 0 obj\n<</Filter/FlateDecode>>\nstream\n';
      return { name: 'a.pdf', bytes: Buffer.concat([Buffer.from(head), packed]) };
    },
  ],
];
