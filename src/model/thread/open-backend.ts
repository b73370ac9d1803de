import { join } from 'node:path';
import type { Observe } from '../../upstream/upstream-event.js';
import { BrokenModel } from '../folder/broken.js';
import type { Backend } from './backend.js';
import { ContinuousBackend } from './batch/continuous-backend.js';
import { Shortlists } from './batch/shortlist.js';
import { OptimumBackend } from './foreign/optimum.js';
import type { RemoteGraphs } from './foreign/remote-graphs.js';
import type { Command } from './job.js';
import { type GraphOptions, openSession } from './session.js';

/** What computes a model's graphs, and the shortlists that they know. */
interface OpenedBackend {
  readonly backend: Backend;
  readonly shortlists: Shortlists;
}

/** A model on its way into a thread. */
export type Loading = Pick<Extract<Command, { kind: 'load' }>, 'folder' | 'manifest' | 'tables' | 'settings'>;

export async function openBackend(loading: Loading, observe: Observe): Promise<OpenedBackend> {
  const { folder, manifest, tables, settings } = loading;
  if (settings.graphs !== undefined) {
    // Loaded only here: the clients of the protocol take a thread longer to read than all the rest of it.
    const { RemoteGraphs } = await import('./foreign/remote-graphs.js');
    return await openRemote(loading, new RemoteGraphs(settings.graphs, observe));
  }
  const shortlists = Shortlists.read(folder, manifest);
  if (tables === undefined) {
    return { shortlists, backend: await OptimumBackend.open(folder, manifest, settings.intraOpThreads) };
  }
  const source = {
    open: (file: string, options: GraphOptions) => openSession(join(folder, file), options),
    close: async () => {},
  };
  return {
    shortlists,
    backend: await ContinuousBackend.open(source, { manifest, tables, settings }, shortlists),
  };
}

/** Without the graphs that take rows of weights as inputs in every step: these would travel in every step, too. */
async function openRemote(
  { folder, manifest: { shortlist: _, ...manifest }, tables, settings }: Loading,
  graphs: RemoteGraphs,
): Promise<OpenedBackend> {
  if (tables === undefined) {
    throw new BrokenModel(`${folder}: inference servers compute only models of our own layout.`);
  }
  const shortlists = Shortlists.read(folder, manifest);
  const source = {
    open: async (file: string) => graphs.session(manifest.name, file),
    close: () => graphs.close(),
  };
  return {
    shortlists,
    backend: await ContinuousBackend.open(source, { manifest, tables, settings }, shortlists),
  };
}
