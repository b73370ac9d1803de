import { threadTask } from '../../threads/task.js';

const HOUR_MS = 3_600_000;

/** What a training computes in threads. */
export const FIT = threadTask<typeof import('./fit.task.js').run>(
  'fit a custom model',
  new URL('./fit.task.js', import.meta.url),
  { timeLimitMs: 4 * HOUR_MS, native: true },
);
export const REFIT_HEAD = threadTask<typeof import('./refit-head.task.js').run>(
  'train a head again',
  new URL('./refit-head.task.js', import.meta.url),
  { timeLimitMs: 4 * HOUR_MS, native: true },
);
export const WRITE_VERSION = threadTask<typeof import('./write-version.task.js').run>(
  'write a custom model',
  new URL('./write-version.task.js', import.meta.url),
  { timeLimitMs: HOUR_MS },
);
