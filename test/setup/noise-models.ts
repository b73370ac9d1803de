import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { About } from '../../trainer/graphs/about.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder with one small model of random weights, for tests to which it is all the same what a model says. */
    noiseModels: string;
  }
}

/** Noise passes no check, so every sentence is tried a dozen times: a token or two each say as much as twenty. */
const BRIEF = { beam: 1, lengthFactor: 0.05, lengthOffset: 1 };

/**
 * Makes a folder of models with one of noise; whoever makes it removes it.
 *
 * @param decode how long its translations may become; default: as short as can be
 */
export async function makeNoise(root: string, decode: About['decode'] = BRIEF): Promise<string> {
  // Only now, after the build: the compiled files may not have existed when this file was loaded.
  const { exportModel } = await import('../../trainer/graphs/export.js');
  const { ABOUT, writeNoise } = await import('../model/noise.js');
  const models = join(root, 'models');
  writeNoise(join(root, 'weights'));
  const directions = [
    { from: 'ja', to: 'en' },
    { from: 'en', to: 'ja' },
  ];
  exportModel(join(root, 'weights'), { ...ABOUT, directions, decode }, join(models, 'noise'));
  return models;
}

export default async function noiseModels(project: TestProject): Promise<() => Promise<void>> {
  const root = mkdtempSync(join(tmpdir(), 'kotobashi-noise-'));
  project.provide('noiseModels', await makeNoise(root));
  return () => rm(root, { recursive: true, force: true });
}
