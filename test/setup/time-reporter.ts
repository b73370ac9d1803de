import { relative } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { rememberRun } from './last-run.js';

const MS_PER_SECOND = 1000;
const MS_PER_MINUTE = 60 * MS_PER_SECOND;
const SLOWEST = 30;

/** Remembers how long a whole run took, and which files the longest: `npm run bench -- size` tells. */
export default class TimeReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const vitest = this.#vitest;
    if (vitest === undefined || vitest.config.testNamePattern !== undefined) return;
    if (modules.length < (await vitest.globTestSpecifications()).length) return;
    const files = modules.map((module): readonly [string, number] => [
      relative(vitest.config.root, module.moduleId),
      module.diagnostic().duration / MS_PER_SECOND,
    ]);
    rememberRun({
      minutes: Number(((Date.now() - startedAt()) / MS_PER_MINUTE).toFixed(1)),
      slowest: files.toSorted(([, one], [, other]) => other - one).slice(0, SLOWEST),
    });
  }
}

/** `.ci/run` says when it began; otherwise this process did. */
function startedAt(): number {
  const seconds = Number(process.env.CI_STARTED);
  return seconds > 0 ? seconds * MS_PER_SECOND : performance.timeOrigin;
}
