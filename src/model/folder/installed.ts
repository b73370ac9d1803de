import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BrokenModel } from './broken.js';
import { deriveManifest, looksLikeOptimum } from './derived.js';
import type { Manifest } from './manifest.js';
import { parseManifest } from './parse.js';

/** A model folder that was found; its weights are verified when it is loaded. */
export interface InstalledModel {
  readonly folder: string;
  readonly manifest: Manifest;
  /** Bytes on disk. */
  readonly bytes: number;
}

export interface RefusedModel {
  readonly folder: string;
  readonly reason: string;
}

/** Reads every folder of the model directory that has a manifest; broken ones are listed with the reason. */
export function findModels(directory: string): { installed: InstalledModel[]; refused: RefusedModel[] } {
  const installed: InstalledModel[] = [];
  const refused: RefusedModel[] = [];
  if (!existsSync(directory)) return { installed, refused };
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const folder = join(directory, entry.name);
    if (!entry.isDirectory() || !(existsSync(join(folder, 'manifest.json')) || looksLikeOptimum(folder)))
      continue;
    try {
      const model = readModel(folder);
      if (installed.some(({ manifest }) => manifest.name === model.manifest.name)) {
        throw new BrokenModel(
          `${folder}: another folder already holds a model named ${model.manifest.name}.`,
        );
      }
      installed.push(model);
    } catch (error) {
      refused.push({ folder, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return { installed, refused };
}

export function readModel(folder: string): InstalledModel {
  if (!existsSync(join(folder, 'manifest.json'))) {
    return { folder, manifest: deriveManifest(folder), bytes: sizeOf(folder) };
  }
  const manifest = parseManifest(folder, readFileSync(join(folder, 'manifest.json'), 'utf8'));
  let bytes = 0;
  for (const [file, expected] of Object.entries(manifest.files)) {
    const path = join(folder, file);
    if (!existsSync(path)) throw new BrokenModel(`${folder}: the file ${file} is missing.`);
    const found = statSync(path).size;
    if (found !== expected.bytes) {
      throw new BrokenModel(
        `${folder}: ${file} has ${found} bytes instead of ${expected.bytes}; copy it again.`,
      );
    }
    bytes += found;
  }
  return { folder, manifest, bytes };
}

/** Compares every file with the manifest's SHA-256. */
export async function verifyModel({ folder, manifest }: InstalledModel): Promise<void> {
  for (const [file, { sha256 }] of Object.entries(manifest.files)) {
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(join(folder, file), { highWaterMark: 1 << 20 }))
      hash.update(chunk);
    const found = hash.digest('hex');
    if (found !== sha256) {
      throw new BrokenModel(
        `${folder}: ${file} was changed: its SHA-256 is ${found} instead of ${sha256}; copy the model again.`,
      );
    }
  }
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce(
    (sum, path) => sum + statSync(join(folder, path)).size,
    0,
  );
}
