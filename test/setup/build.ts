import { spawnSync } from 'node:child_process';

/** What `tsc` answers when it wrote files in spite of type errors. Those are the business of `npm run check`. */
const WRITTEN_WITH_ERRORS = 2;

/** Compiles `src/` and builds the console once per run, so that no test ever sees stale files. */
export default function build(): void {
  for (const project of ['packages/client', 'tsconfig.build.json']) {
    const compiled = spawnSync('npx', ['tsc', '-p', project], { stdio: 'inherit' });
    if (compiled.status !== 0 && compiled.status !== WRITTEN_WITH_ERRORS) {
      throw new Error(`${project} could not be compiled.`);
    }
  }
  // As users get it: without this the page would be built for `NODE_ENV=test`, with React's development code.
  const env = { ...process.env, NODE_ENV: 'production' };
  const built = spawnSync('npx', ['vite', 'build', 'console', '--logLevel', 'warn'], {
    stdio: 'inherit',
    env,
  });
  if (built.status !== 0) throw new Error('console/ could not be built.');
}
