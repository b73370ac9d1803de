import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { DEBIAN_PACKAGES, FREE_LICENCES, NPM_PACKAGES } from './packages.js';

/** A document as it was found. */
export interface CollectedDocument {
  readonly path: string;
  /** `debian/NAME` or `npm/NAME@VERSION`. */
  readonly origin: string;
  /** The ending of its name. */
  readonly kind: string;
}

export const KINDS = ['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'pdf', 'html', 'md', 'vtt', 'po'] as const;
/** Larger ones say little more and take long. */
const MOST_BYTES = 1_500_000;
const LEAST_BYTES = 500;
/** So that one package does not make the whole collection. */
const MOST_OF_PACKAGE = 5;
/** What packages say about themselves is no document, and one of them is damaged in its package. */
const NOT_READ =
  /(?:^|\/)(?:CHANGELOG|HISTORY|LICEN[CS]E|CONTRIBUTING|SECURITY|CODE_OF_CONDUCT)[^/]*$|\/gregmisc\.pdf$|\/node_modules\//i;

/**
 * Downloads what is not there yet, and answers the documents in it, each once.
 *
 * @param set 0 for the documents that are always taken, 1 or more for others of the packages that have so many
 */
export function collect(where: string, set: number): readonly CollectedDocument[] {
  const folder = resolve(where);
  mkdirSync(folder, { recursive: true });
  const found = [
    ...DEBIAN_PACKAGES.map((name) => ({ origin: `debian/${name}`, fetch: () => fetchDebian(folder, name) })),
    ...NPM_PACKAGES.map((name) => ({ origin: `npm/${name}`, fetch: () => fetchNpm(folder, name) })),
  ].flatMap(({ origin, fetch }) => {
    const unpacked = join(folder, origin.replace('/', '+'));
    if (!existsSync(unpacked) && !fetch()) {
      console.error(`${origin} could not be had, and is left out.`);
      return [];
    }
    return documentsIn(unpacked, origin, set);
  });
  const seen = new Set<string>();
  return found.filter(({ path }) => {
    const sum = createHash('sha256').update(readFileSync(path)).digest('hex');
    return !seen.has(sum) && seen.add(sum);
  });
}

function documentsIn(folder: string, origin: string, set: number): readonly CollectedDocument[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => KINDS.some((kind) => name.toLowerCase().endsWith(`.${kind}`)) && !NOT_READ.test(name))
    .map((name) => join(folder, name))
    .filter((path) => {
      const { size } = statSync(path);
      return statSync(path).isFile() && size >= LEAST_BYTES && size <= MOST_BYTES;
    })
    .sort();
  // From all over the package and not its first folder.
  const step = Math.max(1, Math.floor(files.length / MOST_OF_PACKAGE));
  return files
    .filter((_, at) => at % step === set)
    .slice(0, MOST_OF_PACKAGE)
    .map((path) => ({ path, origin, kind: extname(path).slice(1).toLowerCase() }));
}

/** Runs a program and says whether it went well. */
function ran(program: string, options: readonly string[], cwd: string): boolean {
  return spawnSync(program, options, { cwd, stdio: ['ignore', 'ignore', 'ignore'] }).status === 0;
}

/** Unpacks into a folder that gets its name only when it is whole. */
function unpack(
  folder: string,
  target: string,
  archive: string,
  unpacked: (into: string) => boolean,
): boolean {
  const draft = `${target}.part`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const isWhole = unpacked(draft);
  rmSync(join(folder, archive), { force: true });
  if (isWhole) renameSync(draft, target);
  return isWhole;
}

function fetchDebian(folder: string, name: string): boolean {
  if (!ran('apt-get', ['download', name], folder)) return false;
  const archive = readdirSync(folder).find((file) => file.startsWith(`${name}_`) && file.endsWith('.deb'));
  if (archive === undefined) return false;
  return unpack(folder, join(folder, `debian+${name}`), archive, (into) =>
    ran('dpkg-deb', ['--extract', join(folder, archive), into], folder),
  );
}

function fetchNpm(folder: string, name: string): boolean {
  const packed = spawnSync('npm', ['pack', name, '--silent'], { cwd: folder, encoding: 'utf8' });
  const archive = basename(packed.stdout.trim().split('\n').at(-1) ?? '');
  if (packed.status !== 0 || archive === '') return false;
  return unpack(folder, join(folder, `npm+${name}`), archive, (into) => {
    if (!ran('tar', ['-xzf', join(folder, archive), '-C', into, '--strip-components=1'], folder))
      return false;
    const { license } = JSON.parse(readFileSync(join(into, 'package.json'), 'utf8')) as { license?: unknown };
    return typeof license === 'string' && FREE_LICENCES.test(license);
  });
}
