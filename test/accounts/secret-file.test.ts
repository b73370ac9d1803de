import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
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
  const gate = join(folder, 'gate');
  // Each says that it is there and looks for the gate to open, so that they meet.
  const code = `import { existsSync } from 'node:fs';
    import { secretFromFile } from ${JSON.stringify(module)};
    process.stdout.write('ready ');
    const pause = new Int32Array(new SharedArrayBuffer(4));
    while (!existsSync(process.argv[1])) Atomics.wait(pause, 0, 0, 1);
    process.stdout.write(secretFromFile(process.argv[2], () => String(process.pid)));`;
  const running = Array.from({ length: 6 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', code, gate, path]),
  );
  const said = running.map(() => '');
  const ended = running.map(async (child, at) => {
    child.stdout.on('data', (part: Buffer) => {
      said[at] += part.toString();
    });
    const [exit] = await once(child, 'close');
    expect(exit).toBe(0);
  });
  await vi.waitUntil(() => said.every((words) => words === 'ready '), { timeout: 60_000, interval: 5 });
  writeFileSync(gate, '');
  await Promise.all(ended);
  expect(new Set(said).size).toBe(1);
  expect(said[0]).toMatch(/^ready \d+$/);
  expect(readdirSync(join(folder, 'deeper'))).toEqual(['secret.key']);
}, 120_000);

it('an empty file is told of, not used as a secret', () => {
  path = join(folder, 'secret.key');
  writeFileSync(path, '\n');
  expect(() => secretFromFile(path, () => 'mine')).toThrow(/is empty/);
});
