import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What is remembered of the last whole run of the tests on this machine. */
export interface LastRun {
  /** Of `.ci/run` with its installation, build and checks, or of the tests alone where they were started by themselves. */
  readonly minutes: number;
  /** Files with the seconds that they took, longest first. */
  readonly slowest: readonly (readonly [file: string, seconds: number])[];
}

/** Beside the packages, where git does not look. */
const PATH = fileURLToPath(new URL('../../node_modules/.cache/kotobashi/last-run.json', import.meta.url));

export function lastRun(): LastRun | undefined {
  return existsSync(PATH) ? JSON.parse(readFileSync(PATH, 'utf8')) : undefined;
}

export function rememberRun(run: LastRun): void {
  mkdirSync(dirname(PATH), { recursive: true });
  writeFileSync(PATH, `${JSON.stringify(run, null, 2)}\n`);
}
