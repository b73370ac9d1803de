import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type DemoCredentials, ensureDemo } from '#src/accounts/demo.js';
import { GIVE_UP_AFTER } from '#src/callbacks/announcements.js';
import { adminCommand } from '#src/cli/admin.js';
import { MOST_FAULTS as FILE_FAULTS } from '#src/files/file-jobs.js';
import { formBytes, MOST_FILES } from '#src/http/body/file-form.js';
import { RETENTION } from '#src/jobs/clean-up.js';
import { LOST_TRIES } from '#src/jobs/retry-policy.js';
import { LONGEST_WAIT } from '#src/jobs/translations/translation-claims.js';
import { CLASS_BOUNDS } from '#src/jobs/translations/translation-job.js';
import { SLICE, MOST_FAULTS as TRANSLATION_FAULTS } from '#src/jobs/translations/translation-jobs.js';
import { INTERACTIVE_IN_A_ROW } from '#src/model/fair-queue.js';
import { TASK_POOLS } from '#src/queue/task-table.js';
import { LARGEST_TOTAL_BYTES, LONGEST_STRING } from '#src/requests/limits.js';
import { MOST_FAULTS as IMPORT_FAULTS } from '#src/resources/imports/import-jobs.js';
import { SETTINGS } from '#src/settings/table.js';
import { MOST_FAULTS as TRAINING_FAULTS } from '#src/training/training-jobs.js';
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

/** Numbers as the pages write them. */
const TIMES: Readonly<Record<number, string>> = { 2: 'twice', 5: 'five times', 10: 'ten times' };
const PLACES: Readonly<Record<number, string>> = { 7: 'seventh', 8: 'eighth', 9: 'ninth' };

/** Without line breaks. */
function pageOf(file: string): string {
  return told.find((page) => page.file === file)?.text.replaceAll(/\s+/g, ' ') ?? '';
}

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

describe('what the pages say of limits', () => {
  it('is right of background work', () => {
    const page = pageOf('docs/guides/async.md');
    for (const claim of [
      `turns of at most ${SLICE} sentences`,
      `classes of up to ${CLASS_BOUNDS.join(', ')} and more sentences left`,
      `background work gets every ${PLACES[INTERACTIVE_IN_A_ROW + 1]} place`,
      `A larger job that has waited ${LONGEST_WAIT.replace(' seconds', ' s')} gets one turn`,
      `translations and imports ${TIMES[TRANSLATION_FAULTS]}, trainings ${TIMES[TRAINING_FAULTS]}, files ${TIMES[FILE_FAULTS]}.`,
      `Results and announcements are removed after ${RETENTION}`,
      `a quarter of it by chance, for ${GIVE_UP_AFTER}`,
    ])
      expect(page).toContain(claim);
    expect(IMPORT_FAULTS).toBe(TRANSLATION_FAULTS);
    expect(page).toContain('One that twenty workers in a row did not survive');
    expect(LOST_TRIES).toBe(20);
  });

  it('is right of requests, files and the demo', () => {
    const kilobytes = LARGEST_TOTAL_BYTES / 1024;
    expect(pageOf('README.md')).toContain(
      `${LONGEST_STRING} characters per string (longer with \`autoSplit\`), ${kilobytes} KB per request, ${SETTINGS.ratePerMinute.fallback} synchronous`,
    );
    const files = pageOf('docs/guides/files.md');
    expect(files).toContain(`\`files\` (up to ${MOST_FILES})`);
    expect(files).toContain('largest file, in MiB; one request may hold twice that');
    expect(formBytes(SETTINGS.fileMegabytes.fallback)).toBe(2 * SETTINGS.fileMegabytes.fallback * 1024 ** 2);
  });
});

it('SECURITY.md names every address of the operator to which the service sends something', () => {
  /** Where the service itself is, and its memory. */
  const own: readonly string[] = [SETTINGS.publicUrl.env, SETTINGS.databaseUrl.env];
  const addresses = Object.values(SETTINGS)
    .map(({ env }) => env)
    .filter((env) => /_(?:URL|POOL)$/.test(env) && !own.includes(env));
  expect(addresses.length).toBeGreaterThan(2);
  const page = pageOf('SECURITY.md');
  expect(addresses.filter((env) => !page.includes(`\`${env}\``))).toEqual([]);
});

describe('what the pages say of the interface', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp();
  });
  afterAll(() => app.close());

  it('is right of what the demo may use', async () => {
    const page = pageOf('docs/guides/keys.md');
    expect(page).toContain('a contract per engine and one for files, each with a million characters a month');
    const where = { baseUrl: app.url, adminToken: '' };
    const file = join(app.service.settings.data, 'demo.json');
    await ensureDemo(app.service, file, where, true);
    const written: DemoCredentials = JSON.parse(readFileSync(file, 'utf8'));
    expect(Object.keys(written.contracts)).toEqual(['t4oo', 'real-time', 'custom', 'file']);
    expect(pageOf('docs/guides/files.md')).toContain('`contracts.file` in `demo.json`');
    const demo = (await app.service.organizationAdmin.organizations()).find(({ name }) => name === 'demo');
    const contracts = demo === undefined ? [] : await app.service.contracts.list(demo.id);
    expect(contracts.map(({ kind, charQuota }) => [kind, charQuota])).toEqual([
      ['text', 1_000_000],
      ['text', 1_000_000],
      ['text', 1_000_000],
      ['file', 1_000_000],
    ]);
  });

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
