import { extname } from 'node:path';
import { formatById } from './formats.js';

/** The name of a translated file: that of the source with the language in it, and the ending of what it is. */
export function downloadName(file: {
  readonly name: string;
  readonly lang: string;
  readonly format: string;
}): string {
  const ending = extname(file.name);
  const { writes } = formatById(file.format);
  const base = file.name.slice(0, file.name.length - ending.length);
  return `${base}_${file.lang}${writes === undefined ? ending : `.${writes}`}`;
}

/** Names of one archive: a second file of a name gets a number. */
export function uniqueNames(names: readonly string[]): readonly string[] {
  const used = new Set<string>();
  return names.map((name) => {
    const ending = extname(name);
    let unique = name;
    for (let number = 2; used.has(unique.toLowerCase()); number += 1) {
      unique = `${name.slice(0, name.length - ending.length)} (${number})${ending}`;
    }
    used.add(unique.toLowerCase());
    return unique;
  });
}
