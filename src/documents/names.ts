import { extname } from 'node:path';
import { formatById } from './formats.js';

/** What common file systems take for a name, in bytes of UTF-8. */
const LONGEST_BYTES = 255;
/** Endings of real formats are far shorter; a longer one is a part of the name. */
const LONGEST_ENDING = 32;
/** Invisible: control characters, and marks that let a name read from right to left (`cod.exe` shown as `exe.doc`). */
const INVISIBLE = /[\p{Cc}\u2028\u2029\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069]/gu;
/** They mean something to a file system. */
const RESERVED_CHARACTERS = /[<>:"|?*]/g;
/** Devices under Windows, with any ending. */
const RESERVED_NAME = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * The name of a file as a stranger gave it, made into one that every file system, archive and header can hold: the last
 * part of whatever path it is, without what is invisible or reserved, at most 255 bytes with its ending. The same for
 * every door, and once more where a name is written. Cleaning a clean name changes nothing.
 *
 * @example
 * fileName('..\\..\\plan.docx') // 'plan.docx'
 */
export function fileName(sent: string): string {
  const last =
    sent
      .toWellFormed()
      .split(/[/\\]/)
      .findLast((part) => part.trim() !== '') ?? '';
  const name = last
    .replace(INVISIBLE, '')
    .replace(/^[A-Za-z]:/, '')
    .replace(RESERVED_CHARACTERS, '_')
    .normalize('NFC')
    .trim()
    .replace(/[. ]+$/, '');
  const { base, ending } = parted(name);
  return bounded(RESERVED_NAME.test(name) ? `_${base}` : base, ending) || 'file';
}

/** The name of a translated file: that of the source with the language in it, and the ending of what it is. */
export function downloadName(file: {
  readonly name: string;
  readonly lang: string;
  readonly format: string;
}): string {
  const { base, ending } = parted(fileName(file.name));
  const { writes } = formatById(file.format);
  return bounded(base, `_${file.lang}${writes === undefined ? ending : `.${writes}`}`);
}

/** Names of one archive: a second file of a name gets a number. */
export function uniqueNames(names: readonly string[]): readonly string[] {
  const used = new Set<string>();
  return names.map((name) => {
    const { base, ending } = parted(fileName(name));
    let unique = `${base}${ending}`;
    for (let number = 2; used.has(unique.toLowerCase()); number += 1) {
      unique = bounded(base, ` (${number})${ending}`);
    }
    used.add(unique.toLowerCase());
    return unique;
  });
}

function parted(name: string): { readonly base: string; readonly ending: string } {
  const found = extname(name);
  const ending = Buffer.byteLength(found) > LONGEST_ENDING ? '' : found;
  return { base: name.slice(0, name.length - ending.length), ending };
}

/** Shortens the base, by whole characters, until the name fits. */
function bounded(base: string, tail: string): string {
  let bytes = Buffer.byteLength(tail);
  let end = 0;
  for (const character of base) {
    bytes += Buffer.byteLength(character);
    if (bytes > LONGEST_BYTES) break;
    end += character.length;
  }
  return `${base.slice(0, end)}${tail}`;
}
