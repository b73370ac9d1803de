import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { secretFromFile } from '#src/accounts/key-files.js';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kotobashi-keys-'));
  path = join(folder, 'deeper', 'secret.key');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('a secret is made once, for its owner alone, and read ever after', () => {
  expect(secretFromFile(path, () => 'first')).toBe('first');
  expect(secretFromFile(path, () => 'second')).toBe('first');
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it('a process that finds the file before its secret waits for it', async () => {
  path = join(folder, 'secret.key');
  writeFileSync(path, '');
  const code = `
    const { parentPort, workerData } = require('node:worker_threads');
    parentPort.postMessage('here');
    setTimeout(() => require('node:fs').writeFileSync(workerData, 'late'), 50);`;
  const other = new Worker(code, { eval: true, workerData: path });
  await once(other, 'message');
  const ended = once(other, 'exit');
  expect(secretFromFile(path, () => 'mine')).toBe('late');
  await ended;
});

it('an empty file is told of, not used as a secret', () => {
  path = join(folder, 'secret.key');
  writeFileSync(path, '\n');
  expect(() => secretFromFile(path, () => 'mine')).toThrow(/is empty/);
});
