import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatOf } from '#src/documents/formats.js';
import { readTextLayer } from '#src/documents/pdf/reading/text-layer.js';
import { golden } from './samples.js';

/** Documents of LibreOffice; the handbook has several pages. */
const DOCUMENTS = [
  'handbook.docx',
  'report.docx',
  'report.odt',
  'prices.xlsx',
  'prices.ods',
  'orders.xlsx',
  'talk.pptx',
  'talk.odp',
] as const;

/** About as long on paper as English is beside its Japanese source: two letters and a bit for each character. */
function english(text: string): string {
  const words =
    'the people of this plant check every machine before they begin their work in the morning'.split(' ');
  return text.replace(/[^<>/\d\s\p{P}]+/gu, (source) => {
    let out = '';
    for (let at = source.length % words.length; out.length < source.length * 2; at += 1) {
      out += `${out === '' ? '' : ' '}${words[at % words.length]}`;
    }
    return out;
  });
}

async function translated(name: string): Promise<Uint8Array> {
  const bytes = golden(name);
  const document = await formatOf(name, bytes).open(bytes, { to: 'en' });
  return document.write(document.units.map(({ text }) => english(text)));
}

/** Everything in an archive that says how something looks, in order: styles of blocks, cells and shapes, pictures, links. */
function looksOf(bytes: Uint8Array): string[] {
  const mark =
    /<(?:w:pStyle|w:tblStyle|w:numId|w:footnoteReference|w:drawing|w:tbl|w:sectPr|a:tbl|a:blip|p:sp|p:pic|table:table(?:-cell|-row)?|text:[ph]|text:list|text:note|draw:[a-z-]+|c|f)\b[^>]*>/g;
  const parts = Object.entries(unzipSync(bytes)).sort(([a], [b]) => (a < b ? -1 : 1));
  return (
    parts
      .filter(([name]) => name.endsWith('.xml'))
      .flatMap(([name, part]) => (strFromU8(part).match(mark) ?? []).map((found) => `${name} ${found}`))
      // The stored result of a formula is text like any other.
      .map((found) => found.replace(/ office:string-value="[^"]*"/, ''))
  );
}

describe('what cells and blocks look like', () => {
  it.each(DOCUMENTS)(
    '%s: styles, formulas, pictures and references are those of the source',
    async (name) => {
      expect(looksOf(await translated(name))).toEqual(looksOf(golden(name)));
    },
  );
});

const missing = spawnSync('soffice', ['--version']).error !== undefined;
if (missing) console.log('LibreOffice (soffice) is not installed: translated files are not opened with it.');
/** Without a Japanese font the pages of the source are those of empty boxes: there is nothing to compare with. */
const comparesPages = spawnSync('fc-list', [':lang=ja'], { encoding: 'utf8' }).stdout?.trim() !== '';

describe.skipIf(missing)('LibreOffice', () => {
  let folder: string;
  const convert = (format: string, names: readonly string[]) =>
    execFileSync(
      'soffice',
      [
        `-env:UserInstallation=file://${folder}/profile`,
        '--headless',
        '--convert-to',
        format,
        '--outdir',
        folder,
      ].concat(names.map((name) => join(folder, name))),
      { stdio: 'ignore', timeout: 240_000 },
    );
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kotobashi-office-'));
    const names: string[] = [];
    for (const name of DOCUMENTS) {
      // The ending is part of the name: one folder takes what all of them become.
      const base = `${basename(name, extname(name))}-${extname(name).slice(1)}`;
      for (const [version, bytes] of [
        ['ja', golden(name)],
        ['en', await translated(name)],
      ] as const) {
        names.push(`${base}-${version}${extname(name)}`);
        writeFileSync(join(folder, names.at(-1) ?? ''), bytes);
      }
    }
    convert('pdf', names);
    convert('csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,2', [
      'orders-xlsx-ja.xlsx',
      'orders-xlsx-en.xlsx',
    ]);
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(DOCUMENTS)('opens the translated %s; it has the same pages within a fifth', async (name) => {
    const base = join(folder, `${basename(name, extname(name))}-${extname(name).slice(1)}`);
    const pages = async (version: string) => readTextLayer(readFileSync(`${base}-${version}.pdf`));
    const [before, after] = [await pages('ja'), await pages('en')];
    console.log(`${name}: ${before.length} pages, translated ${after.length}`);
    if (comparesPages) {
      expect(Math.abs(after.length - before.length)).toBeLessThanOrEqual(before.length * 0.2);
    }
    const text = after.flatMap(({ texts }) => texts.map((piece) => piece.text)).join(' ');
    expect(text).toMatch(/people|machine|morning|plant|check/);
    // Names of sheets, and words that only a formula holds, stay; results of ODF are stored text.
    if (!/orders|ods/.test(name)) expect(text).not.toMatch(/[\u3041-\u3096]/);
  });

  it('computes the same numbers from the formulas of a translated workbook, across its sheets', () => {
    const numbers = (version: string) =>
      readFileSync(join(folder, `orders-xlsx-${version}-集計.csv`), 'utf8').match(/\b\d+\b/g);
    expect(numbers('en')).toEqual(numbers('ja'));
    expect(numbers('en')).toContain('91600');
  });
});
