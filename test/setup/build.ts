import { execFileSync } from 'node:child_process';

/** Compiles `src/` once per run, so that no test ever sees stale files. */
export default function build(): void {
  execFileSync('npx', ['tsc', '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
}
