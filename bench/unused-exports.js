/**
 * Part of `npm run check`: functions, classes and constants of `src` that are exported and that no other file uses.
 * Types are left alone: they say what the exported things take and give.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const EXPORTED = /^export (?:async )?(?:abstract )?(?:function\*?|class|const) (\w+)/gm;
/** `import { a, type B as C } from '…'`, and the same with `export`; `import * as all from '…'`. */
const IMPORTED = /(?:import|export) (?:type )?(\*(?: as \w+)?|\{[^}]*\}) from '([^']+)'/g;
/** `const { a } = await import('…')`, `(await import('…')).a`, `typeof import('…').a`; in another form, all of it. */
const IMPORTED_LATER = /(\{[^{}]*\}) = await import\('([^']+)'\)|import\('([^']+)'\)(?:\)?\.(\w+))?/g;

/** @param {string} file @param {string} specifier */
function target(file, specifier) {
  const path = specifier.startsWith('#src/') ? `src/${specifier.slice(5)}` : join(dirname(file), specifier);
  return normalize(path).replace(/\.js$/, '.ts');
}

/** @param {string} list */
function names(list) {
  if (list.startsWith('*')) return ['*'];
  const parts = list.slice(1, -1).split(',');
  return parts.map(
    (part) =>
      part
        .trim()
        .replace(/^type /, '')
        .split(/ as |: /)[0] ?? '',
  );
}

/** @type {Set<string>} */
const used = new Set();
const files = ['src', 'test', 'bench', 'trainer', 'console']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('node_modules'));
const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
for (const [file, text] of texts) {
  for (const [, list = '', specifier = ''] of text.matchAll(IMPORTED)) {
    for (const name of names(list)) used.add(`${target(file, specifier)} ${name}`);
  }
  for (const [, list, from = '', later = '', name = '*'] of text.matchAll(IMPORTED_LATER)) {
    for (const one of list === undefined ? [name] : names(list)) {
      used.add(`${target(file, from || later)} ${one}`);
    }
  }
}
let unused = 0;
for (const [file, text] of texts) {
  if (!file.startsWith('src/') || used.has(`${file} *`)) continue;
  for (const [, name] of text.matchAll(EXPORTED)) {
    if (used.has(`${file} ${name}`)) continue;
    console.error(`${file}: nobody uses ${name}; leave "export" away, or the whole of it.`);
    unused += 1;
  }
}
process.exitCode = unused === 0 ? 0 : 1;
