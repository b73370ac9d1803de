import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, relative } from 'node:path';
import { FORMATS } from '../documents/formats.js';

/** A document to translate, and where to: a name, or a folder that keeps the name with the language in it. */
export interface NamedDocument {
  readonly path: string;
  readonly out: { readonly file: string } | { readonly folder: string };
}

/** What the arguments name, or why not, in a sentence. */
export type NamedDocuments =
  | { readonly kind: 'texts' }
  | { readonly kind: 'documents'; readonly documents: readonly NamedDocument[] }
  | { readonly kind: 'refused'; readonly message: string };

const ENDINGS: ReadonlySet<string> = new Set(FORMATS.flatMap(({ extensions }) => extensions));

/**
 * Tells documents and folders from texts. A word with the ending of a format means a file, there or not: nobody wants the
 * translation of "report.docx" itself.
 */
export function namedDocuments(args: readonly string[], out: string | undefined, to: string): NamedDocuments {
  const named = args.filter((arg) => looksLikeFile(arg) || (isPath(arg) && isFolder(arg)));
  if (named.length === 0) return { kind: 'texts' };
  const refused = (message: string) => ({ kind: 'refused', message }) as const;
  const stray = args.find((arg) => !named.includes(arg));
  if (stray !== undefined) {
    if (!isPath(stray) || args.length > named.length + 1) return { kind: 'texts' };
    return refused(
      existsSync(stray)
        ? `${stray} is of no format that is translated. The list is in docs/guides/files.md.`
        : `There is no file or folder ${stray}.`,
    );
  }
  const missing = named.find((arg) => !existsSync(arg));
  if (missing !== undefined) return refused(`There is no file ${missing}.`);
  const several = named.length > 1 || named.some(isFolder);
  if (out !== undefined && several && existsSync(out) && !isFolder(out)) {
    return refused('With several files --out names a folder, and there is a file of this name.');
  }
  const documents = named.flatMap((arg) => documentsIn(arg, out, several, to));
  return documents.length === 0
    ? refused('The folder holds no file of a format that is translated. The list is in docs/guides/files.md.')
    : { kind: 'documents', documents };
}

function documentsIn(
  arg: string,
  out: string | undefined,
  several: boolean,
  to: string,
): readonly NamedDocument[] {
  if (!isFolder(arg)) {
    if (out !== undefined && !several && !(existsSync(out) && isFolder(out)))
      return [{ path: arg, out: { file: out } }];
    return [{ path: arg, out: { folder: out ?? dirname(arg) } }];
  }
  return walk(arg)
    .filter((path) => !isOutcome(path, to))
    .map((path) => ({
      path,
      out: { folder: out === undefined ? dirname(path) : join(out, relative(arg, dirname(path))) },
    }));
}

/** Documents of a folder and those inside it, in the order of their names; what is hidden stays so. */
function walk(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('.') || entry.name.startsWith('~$')) return [];
    if (entry.isDirectory()) return walk(path);
    return entry.isFile() && hasEnding(entry.name) ? [path] : [];
  });
}

/** Whether a file is what an earlier run has made of its neighbour. */
function isOutcome(path: string, to: string): boolean {
  const ending = extname(path);
  const base = basename(path, ending);
  if (!base.endsWith(`_${to}`)) return false;
  return existsSync(join(dirname(path), `${base.slice(0, -to.length - 1)}${ending}`));
}

function looksLikeFile(arg: string): boolean {
  return hasEnding(arg) && (!/\s/.test(arg) || existsSync(arg));
}

function hasEnding(name: string): boolean {
  return ENDINGS.has(extname(name).slice(1).toLowerCase());
}

/** Whether an argument can only be meant as a path. */
function isPath(arg: string): boolean {
  return /[\\/]/.test(arg) || existsSync(arg) || (/^\S+\.\w{1,5}$/.test(arg) && !/[^\x21-\x7E]/.test(arg));
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}
