import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { adminCommand } from '#src/cli/admin.js';
import { TASK_POOLS } from '#src/queue/task-table.js';
import { SETTINGS } from '#src/settings/table.js';
import { type TestApp, testApp } from './app.js';
import { pages, ROOT } from './pages.js';

/** Variables of the client library and of the tests, which are no settings of the service. */
const OTHER_VARIABLES = new Set([
  'KOTOBASHI_URL',
  'KOTOBASHI_ACCESS_KEY',
  'KOTOBASHI_SECRET_KEY',
  'KOTOBASHI_CONTRACT',
  'KOTOBASHI_TEST_BROWSER',
]);

/** The changelog tells of what was, and the notes of what was tried. */
const told = pages()
  .filter((file) => /^(?:README|CONTRIBUTING|SECURITY|docs\/(?:guides|reference)\/.*)\.?/.test(file))
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));

interface Claim {
  readonly file: string;
  readonly claimed: string;
  readonly more: string;
}

function claims(pattern: RegExp): readonly Claim[] {
  const found = told.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].map(([, claimed = '', more = '']) => ({ file, claimed, more })),
  );
  expect(found.length, String(pattern)).toBeGreaterThan(3);
  return found;
}

function untrue(found: readonly Claim[], isTrue: (claim: Claim) => boolean): readonly string[] {
  return found
    .filter((claim) => !isTrue(claim))
    .map(({ file, claimed, more }) => `${file}: ${claimed} ${more}`);
}

describe('what the pages say of settings', () => {
  const settings: Readonly<Record<string, unknown>> = Object.fromEntries(
    Object.values(SETTINGS).map(({ env, fallback }) => [env, fallback]),
  );

  it('names settings that there are', () => {
    const named = claims(/\b(KOTOBASHI_[A-Z_]*[A-Z])\b(?!_…)/g);
    expect(untrue(named, ({ claimed }) => claimed in settings || OTHER_VARIABLES.has(claimed))).toEqual([]);
  });

  it('gives the defaults that they have', () => {
    const rows = claims(/^\| `(KOTOBASHI_[A-Z_]+)` *\| (\d+)\b(?! or )/gm);
    expect(untrue(rows, ({ claimed, more }) => settings[claimed] === Number(more))).toEqual([]);
  });
});

describe('what the pages say of the interface', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp();
  });
  afterAll(() => app.close());

  it('names operations that there are', async () => {
    const { body } = await app.send('/openapi.json');
    const { paths } = body as { paths: Record<string, object> };
    /** Whatever stands in the place of a parameter. */
    const offered = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(
        (method) => new RegExp(`^${method.toUpperCase()} ${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
      ),
    );
    const named = claims(/\b(GET|POST|PUT|DELETE) +(\/(?:api|admin)\/v1\/(?:<[^>]+>|[\w/{}-])+)/g);
    const isOffered = ({ claimed, more }: Claim) => offered.some((one) => one.test(`${claimed} ${more}`));
    expect(untrue(named, isOffered)).toEqual([]);
  });

  it('names metrics that there are', async () => {
    const { body } = await app.send('/metrics');
    const offered = new Set([...String(body).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    expect(untrue(claims(/\b(kotobashi_[a-z_]+[a-z])\b/g), ({ claimed }) => offered.has(claimed))).toEqual(
      [],
    );
  });

  it('names commands of the operator that there are', async () => {
    const printed = vi.spyOn(console, 'log').mockReturnValue();
    await adminCommand([]);
    const usages = printed.mock.calls.flat().join('\n');
    printed.mockRestore();
    const named = claims(/\bkotobashi admin ([a-z-]+ [a-z-]+)/g);
    expect(untrue(named, ({ claimed }) => usages.includes(claimed))).toEqual([]);
  });

  it('counts the connections that background work takes', () => {
    const [{ claimed } = { claimed: '' }] = told.flatMap(({ text }) =>
      [...text.matchAll(/background work of a process takes up to (\d+)\s+connections/g)].map(
        ([, number]) => ({
          claimed: number,
        }),
      ),
    );
    const slots = Object.values(TASK_POOLS).reduce((sum, pool) => sum + pool.slots, 0);
    expect(Number(claimed)).toBe(Object.keys(TASK_POOLS).length + slots + 2);
  });
});

describe('what the pages say of the repository', () => {
  const {
    scripts,
    dependencies,
    devDependencies,
  }: Record<string, Record<string, string>> = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

  it('names files, folders and scripts that there are', () => {
    const paths = claims(/`((?:src|test|bench|assets|bin|deploy|trainer)\/[\w./-]+)`/g);
    expect(untrue(paths, ({ claimed }) => existsSync(join(ROOT, claimed)))).toEqual([]);
    const run = claims(/\bnpm run ([a-z:]+)/g);
    expect(untrue(run, ({ claimed }) => scripts?.[claimed] !== undefined)).toEqual([]);
  });

  it('gives a reason for every package, and for nothing else', () => {
    const page = readFileSync(join(ROOT, 'docs/reference/dependencies.md'), 'utf8');
    const rows = [...page.matchAll(/^\| ([^|]+?) +\|/gm)].slice(2).map(([, cell = '']) => cell);
    const named = rows.flatMap((cell) => cell.replace(/ \((?:all )?dev\)/g, '').split(', '));
    expect(named.toSorted()).toEqual(Object.keys({ ...dependencies, ...devDependencies }).toSorted());
  });
});
