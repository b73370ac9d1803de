import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder with one small model of random weights, for tests to which it is all the same what a model says. */
    noiseModels: string;
  }
}

export default async function noiseModels(project: TestProject): Promise<() => Promise<void>> {
  // Only now, after the build: the compiled files may not have existed when this file was loaded.
  const { exportModel } = await import('../../trainer/graphs/export.js');
  const { ABOUT, writeNoise } = await import('../model/noise.js');
  const root = mkdtempSync(join(tmpdir(), 'kotobashi-noise-'));
  const models = join(root, 'models');
  writeNoise(join(root, 'weights'));
  const directions = [
    { from: 'ja', to: 'en' },
    { from: 'en', to: 'ja' },
  ];
  exportModel(join(root, 'weights'), { ...ABOUT, directions }, join(models, 'noise'));
  project.provide('noiseModels', models);
  return () => rm(root, { recursive: true, force: true });
}
