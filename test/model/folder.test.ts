import {
  appendFileSync,
  copyFileSync,
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, inject, test } from 'vitest';
import { modelCommand } from '#src/cli/model.js';
import { translateCommand } from '#src/cli/translate.js';
import { ModelUnusable, type SentenceRequest, UnsupportedDirection } from '#src/model/model-port.js';
import { ModelService } from '#src/model/service.js';
import { runHere } from '../setup/command.js';
import { ME, text } from './service.js';

/** What is in a folder matters here, and not what its model says. */
const NOISE = join(inject('noiseModels'), 'noise');
const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function directory(): string {
  const path = mkdtempSync(join(tmpdir(), 'kotobashi-models-'));
  cleanups.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A second model with the same weights (hard links, so that it costs no disk) and changes to its manifest. */
function install(
  models: string,
  name: string,
  change: (manifest: Record<string, unknown>) => void = () => {},
): string {
  const folder = join(models, name);
  mkdirSync(folder);
  for (const file of readdirSync(NOISE)) {
    if (file !== 'manifest.json') linkOrCopy(join(NOISE, file), join(folder, file));
  }
  const manifest = JSON.parse(readFileSync(join(NOISE, 'manifest.json'), 'utf8'));
  manifest.name = name;
  change(manifest);
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  return folder;
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

/** Replaces a linked file by a copy of its own, so that it can be damaged. */
function own(folder: string, file: string): string {
  const path = join(folder, file);
  rmSync(path);
  cpSync(join(NOISE, file), path);
  return path;
}

function open(models: string, settings: { memoryBudget?: number; checksums?: string } = {}): ModelService {
  const model = new ModelService({ directory: models, threads: 1, ...settings });
  cleanups.push(() => model.close());
  return model;
}

const REQUEST = { from: 'ja', to: 'en', source: text('ファイルを保存しました。') };
const BACK = { from: 'en', to: 'ja', source: text('How much is this bag?') };

/** Names and versions of the models that a request went through. */
async function servedBy(model: ModelService, request: SentenceRequest): Promise<readonly string[]> {
  const [result] = await model.translate([request], ME);
  return result?.models ?? [];
}

test('a truncated, an incomplete and an unreadable folder are named at the start; the others serve', async () => {
  const models = directory();
  install(models, 'good');
  truncateSync(own(install(models, 'cut'), 'weights-0.bin'), 1000);
  rmSync(join(install(models, 'poor'), 'decoder.onnx'));
  writeFileSync(join(install(models, 'odd'), 'manifest.json'), '{"format": 4, "name": ');
  writeFileSync(join(install(models, 'wrong'), 'manifest.json'), '{"format": 4, "name": "wrong"}');
  const model = open(models);
  const reasons = model.refused.map(({ reason }) => reason).join('\n');
  expect(model.refused).toHaveLength(4);
  expect(reasons).toMatch(/cut: weights-0\.bin has 1000 bytes instead of \d+/);
  expect(reasons).toMatch(/poor: the file decoder\.onnx is missing/);
  expect(reasons).toMatch(/odd: manifest\.json is not valid JSON/);
  expect(reasons).toMatch(/wrong: manifest\.json is wrong/);
  expect(await servedBy(model, REQUEST)).toEqual(['good@9']);
});

test('a folder of an earlier version, without a graph, a list or all of a table says so', () => {
  const models = directory();
  install(models, 'older', (manifest) => Object.assign(manifest, { format: 1 }));
  install(models, 'poor', ({ files }) => {
    if (typeof files === 'object' && files !== null && 'output.onnx' in files) delete files['output.onnx'];
  });
  install(models, 'tableless', (manifest) => {
    const rows = { file: 'weights-0.bin', offset: 0, bytes: 64 };
    Object.assign(manifest, { tables: { embedding: { rows, scales: rows }, inputFactor: 8 } });
  });
  install(models, 'listless', (manifest) => Object.assign(manifest, { outputs: { en: 'nowhere.onnx' } }));
  const reasons = open(models)
    .refused.map(({ reason }) => reason)
    .join('\n');
  expect(reasons).toMatch(/older: it was written by another version of Kotobashi; export the model again/);
  expect(reasons).toMatch(/poor: manifest\.json lists no file output\.onnx; export the model again/);
  expect(reasons).toMatch(/tableless: manifest\.json names no table for all tokens; export the model again/);
  expect(reasons).toMatch(/listless: manifest\.json lists no file nowhere\.onnx/);
});

test('a tampered folder is refused when it is loaded, and another model takes over', async () => {
  const models = directory();
  const bad = install(models, 'a-bad');
  const weights = own(bad, 'weights-0.bin');
  const bytes = readFileSync(weights);
  bytes[1000] = (bytes[1000] ?? 0) ^ 1;
  writeFileSync(weights, bytes);
  install(models, 'good');
  const model = open(models);
  expect(await servedBy(model, REQUEST)).toEqual(['good@9']);
  expect(model.refused.map(({ reason }) => reason).join()).toMatch(/weights-0\.bin was changed/);
});

test('a folder that was found whole is known again, and not after a change that keeps size and date', async () => {
  const models = directory();
  const checksums = join(directory(), 'cache', 'checksums.json');
  const weights = own(install(models, 'only'), 'weights-0.bin');
  const serves = async () => {
    const model = open(models, { checksums });
    return (await model.translate([REQUEST], ME).catch(() => [])).length === 1;
  };
  expect(await serves()).toBe(true);
  expect(Object.keys(JSON.parse(readFileSync(checksums, 'utf8')))).toEqual([join(models, 'only')]);
  expect(await serves()).toBe(true);
  const { atime, mtime } = statSync(weights);
  const bytes = readFileSync(weights);
  bytes[1000] = (bytes[1000] ?? 0) ^ 1;
  writeFileSync(weights, bytes);
  utimesSync(weights, atime, mtime);
  expect(await serves()).toBe(false);
});

test('without any other model a broken one leaves its directions unserved', async () => {
  const models = directory();
  appendFileSync(own(install(models, 'only'), 'spm.model'), 'x');
  const model = open(models);
  expect(model.directions()).toEqual([]);
  await expect(model.translate([REQUEST], ME)).rejects.toBeInstanceOf(UnsupportedDirection);
});

test('graphs that are no graphs are refused although sizes and sums fit', async () => {
  const models = directory();
  const { createHash } = await import('node:crypto');
  const junk = Buffer.from('no graph');
  const folder = install(models, 'junk', (manifest) => {
    const sha256 = createHash('sha256').update(junk).digest('hex');
    Object.assign(manifest.files as object, { 'decoder.onnx': { bytes: junk.length, sha256 } });
  });
  rmSync(join(folder, 'decoder.onnx'));
  writeFileSync(join(folder, 'decoder.onnx'), junk);
  const model = open(models);
  await expect(model.translate([REQUEST], ME)).rejects.toBeInstanceOf(ModelUnusable);
  expect(model.refused).toHaveLength(1);
});

test('models come into memory on demand and idle ones leave when the budget is full', async () => {
  const models = directory();
  install(models, 'first', (manifest) => Object.assign(manifest, { directions: [{ from: 'ja', to: 'en' }] }));
  install(models, 'second', (manifest) =>
    Object.assign(manifest, { directions: [{ from: 'en', to: 'ja' }] }),
  );
  const { models: sizes } = open(models).standing();
  const model = open(models, { memoryBudget: Math.max(...sizes.map(({ bytes }) => bytes)) * 1.5 });
  expect(model.loaded()).toEqual([]);
  expect(await servedBy(model, REQUEST)).toEqual(['first@9']);
  expect(model.loaded()).toEqual(['first']);
  expect(await servedBy(model, BACK)).toEqual(['second@9']);
  expect(model.loaded()).toEqual(['second']);
  expect(await Promise.all([servedBy(model, REQUEST), servedBy(model, BACK)])).toEqual([
    ['first@9'],
    ['second@9'],
  ]);
});

test('kotobashi translate says what is broken instead of that it knows no such direction', async () => {
  const models = directory();
  truncateSync(own(install(models, 'cut'), 'weights-0.bin'), 10);
  const words = ['--from', 'ja', '--to', 'en', 'はい'];
  await expect(runHere(translateCommand, { KOTOBASHI_MODELS: models }, ...words)).rejects.toThrow(
    /cut: weights-0\.bin has 10 bytes/,
  );
});

test('kotobashi model list and check say what is there and what is broken', async () => {
  const models = directory();
  install(models, 'good', (manifest) => Object.assign(manifest, { scores: { 'flores-dev ja-en chrF': 51 } }));
  truncateSync(own(install(models, 'cut'), 'weights-0.bin'), 10);
  const run = (what: string) => runHere(modelCommand, { KOTOBASHI_MODELS: models }, what);
  expect((await run('list')).stdout).toMatch(/good [\d.]+ .*ja→en.*flores-dev ja-en chrF [\d.]+/s);
  const check = await run('check');
  expect(check.code).toBe(1);
  expect(check.stdout).toMatch(/ok\s+good/);
  expect(check.stdout).toMatch(/broken\s+.*cut: weights-0\.bin has 10 bytes/);
});
