/**
 * `npm run check:written -- [FILE …] [--dev FOLDER]`: checks the text that was written for this project (trainer/written, or the
 * files named) and says how each file stands beside what its README asks for. `--dev` names more development sets to keep out of it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { faultsOfFile, heldOutLines, parseLine, summary } from './written/checker.js';

const FOLDER = 'trainer/written';
const DEVELOPMENT_SETS = 'bench/data/dev';
/** More of one file would scroll the summary away. */
const MOST_SHOWN = 60;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { dev: { type: 'string' } } });
const all = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.tsv'))
  .sort()
  .map((name) => join(FOLDER, name));
const files = positionals.length > 0 ? positionals : all;
const heldOut = new Set([...heldOutLines(DEVELOPMENT_SETS), ...(values.dev ? heldOutLines(values.dev) : [])]);
const seen = new Map<string, string>();
// A file named alone repeats nothing of the others either.
const named = new Set(files.map((file) => resolve(file)));
for (const file of all.filter((other) => !named.has(resolve(other)))) {
  faultsOfFile(basename(file), readFileSync(file, 'utf8'), seen, heldOut);
}
let faulty = 0;
for (const file of files) {
  const text = readFileSync(file, 'utf8');
  const faults = faultsOfFile(basename(file), text, seen, heldOut);
  faulty += faults.length;
  for (const fault of faults.slice(0, MOST_SHOWN)) console.log(`${fault.file}:${fault.line}: ${fault.says}`);
  console.log(
    `${basename(file)}: ${faults.length} faults; ${summary(text.split('\n').flatMap((line) => parseLine(line) ?? []))}`,
  );
}
process.exitCode = faulty > 0 ? 1 : 0;
