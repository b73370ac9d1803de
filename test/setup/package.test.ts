import { execFileSync, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DemoCredentials } from '#src/accounts/demo.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** A whole service starts, with a PostgreSQL of its own; on a busy machine that takes its time. */
const LIMIT_MS = 300_000;
const WEIGHTS = /[\\/]models[\\/].+\.(?:bin|onnx)$/;
const NOT_OURS = /^(?:node_modules|\.git|data|dist[\\/]package-\w+)$/;
let folder: string;

/** The tree with empty files in the place of weights: npm would pack them, for ten seconds, only to name them. */
function withoutWeights(): string {
  const isListed = (path: string) => !WEIGHTS.test(path) && !NOT_OURS.test(relative(ROOT, path));
  const copy = mkdtempSync(join(tmpdir(), 'kotobashi-listed-'));
  cpSync(ROOT, copy, { recursive: true, filter: isListed });
  for (const name of readdirSync(join(ROOT, 'models'), { recursive: true, encoding: 'utf8' })) {
    const path = join(copy, 'models', name);
    if (WEIGHTS.test(path)) writeFileSync(path, '');
  }
  return copy;
}

/** What `npm pack` would put into the package, beside the dependencies that npm would install. */
beforeAll(() => {
  folder = mkdtempSync(join(ROOT, 'dist', 'package-'));
  const tree = withoutWeights();
  const listed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: tree,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  rmSync(tree, { recursive: true });
  const [{ files } = { files: [] }] = JSON.parse(listed) as { files: { path: string }[] }[];
  for (const { path } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    linkSync(join(ROOT, path), join(folder, path));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
}, LIMIT_MS);
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

/** Packages that a file imports, now or when it comes to it, or looks for files in. */
const IMPORTED =
  /\b(?:from|import|import\(|(?:meta|require)\.resolve\()\s*['"]((?:@[\w.-]+\/)?[a-z][\w.:-]*)[^'"]*['"]/g;

it('imports no package that npm would not install with it', () => {
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  const imported = new Set<string>();
  for (const part of ['bin', 'dist', 'packages']) {
    for (const path of readdirSync(join(folder, part), { recursive: true, encoding: 'utf8' })) {
      // The console is bundled: what it imports is in it.
      if (!path.endsWith('.js') || path.startsWith('console')) continue;
      const text = readFileSync(join(folder, part, path), 'utf8');
      for (const [, name = ''] of text.matchAll(IMPORTED)) imported.add(name);
    }
  }
  const packages = [...imported].filter((name) => !isBuiltin(name));
  expect(packages).toContain('fastify');
  expect(packages.filter((name) => !Object.hasOwn(dependencies, name))).toEqual([]);
});

it('serves from an empty folder: tables, console, reference and a signed translation', {
  timeout: LIMIT_MS,
}, async () => {
  const empty = mkdtempSync(join(tmpdir(), 'kotobashi-empty-'));
  chmodSync(empty, 0o755);
  const child = spawn(process.execPath, [join(folder, 'bin/kotobashi.js'), 'serve'], {
    cwd: empty,
    env: { PATH: process.env.PATH, PORT: '0', KOTOBASHI_LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    await expect
      .poll(() => text.includes('Press Ctrl-C') || child.exitCode !== null, { timeout: LIMIT_MS })
      .toBe(true);
    const demo: DemoCredentials = JSON.parse(readFileSync(join(empty, 'data/demo.json'), 'utf8'));
    for (const page of ['/console/', '/docs', '/openapi.json']) {
      const answer = await fetch(`${demo.baseUrl}${page}`);
      // Read to its end: one that is not keeps its connection open until it is collected.
      expect([page, answer.status, (await answer.text()) === '']).toEqual([page, 200, false]);
    }
    const path = '/api/v1/translate';
    const nonce = String(Date.now());
    const signature = createHmac('sha256', demo.secretKey).update(`${nonce}${path}`).digest('hex');
    const answer = await fetch(`${demo.baseUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accessKey: demo.accessKey, nonce, signature },
      body: JSON.stringify({
        fieldId: '1',
        text: ['このかばんはいくらですか。'],
        sourceLang: 'ja',
        targetLang: 'en',
        contractId: demo.contracts.t4oo,
      }),
    });
    expect(await answer.json()).toMatchObject({
      status: 'success',
      data: { translationResult: [{ translatedText: expect.stringContaining('bag') }] },
    });
  } finally {
    const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
    child.kill('SIGTERM');
    await ended;
    rmSync(empty, { recursive: true, force: true });
  }
});
