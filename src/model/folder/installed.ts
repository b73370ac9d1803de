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

/** What models of ours consist of: a folder that holds such a file and no manifest has lost it. */
const WEIGHTS = /^weights-\d+\.bin$/;

/** Reads every folder of the model directory that holds a model; broken ones are listed with the reason. */
export function findModels(directory: string): { installed: InstalledModel[]; refused: RefusedModel[] } {
  const installed: InstalledModel[] = [];
  const refused: RefusedModel[] = [];
  if (!existsSync(directory)) return { installed, refused };
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const folder = join(directory, entry.name);
    try {
      if (!holdsModel(folder)) continue;
      const model = readModel(folder);
      if (installed.some(({ manifest }) => manifest.name === model.manifest.name)) {
        throw new BrokenModel(
          `${folder}: another folder already holds a model named ${model.manifest.name}.`,
        );
      }
      installed.push(model);
    } catch (error) {
      refused.push({ folder, reason: reasonOf(error) });
    }
  }
  return { installed, refused };
}

/** Why a model is not used, in a sentence. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && 'path' in error
    ? `${error.path} cannot be read (${error.code}); look at its owner and its rights.`
    : error.message;
}

/** A folder that may not be read is not passed over: it would be missing without a word. */
function holdsModel(folder: string): boolean {
  const files = readdirSync(folder);
  if (files.includes('manifest.json') || looksLikeOptimum(folder)) return true;
  if (files.some((file) => WEIGHTS.test(file))) {
    throw new BrokenModel(`${folder}: the file manifest.json is missing.`);
  }
  return false;
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
