import { readdirSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = new URL('../..', import.meta.url).pathname;
const FOLDERS = ['assets', 'bench', 'console', 'deploy', 'docs', 'packages', 'trainer'];
/** Written by programs, or not ours. */
const NOT_WRITTEN = /(?:^trainer\/results\/|node_modules)/;

/** The Markdown pages that people write and read, by their paths from the root of the repository. */
export function pages(): readonly string[] {
  const below = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );
  return [...readdirSync(ROOT), ...below].filter((file) => file.endsWith('.md') && !NOT_WRITTEN.test(file));
}
