import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';

const REPORTER = fileURLToPath(new URL('count-reporter.ts', import.meta.url));
const VITEST = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));

const folders: string[] = [];

afterEach(async () => {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })));
});

interface Run {
  readonly code: number | null;
  readonly lastLine: string | undefined;
}

/** Runs vitest on a folder of its own that holds these files. */
async function run(files: Readonly<Record<string, string>>): Promise<Run> {
  const folder = await mkdtemp(join(tmpdir(), 'kotobashi-reporter-'));
  folders.push(folder);
  const config = `export default { test: {
    globals: true, reporters: ['default', ${JSON.stringify(REPORTER)}],
    ${'setup.mjs' in files ? "globalSetup: ['setup.mjs']," : ''}
  } };`;
  const all = { 'vitest.config.mjs': config, ...files };
  await Promise.all(Object.entries(all).map(([name, text]) => writeFile(join(folder, name), text)));
  const child = spawn(process.execPath, [VITEST, 'run', '--root', folder], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { code, lastLine: output.trimEnd().split('\n').at(-1) };
}

const GOOD = "it('adds', () => expect(1 + 1).toBe(2)); it('joins', () => expect('a' + 'b').toBe('ab'));";
const MIXED = `${GOOD} it('is wrong', () => expect(1).toBe(2)); it.skip('waits', () => {}); it.todo('later');`;

it('names failed and skipped tests, files that do not load and hooks that throw, and keeps the exit code', async () => {
  const broken = "import './no-such-file.mjs'; it('never runs', () => {});";
  const hook =
    "describe('a suite', () => { beforeAll(() => { throw new Error('no'); }); it('waits', () => {}); });";
  // One failed test, two skipped ones; one file; one hook, and the test behind it.
  const files = { 'mixed.test.mjs': MIXED, 'broken.test.mjs': broken, 'hook.test.mjs': hook };
  expect(await run(files)).toEqual({ code: 1, lastLine: '2 passed, 3 failed, 3 skipped' });
});

it('counts an error outside of every test as a failure', async () => {
  const stray =
    "it('lets go', async () => { setTimeout(() => { throw new Error('late'); }, 5); await new Promise((r) => setTimeout(r, 50)); });";
  expect(await run({ 'stray.test.mjs': stray })).toEqual({ code: 1, lastLine: '1 passed, 1 failed' });
});

it('counts a global setup that throws as a failure', async () => {
  const setup = "export default () => { throw new Error('no database'); };";
  expect(await run({ 'good.test.mjs': GOOD, 'setup.mjs': setup })).toEqual({
    code: 1,
    lastLine: '0 passed, 1 failed',
  });
});

it('counts what passed, after all that a global teardown prints', async () => {
  const setup = "export default () => () => { console.log('taken down'); };";
  expect(await run({ 'good.test.mjs': GOOD, 'setup.mjs': setup })).toEqual({
    code: 0,
    lastLine: '2 passed, 0 failed',
  });
});

it('does not pass a run in which no test was found', async () => {
  expect(await run({ 'notes.mjs': '' })).toEqual({ code: 1, lastLine: '0 passed, 1 failed' });
});
