import { writeSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

const STDOUT = 1;

/**
 * Ends the output of a run with one line to read for people and machines: `412 passed, 0 failed`. Written when
 * the process exits, because global teardowns and other reporters print after the run has ended.
 */
export default class CountReporter implements Reporter {
  /** Until the run has reported its end it counts as one failure, so that a crash never reads as success. */
  #counts: Counts = { passed: 0, failed: 1, skipped: 0 };

  onInit(): void {
    process.once('exit', () => {
      writeSync(STDOUT, `${describe(this.#counts)}\n`);
    });
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    // Anything thrown outside of a test (also by a global setup) makes the run fail, so it has to show here.
    const counts: Counts = { passed: 0, failed: unhandled.length, skipped: 0 };
    for (const module of modules) countModule(module, counts);
    const nothingRan = counts.passed + counts.failed + counts.skipped === 0;
    if (nothingRan && process.exitCode) counts.failed = 1;
    this.#counts = counts;
  }
}

function countModule(module: TestModule, counts: Counts): void {
  // A file that does not load, and a hook of a suite that throws, have errors of their own and no failed test.
  if (module.errors().length > 0) counts.failed++;
  for (const suite of module.children.allSuites()) {
    if (suite.errors().length > 0) counts.failed++;
  }
  for (const test of module.children.allTests()) {
    const state = test.result().state;
    // A test that was still running when the run ended has not passed.
    if (state === 'pending') counts.failed++;
    else counts[state]++;
  }
}

function describe({ passed, failed, skipped }: Counts): string {
  const line = `${passed} passed, ${failed} failed`;
  return skipped > 0 ? `${line}, ${skipped} skipped` : line;
}
