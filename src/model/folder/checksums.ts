import { createHash } from 'node:crypto';
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { makeFolder } from '../../base/make-folder.js';
import { type InstalledModel, verifyModel } from './installed.js';

const RECORDS = Type.Record(Type.String(), Type.String());

/**
 * Remembers which model folders were found to agree with their manifests, so that reading every byte of them once is enough. A
 * folder is known by the sums of its manifest and by size, time of writing and time of change of each file: the last cannot be
 * set by hand, so a file that was copied over with its old date is read again.
 */
export class Checksums {
  readonly #file: string | undefined;

  /** @param file where they are kept from one start to the next; absent: nowhere */
  constructor(file: string | undefined) {
    this.#file = file;
  }

  async verify(model: InstalledModel): Promise<void> {
    const folder = resolve(model.folder);
    const found = fingerprint(model);
    if (this.#read()[folder] === found) return;
    await verifyModel(model);
    this.#write({ ...this.#read(), [folder]: found });
  }

  #read(): Record<string, string> {
    if (this.#file === undefined) return {};
    try {
      const records: unknown = JSON.parse(readFileSync(this.#file, 'utf8'));
      return Value.Check(RECORDS, records) ? records : {};
    } catch {
      // Not there yet, or cut off: then everything is read again.
      return {};
    }
  }

  #write(records: Record<string, string>): void {
    if (this.#file === undefined) return;
    try {
      makeFolder(dirname(this.#file));
      const fresh = `${this.#file}.${process.pid}`;
      writeFileSync(fresh, JSON.stringify(records));
      renameSync(fresh, this.#file);
    } catch {
      // A place that cannot be written to costs the next start a second, nothing else.
    }
  }
}

function fingerprint({ folder, manifest }: InstalledModel): string {
  const files = Object.entries(manifest.files).map(([file, { sha256 }]) => {
    const { size, mtimeMs, ctimeMs } = statSync(join(folder, file));
    return [file, sha256, size, mtimeMs, ctimeMs].join(' ');
  });
  return createHash('sha256').update(files.sort().join('\n')).digest('hex');
}
