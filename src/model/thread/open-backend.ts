import { join } from 'node:path';
import type { Backend } from './backend.js';
import { ContinuousBackend } from './batch/continuous-backend.js';
import { Shortlists } from './batch/shortlist.js';
import { OptimumBackend } from './foreign/optimum.js';
import type { Command } from './job.js';
import { type GraphOptions, openSession } from './session.js';

/** What computes a model's graphs, and the shortlists that they know. */
interface OpenedBackend {
  readonly backend: Backend;
  readonly shortlists: Shortlists;
}

/** A model on its way into a thread. */
export type Loading = Pick<Extract<Command, { kind: 'load' }>, 'folder' | 'manifest' | 'tables' | 'settings'>;

export async function openBackend(loading: Loading): Promise<OpenedBackend> {
  const { folder, manifest, tables, settings } = loading;
  const shortlists = Shortlists.read(folder, manifest);
  if (tables === undefined) {
    return { shortlists, backend: await OptimumBackend.open(folder, manifest) };
  }
  const open = (file: string, options: GraphOptions) => openSession(join(folder, file), options);
  return {
    shortlists,
    backend: await ContinuousBackend.open(open, { manifest, tables, settings }, shortlists),
  };
}
