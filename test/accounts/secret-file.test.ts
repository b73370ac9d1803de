import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { secretFromFile } from '#src/base/secret-file.js';

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

it('processes that start at once agree on one secret, and leave nothing else behind', async () => {
  const module = new URL('../../dist/base/secret-file.js', import.meta.url).href;
  // Each begins at the full second, so that they meet.
  const code = `import { secretFromFile } from ${JSON.stringify(module)};
    while (Date.now() < Number(process.argv[1])) {}
    process.stdout.write(secretFromFile(process.argv[2], () => String(process.pid)));`;
  const at = String(Date.now() + 1_500);
  const answers = await Promise.all(
    Array.from({ length: 6 }, () =>
      promisify(execFile)(process.execPath, ['--input-type=module', '-e', code, at, path]),
    ),
  );
  expect(new Set(answers.map(({ stdout }) => stdout)).size).toBe(1);
  expect(readdirSync(join(folder, 'deeper'))).toEqual(['secret.key']);
}, 60_000);

it('an empty file is told of, not used as a secret', () => {
  path = join(folder, 'secret.key');
  writeFileSync(path, '\n');
  expect(() => secretFromFile(path, () => 'mine')).toThrow(/is empty/);
});
