import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { pages, ROOT } from './pages.js';

const MOST_CHARACTERS = 120;
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
  const found = pages();
  expect(found.length).toBeGreaterThan(20);
  expect(found.flatMap(longLines)).toEqual([]);
});
