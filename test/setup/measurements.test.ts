import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const ROOT = new URL('../..', import.meta.url).pathname;
/** Programs of this folder that have a command of their own. */
const OTHERS = ['model-card.ts', 'written.ts'];

function listed(kind: string, ...args: string[]): { status: number | null; names: string[]; errors: string } {
  const { status, stderr } = spawnSync(process.execPath, ['bench/run.js', kind, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return { status, names: [...stderr.matchAll(/^ {2}(\S+)/gm)].map(([, name = '']) => name), errors: stderr };
}

it('every measurement has a name, and every name a measurement', () => {
  const table = readFileSync(`${ROOT}/bench/run.js`, 'utf8');
  const named = [...table.matchAll(/file: '([^']+)'/g)].map(([, file]) => `${file}.ts`);
  const files = readdirSync(`${ROOT}/bench`).filter((file) => file.endsWith('.ts') && !OTHERS.includes(file));
  expect(named.toSorted()).toEqual(files.toSorted());
});

it('a name that is none is refused with the names there are', () => {
  expect(listed('bench').names).toContain('hostile-files');
  const wrong = listed('eval', 'vales');
  expect(wrong).toMatchObject({ status: 2, errors: expect.stringContaining('no measurement "vales"') });
  expect(wrong.names).toContain('values');
});

it('the commands that the docs name are there', () => {
  const known = { bench: listed('bench').names, eval: listed('eval', 'none').names };
  const texts = readdirSync(`${ROOT}/docs`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => readFileSync(`${ROOT}/docs/${file}`, 'utf8'));
  const used = texts.flatMap((text) => [...text.matchAll(/npm run (bench|eval) -- ([a-z][a-z-]*)/g)]);
  expect(used.length).toBeGreaterThan(20);
  for (const [command, kind, name] of used) {
    expect(known[kind as 'bench' | 'eval'], command).toContain(name);
  }
});
