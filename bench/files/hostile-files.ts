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

/** Many pages that show the same long text: most of a minute of work, within all bounds. */
export async function slowPdf(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const first = document.addPage([600, 800]);
  for (let line = 0; line < 500; line += 1) {
    first.drawText(`Line ${line} of text`, { x: 9, y: line, size: 1 });
  }
  const again = await PDFDocument.load(await document.save());
  const [page] = again.getPages();
  for (let number = 1; number < 1_500 && page !== undefined; number += 1) {
    const copy = again.addPage([600, 800]);
    for (const key of page.node.keys()) {
      const value = page.node.get(key);
      if (value !== undefined) copy.node.set(key, value);
    }
  }
  return again.save();
}

/** A PDF of the given objects, numbered from 1; the first is its catalogue. */
function pdfOf(objects: readonly string[], withTable = true): Uint8Array {
  let text = '%PDF-1.7\n';
  const places = objects.map((object, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  if (!withTable) return strToU8(text);
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return strToU8(
    `${text}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`,
  );
}

const stream = (content: string, dictionary = '') =>
  `<<${dictionary}/Length ${content.length}>>\nstream\n${content}\nendstream`;
const FONT = '/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>';
const HELLO = 'BT /F 12 Tf 20 20 Td (Where is the station?) Tj ET';

/** One page with this content; the resources are object 4. */
function pdfPage(content: string, resources: string, further: readonly string[]): Uint8Array {
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 5 0 R/Resources 4 0 R>>',
    resources,
    stream(content),
    ...further,
  ]);
}

/** Each level draws the next one ten times. */
function nestedForms(levels: number): Uint8Array {
  const forms = Array.from({ length: levels }, (_, level) => {
    const last = level === levels - 1;
    const content = last ? HELLO : '/X Do '.repeat(10);
    const resources = last ? FONT : `/XObject<</X ${level + 7} 0 R>>`;
    return stream(content, `/Type/XObject/Subtype/Form/BBox[0 0 200 200]/Resources<<${resources}>>`);
  });
  return pdfPage(`${HELLO} /X Do`, `<<${FONT}/XObject<</X 6 0 R>>>>`, forms);
}

const nested = (open: string, inside: string, close: string, depth: number) =>
  open.repeat(depth) + inside + close.repeat(depth);

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
  ['PDF of 1,500 long pages', async () => ({ name: 'a.pdf', bytes: await slowPdf() })],
  ['PDF of 500 pages', async () => ({ name: 'a.pdf', bytes: await pdfPages(500) })],
  [
    'PDF stream of 1 GB',
    () => {
      const packed = deflateSync(new Uint8Array(1024 * MEGABYTE), { level: 1 });
      const head = '%PDF-1.7\n1 0 obj\n<</Filter/FlateDecode>>\nstream\n';
      return { name: 'a.pdf', bytes: Buffer.concat([Buffer.from(head), packed]) };
    },
  ],
  ['PDF whose resources are themselves', () => ({ name: 'a.pdf', bytes: pdfPage(HELLO, '4 0 R', []) })],
  [
    'PDF with a form that draws itself',
    () => ({
      name: 'a.pdf',
      bytes: pdfPage(`${HELLO} /X Do`, `<<${FONT}/XObject<</X 6 0 R>>>>`, [
        stream('/X Do /X Do', `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 6 0 R>>>>`),
      ]),
    }),
  ],
  ['PDF with 30 levels of ten forms', () => ({ name: 'a.pdf', bytes: nestedForms(30) })],
  ['PDF with 5 levels of ten forms', () => ({ name: 'a.pdf', bytes: nestedForms(5) })],
  [
    'PDF of 900 KB without a cross-reference table',
    () => {
      const pages = Array.from(
        { length: 9_000 },
        (_, at) => `<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/A ${at}>>`,
      );
      const kids = pages.map((_, at) => `${at + 3} 0 R`).join(' ');
      const objects = [
        '<</Type/Catalog/Pages 2 0 R>>',
        `<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`,
        ...pages,
      ];
      return { name: 'a.pdf', bytes: pdfOf(objects, false) };
    },
  ],
  [
    'PDF of 900 KB of beginnings of objects',
    () => ({ name: 'a.pdf', bytes: strToU8(`%PDF-1.7\n${'1 0 obj <<'.repeat(90_000)}`) }),
  ],
  [
    'PDF of 900 KB of words that end nothing',
    () => ({ name: 'a.pdf', bytes: strToU8(`%PDF-1.7\n1 0 obj\n${'trailer '.repeat(112_000)}`) }),
  ],
  [
    'PDF of 20 million operators',
    () => ({ name: 'a.pdf', bytes: pdfPage(`${HELLO} ${'q Q '.repeat(5_000_000)}`, `<<${FONT}>>`, []) }),
  ],
  [
    'JSON 100,000 deep',
    () => ({ name: 'a.json', bytes: strToU8(nested('[', '"Hello there"', ']', 100_000)) }),
  ],
  ['YAML 20,000 deep', () => ({ name: 'a.yaml', bytes: strToU8(nested('[', 'Hello there', ']', 20_000)) })],
  [
    'Markdown with 1,500 nested lists',
    () => {
      const lines = Array.from(
        { length: 1_500 },
        (_, depth) => `${'  '.repeat(depth)}- Item number ${depth}`,
      );
      return { name: 'a.md', bytes: strToU8(lines.join('\n')) };
    },
  ],
  [
    'HTML with 30,000 nested tags',
    () => ({ name: 'a.html', bytes: strToU8(nested('<b>', 'Hello there', '</b>', 30_000)) }),
  ],
  [
    'HTML with 30,000 nested blocks',
    () => ({ name: 'a.html', bytes: strToU8(nested('<div>', 'Hello there', '</div>', 30_000)) }),
  ],
  [
    'SRT of a million cues',
    () => ({ name: 'a.srt', bytes: strToU8('1\n0:0:1 --> 0:0:2\nHi\n\n'.repeat(1_000_000)) }),
  ],
  [
    'XLIFF with 8,000 paired tags',
    () => {
      const tags = nested('<g id="1">', 'Hello there', '</g>', 390);
      const unit = `<trans-unit id="1"><source>${tags.repeat(20)}</source></trans-unit>`;
      return {
        name: 'a.xlf',
        bytes: strToU8(
          `<xliff version="1.2"><file source-language="en" original="a" datatype="x"><body>${unit}</body></file></xliff>`,
        ),
      };
    },
  ],
];
