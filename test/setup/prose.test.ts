import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = new URL('../..', import.meta.url).pathname;
const MOST_CHARACTERS = 120;
const FOLDERS = ['assets', 'bench', 'console', 'deploy', 'docs', 'packages', 'trainer'];
/** Written by programs, or not ours. */
const NOT_WRITTEN = /(?:^trainer\/results\/|node_modules)/;
/** Tables, tags, and code that is set off by blanks. */
const NO_PROSE = /^(?:\s*[|<]|\s{4})/;

function longLines(file: string): string[] {
  let isCode = false;
  return readFileSync(`${ROOT}/${file}`, 'utf8')
    .split('\n')
    .flatMap((line, at) => {
      if (line.trimStart().startsWith('```')) isCode = !isCode;
      const isLong = !isCode && !NO_PROSE.test(line) && [...line].length > MOST_CHARACTERS;
      return isLong ? [`${file}:${at + 1}`] : [];
    });
}

it('prose has lines that can be read in any window', () => {
  const below = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );
  const found = [...readdirSync(ROOT), ...below].filter(
    (file) => file.endsWith('.md') && !NOT_WRITTEN.test(file),
  );
  expect(found.length).toBeGreaterThan(20);
  expect(found.flatMap(longLines)).toEqual([]);
});
