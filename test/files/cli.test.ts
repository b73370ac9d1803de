import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatOf } from '#src/files/formats.js';

const BIN = fileURLToPath(new URL('../../bin/kotobashi.js', import.meta.url));
const GOLDEN = fileURLToPath(new URL('golden/', import.meta.url));
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kotobashi-cli-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function kotobashi(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, 'translate', ...args], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

it('translates a document into one beside it, says where, and draws no bar into a pipe', async () => {
  const source = join(folder, 'talk.pptx');
  copyFileSync(join(GOLDEN, 'talk.pptx'), source);
  const target = join(folder, 'talk_en.pptx');
  expect(kotobashi(source, '--to', 'en')).toEqual({ status: 0, stdout: `${target}\n`, stderr: '' });
  const bytes = readFileSync(target);
  const { units } = await formatOf('talk.pptx', bytes).open(bytes, { to: 'ja' });
  expect(units.length).toBeGreaterThan(0);
  for (const { text } of units) expect(text).not.toMatch(/[\u3041-\u30FF]/);
}, 180_000);

it('makes a Word document of a PDF when the new name asks for one', async () => {
  const target = join(folder, 'guide.docx');
  expect(kotobashi(join(GOLDEN, 'guide.pdf'), '--to', 'ja', '--out', target).status).toBe(0);
  const bytes = readFileSync(target);
  const { units } = await formatOf('guide.docx', bytes).open(bytes, { to: 'en' });
  expect(units.some(({ text }) => /[\u3041-\u30FF]/.test(text))).toBe(true);
}, 180_000);

it('says in a sentence what is wrong with a file', () => {
  const source = join(folder, 'broken.docx');
  writeFileSync(source, 'no archive');
  const { status, stdout, stderr } = kotobashi(source, '--to', 'en');
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^The content of the file does not fit its name\.[^\n]*\n$/);
}, 60_000);

it.each([
  ['quote.yaml', 'title: "Today\nnext: Tomorrow\n', /^The file is damaged at line 3, column 1: [^\n]*\n$/],
  ['quote.po', 'msgid "Save\nmsgstr ""\n', /^The file is damaged at line 1, column 7: [^\n]*\n$/],
])(
  'says where %s is broken, without a stack',
  (name, content, sentence) => {
    const source = join(folder, name);
    writeFileSync(source, content);
    const { status, stdout, stderr } = kotobashi(source, '--to', 'ja');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(sentence);
  },
  60_000,
);
