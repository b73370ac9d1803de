import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const BUILD = fileURLToPath(new URL('../../bin/build-if-stale.js', import.meta.url));

/** Builds what is older than its sources, so that no test ever sees stale files; after `npm run build` that is nothing. */
export default function build(): void {
  // As users get it: without this the page would be built for `NODE_ENV=test`, with React's development code.
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status } = spawnSync(process.execPath, [BUILD], { stdio: 'inherit', env });
  if (status !== 0) throw new Error('The program could not be built.');
}
