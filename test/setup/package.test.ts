import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
let folder: string;

/** What `npm pack` would put into the package, beside the dependencies that npm would install. */
beforeAll(() => {
  folder = mkdtempSync(join(ROOT, 'dist', 'package-'));
  const listed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ files } = { files: [] }] = JSON.parse(listed) as { files: { path: string }[] }[];
  for (const { path } of files) {
    if (path.includes('package-')) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    linkSync(join(ROOT, path), join(folder, path));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function kotobashi(...args: readonly string[]): string {
  return execFileSync(process.execPath, [join(folder, 'bin/kotobashi.js'), ...args], {
    cwd: tmpdir(),
    encoding: 'utf8',
  });
}

it('holds all that a translation with names, values and terms reads', () => {
  const sentence = '五十嵐さんは3億2000万円を払った。';
  expect(kotobashi('translate', '--from', 'ja', '--to', 'en', sentence)).toMatch(/Igarashi.*320 million/s);
});

it('holds what the commands are made of that talk to a service', () => {
  expect(kotobashi('check', '--help')).toContain('kotobashi check');
  expect(() => kotobashi('check', 'nothing.po')).toThrow(/KOTOBASHI_ACCESS_KEY/);
});
