import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { translateCommand } from '#src/cli/translate.js';
import { formatOf } from '#src/documents/formats.js';
import { runHere } from '../setup/command.js';

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
  const args = [join(GOLDEN, 'guide.pdf'), '--to', 'ja', '--out', target];
  expect((await runHere(translateCommand, {}, ...args)).code).toBe(0);
  const bytes = readFileSync(target);
  const { units } = await formatOf('guide.docx', bytes).open(bytes, { to: 'en' });
  expect(units.some(({ text }) => /[\u3041-\u30FF]/.test(text))).toBe(true);
}, 180_000);

it('says in a sentence what is wrong with a file', async () => {
  const source = join(folder, 'broken.docx');
  writeFileSync(source, 'no archive');
  const { code, stdout, stderr } = await runHere(translateCommand, {}, source, '--to', 'en');
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^The content of the file does not fit its name\.[^\n]*\n$/);
}, 60_000);

it.each([
  ['quote.yaml', 'title: "Today\nnext: Tomorrow\n', /^The file is damaged at line 3, column 1: [^\n]*\n$/],
  ['quote.po', 'msgid "Save\nmsgstr ""\n', /^The file is damaged at line 1, column 7: [^\n]*\n$/],
])(
  'says where %s is broken, without a stack',
  async (name, content, sentence) => {
    const source = join(folder, name);
    writeFileSync(source, content);
    const { code, stdout, stderr } = await runHere(translateCommand, {}, source, '--to', 'ja');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(sentence);
  },
  60_000,
);

it.skipIf(!existsSync('/dev/full'))(
  'says that the disk is full, and leaves no half of a file',
  async () => {
    const source = join(folder, 'letter.txt');
    writeFileSync(source, 'こんにちは。\n');
    const target = join(folder, 'letter_en.txt');
    symlinkSync('/dev/full', target);
    const { code, stdout, stderr } = await runHere(
      translateCommand,
      {},
      source,
      '--to',
      'en',
      '--out',
      target,
    );
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(
      `${target} could not be written: there is no space left on its disk (ENOSPC). Make room there and try again.\n`,
    );
  },
  60_000,
);

it('says that there is no such file', async () => {
  const missing = join(folder, 'nosuch.docx');
  expect(await runHere(translateCommand, {}, missing, '--to', 'en')).toEqual({
    code: 1,
    stdout: '',
    stderr: `There is no file ${missing}.\n`,
  });
  const several = await runHere(translateCommand, {}, 'nosuch.docx', 'b.xlsx', '--to', 'en');
  expect(several.stderr).toBe('There is no file nosuch.docx.\n');
}, 60_000);

it('translates several files and the documents of folders, and goes on behind one that is broken', async () => {
  const work = join(folder, 'work');
  mkdirSync(join(work, 'inner'), { recursive: true });
  writeFileSync(join(work, 'a.txt'), 'こんにちは。\n');
  writeFileSync(join(work, 'broken.json'), '{"a": ');
  writeFileSync(join(work, 'picture.png'), 'no document');
  writeFileSync(join(work, 'inner', 'b.md'), '# ありがとう\n');
  const shiftJis = join(folder, 'old.txt');
  writeFileSync(
    shiftJis,
    Uint8Array.from([0x83, 0x65, 0x83, 0x58, 0x83, 0x67, 0x82, 0xc5, 0x82, 0xb7, 0x81, 0x42]),
  );
  const out = join(folder, 'out');
  const first = await runHere(translateCommand, {}, work, shiftJis, '--to', 'en', '--out', out);
  expect(first.code).toBe(1);
  expect(first.stdout.trimEnd().split('\n')).toEqual([
    join(out, 'a_en.txt'),
    join(out, 'inner', 'b_en.md'),
    join(out, 'old_en.txt'),
  ]);
  expect(first.stderr).toContain(`${join(work, 'broken.json')}: The file is damaged at line 1`);
  expect(first.stderr).toContain('old.txt was read as shift_jis.');
  expect(readFileSync(join(out, 'old_en.txt'), 'utf8')).toMatch(/test/i);
  expect(readFileSync(join(out, 'inner', 'b_en.md'), 'utf8')).toMatch(/^# thank/i);
}, 180_000);

const hasTerminal = spawnSync('script', ['--version'], { stdio: 'ignore' }).status === 0;

it.skipIf(!hasTerminal)(
  'draws a bar for each of several files on a terminal',
  () => {
    const names = ['first.txt', 'second.txt'].map((name) => join(folder, name));
    for (const name of names) writeFileSync(name, '今日は会議があります。\n\n明日は休みです。\n');
    const line = [process.execPath, BIN, 'translate', ...names, '--to', 'en'].join(' ');
    const { status, stdout } = spawnSync('script', ['-qec', line, '/dev/null'], { encoding: 'utf8' });
    expect(status).toBe(0);
    for (const label of ['1/2 first.txt ', '2/2 second.txt ']) {
      expect(stdout).toContain(`${label}reading`);
      expect(stdout).toMatch(new RegExp(`${label.replace('.', '\\.')}\\[█+░*\\] \\d+/2 sentences`));
    }
  },
  120_000,
);
