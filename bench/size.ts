/**
 * How large the house is: lines and files of `src`, settings, scripts of package.json, and the minutes of the last whole
 * run of the tests on this machine (null before the first one).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SETTINGS } from '#src/settings/table.js';
import { lastRun } from '../test/setup/last-run.js';

const ROOT = new URL('..', import.meta.url).pathname;

function linesOf(path: string): number {
  return readFileSync(path, 'utf8').split('\n').length - 1;
}

const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => join(ROOT, 'src', file));
const { scripts }: { scripts: object } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const run = lastRun();

for (const [file, seconds] of run?.slowest ?? []) console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
console.log(
  `RESULT ${JSON.stringify({
    srcLines: files.reduce((lines, file) => lines + linesOf(file), 0),
    files: files.length,
    settings: Object.keys(SETTINGS).length,
    scripts: Object.keys(scripts).length,
    ciMinutes: run?.minutes ?? null,
  })}`,
);
