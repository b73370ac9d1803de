import { defineConfig } from 'vitest/config';
import LongestFirst from './test/setup/longest-first.js';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Tests run what users run, the compiled files: worker threads and child processes need real JavaScript.
    globalSetup: ['test/setup/build.ts', 'test/setup/postgres.ts', 'test/setup/noise-models.ts'],
    setupFiles: ['test/setup/nothing-left.ts'],
    // The last line of a run counts its tests; how long they took is remembered.
    reporters: ['default', './test/setup/count-reporter.ts', './test/setup/time-reporter.ts'],
    // Compiled already: nothing for Vite to transform.
    server: { deps: { external: [/\/dist\//] } },
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    isolate: false,
    // Twice the cores of a small machine: while one waits for a process that starts, or for a browser, another works.
    maxWorkers: 4,
    // A model in a process that one of them starts takes no second thread, nor a second time to load.
    env: { KOTOBASHI_MODEL_THREADS: '1' },
    // For what hangs. On a machine with ten times as much to do a process alone takes most of a minute to start.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
