import { spawnSync } from 'node:child_process';

/** What `tsc` answers when it wrote files in spite of type errors. Those are the business of `npm run check`. */
const WRITTEN_WITH_ERRORS = 2;

/** Compiles `src/` once per run, so that no test ever sees stale files. */
export default function build(): void {
  const { status } = spawnSync('npx', ['tsc', '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
  if (status !== 0 && status !== WRITTEN_WITH_ERRORS) throw new Error('src/ could not be compiled.');
}
