import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SOURCES = fileURLToPath(new URL('../../src/', import.meta.url));
const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
);

/** Folder → the folders that its files import from. */
const uses = new Map<string, Set<string>>();
for (const file of files) {
  const folder = folderOf(file);
  if (folder === undefined) continue;
  const used = uses.get(folder) ?? new Set();
  for (const [, target = ''] of readFileSync(join(SOURCES, file), 'utf8').matchAll(/from '(\.[^']+)'/g)) {
    const other = folderOf(normalize(join(dirname(file), target)));
    if (other !== undefined && other !== folder) used.add(other);
  }
  uses.set(folder, used);
}

/** The folder of a file below `src`; none for files that stand in `src` itself. */
function folderOf(file: string): string | undefined {
  const [folder, ...rest] = file.split(sep);
  return rest.length === 0 ? undefined : folder;
}

/** A way from `folder` back to itself. */
function circle(folder: string): readonly string[] {
  const ways = [[folder]];
  const seen = new Set<string>();
  for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
    for (const next of uses.get(way.at(-1) ?? '') ?? []) {
      if (next === folder) return [...way, next];
      if (!seen.has(next)) ways.push([...way, next]);
      seen.add(next);
    }
  }
  return [];
}

it('no two folders of src use each other, directly or round about', () => {
  expect(uses.size).toBeGreaterThan(10);
  expect([...uses.keys()].map(circle).filter((way) => way.length > 0)).toEqual([]);
});

it('the store uses nothing but the words that everybody uses', () => {
  expect([...(uses.get('store') ?? [])]).toEqual(['base']);
});

it('nothing that serves uses what writes models', () => {
  const users = [...uses].filter(([, used]) => used.has('model-export')).map(([folder]) => folder);
  expect(users).toEqual(['cli']);
});
