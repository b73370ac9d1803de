import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Manifest } from '#src/model/folder/manifest.js';

/** Writes a model folder: its files, and the manifest that names size and SHA-256 of each. */
export function writeFolder(
  folder: string,
  about: Omit<Manifest, 'files'>,
  contents: ReadonlyMap<string, Uint8Array>,
): Manifest {
  const files = Object.fromEntries(
    [...contents].map(([file, bytes]) => [
      file,
      { bytes: bytes.byteLength, sha256: createHash('sha256').update(bytes).digest('hex') },
    ]),
  );
  const manifest: Manifest = { ...about, files };
  for (const [file, bytes] of contents) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), bytes);
  }
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}
