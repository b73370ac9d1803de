import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { translateCommand } from '#src/cli/translate.js';
import { japaneseRegister } from '#src/translate/register/japanese-register.js';
import { runHere } from '../setup/command.js';
import { sample } from '../setup/sample.js';

const BIN = fileURLToPath(new URL('../../bin/kotobashi.js', import.meta.url));

function kotobashi(args: readonly string[], input = '', env = process.env) {
  const { status, stdout, stderr } = spawnSync('node', [BIN, ...args], { input, encoding: 'utf8', env });
  return { status, stdout, stderr };
}

test('translate: an argument gives one line, and nothing is noted down for the maker of the runtime to collect', () => {
  const home = mkdtempSync(join(tmpdir(), 'kotobashi-home-'));
  const env = { ...process.env, HOME: home, XDG_CACHE_HOME: join(home, 'cache') };
  const args = ['translate', '--from', 'ja', '--to', 'en', 'ファイルを保存しました。'];
  const { status, stdout } = kotobashi(args, '', env);
  expect(stdout).toMatch(/^[^\n]*file[^\n]*\n$/i);
  expect(status).toBe(0);
  expect(
    readdirSync(home, { recursive: true }).filter((name) => /microsoft|onnx/i.test(String(name))),
  ).toEqual([]);
  rmSync(home, { recursive: true });
});

test('translate: standard input gives a line for every line, blank ones stay, and no bar in a pipe', () => {
  const input = 'ファイルを保存しました。\n\n天気がいいから、散歩しましょう。\r\n   \nいいえ\n';
  const { status, stdout, stderr } = kotobashi(
    ['translate', '--from', 'ja', '--to', 'en', '--search', 'best'],
    input,
  );
  const lines = stdout.split('\n');
  expect(lines).toHaveLength(6);
  expect(lines[1]).toBe('');
  expect(lines[3]?.trim()).toBe('');
  const translated = [lines[0], lines[2], lines[4]];
  for (const line of translated) expect(line).toMatch(/^[\p{ASCII}’“”]*[a-z][\p{ASCII}’“”]*$/u);
  expect(new Set(translated).size).toBe(3);
  expect(stderr).not.toMatch(/lines/);
  expect(status).toBe(0);
});

test('translate: the lines of standard input are one text, which has one register', () => {
  const report = ['The bridge was closed on Monday.', 'The repair took three weeks.', 'Two lanes are open.'];
  const letter = ['Thank you for your letter.', 'Please find our answer below.', ...report];
  const endings = (input: readonly string[]): (string | undefined)[] =>
    kotobashi(['translate', '--from', 'en', '--to', 'ja'], `${input.join('\n')}\n`)
      .stdout.trimEnd()
      .split('\n')
      .map(japaneseRegister);
  const registers = [
    { text: letter, register: 'polite' },
    { text: report, register: 'plain' },
  ];
  for (const { text, register } of sample(registers, 2)) {
    expect(endings(text)).toEqual(text.map(() => register));
  }
});

test('translate: a direction that nobody serves ends with a sentence and a failure', async () => {
  const args = ['--from', 'ja', '--to', 'tlh', 'こんにちは'];
  const { code, stdout, stderr } = await runHere(translateCommand, {}, ...args);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/direction|supported|translate/i);
  expect(stderr).not.toMatch(/\n\s+at /);
  expect(code).toBe(1);
});

test('translate: without a target language it says what is missing', async () => {
  const { code, stderr } = await runHere(translateCommand, {}, '猫');
  expect(stderr).toMatch(/--to en/);
  expect(code).toBe(2);
});

test('an unknown option or word is named together with the usage, and nothing starts', () => {
  const wrong = [
    ['serve', '--into', 'en'],
    ['model', 'bench', '--into', 'en'],
    ['worker', '--into', 'en'],
    ['translate', '--into', 'en'],
  ];
  for (const args of sample(wrong, 3)) {
    const { status, stdout, stderr } = kotobashi(args);
    expect(stderr).toMatch(/--into/);
    expect(stderr).toMatch(new RegExp(`Usage: kotobashi ${args[0]}`));
    expect(stderr).not.toMatch(/\n\s+at /);
    expect([status, stdout]).toEqual([2, '']);
  }
});

test('every command explains itself with --help', () => {
  for (const command of sample(['serve', 'worker', 'admin', 'translate', 'model'], 2)) {
    const { status, stdout } = kotobashi([command, '--help']);
    expect(stdout).toContain(`kotobashi ${command}`);
    expect(status).toBe(0);
  }
});
