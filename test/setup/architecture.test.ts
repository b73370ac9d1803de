import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SOURCES = fileURLToPath(new URL('../../src/', import.meta.url));
const PAGE = fileURLToPath(new URL('../../docs/reference/architecture.md', import.meta.url));
/** What a file imports, now or when it comes to it, or starts as a thread. */
const IMPORTED = /(?:\bfrom |\bimport |\bimport\(|new URL\()'(\.[^']+\.js)'/g;
/** A statement in the hands of the driver itself. */
const PLAIN_SQL = /\.query[<(]|\b(?:pool|connections)\.connect\(|new pg\.Client\b/;

/** The folders in the order of the page: each may use those below it. */
const order = foldersOfPage();
const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
);
const uses = files.flatMap((file) =>
  [...readFileSync(join(SOURCES, file), 'utf8').matchAll(IMPORTED)]
    .map(([, target = '']) => normalize(join(dirname(file), target)))
    .filter((target) => !target.startsWith('..'))
    .map((target) => ({ file, from: folderOf(file), to: folderOf(target) }))
    .filter(({ from, to }) => from !== to),
);

function foldersOfPage(): readonly string[] {
  const [, chapter = ''] = readFileSync(PAGE, 'utf8').split(/^## Folders$/m);
  const [table = ''] = chapter.split(/^## /m);
  const rows = [...table.matchAll(/^\| (`[^|]+) \|/gm)];
  return rows.flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
}

function folderOf(file: string): string {
  return file.split(sep)[0] ?? '';
}

describe('the order of folders in docs/reference/architecture.md', () => {
  it('names every folder of src once, and nothing else', () => {
    const entries = readdirSync(SOURCES, { withFileTypes: true });
    expect(entries.filter((entry) => !entry.isDirectory())).toEqual([]);
    expect(order.toSorted()).toEqual(entries.map(({ name }) => name).toSorted());
  });

  it('holds: no file imports a folder that stands above its own', () => {
    expect(uses.length).toBeGreaterThan(500);
    const against = uses.filter(({ from, to }) => order.indexOf(to) <= order.indexOf(from));
    expect(against.map(({ file, to }) => `${file} imports ${to}`)).toEqual([]);
  });
});

it('nothing outside of store sends statements past Drizzle', () => {
  const outside = files.filter((file) => folderOf(file) !== 'store');
  expect(outside.filter((file) => PLAIN_SQL.test(readFileSync(join(SOURCES, file), 'utf8')))).toEqual([]);
});
