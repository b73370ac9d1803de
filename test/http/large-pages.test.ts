import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

const PROGRAM = new URL('../../bin/large-pages.js', import.meta.url).pathname;
const tunables = (env: NodeJS.ProcessEnv) =>
  execFileSync(process.execPath, [PROGRAM, '-p', 'process.env.GLIBC_TUNABLES'], {
    env,
    encoding: 'utf8',
  }).trim();

test('the service starts with memory in large pages, unless the operator has chosen otherwise', () => {
  expect(packageJson.scripts.start).toMatch(/ node bin\/large-pages.js bin\/kotobashi.js serve$/);
  expect(tunables({ PATH: process.env.PATH })).toBe(
    'glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=262144:glibc.malloc.arena_max=2',
  );
  expect(tunables({ GLIBC_TUNABLES: 'glibc.malloc.hugetlb=0' })).toBe('glibc.malloc.hugetlb=0');
});

test('what is run is asked to end when its starter is, and its exit code is handed on', async () => {
  const code = 'process.on("SIGTERM", () => process.exit(5)); setInterval(() => {}, 1000); console.log("up")';
  const child = spawn(process.execPath, [PROGRAM, '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect((await once(child, 'exit'))[0]).toBe(5);
});

test('without a file it says what is missing', async () => {
  const child = spawn(process.execPath, [PROGRAM], { stdio: ['ignore', 'ignore', 'pipe'] });
  const [[message], [code]] = await Promise.all([once(child.stderr, 'data'), once(child, 'exit')]);
  expect(String(message)).toContain('Say which file to run');
  expect(code).toBe(2);
});
