import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ModelService } from '#src/model/service.js';
import { exportModel } from '../../trainer/graphs/export.js';
import { ABOUT, writeCalibration, writeNoise } from './noise.js';
import { ME, text } from './service.js';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'kotobashi-export-'));
  writeNoise(join(root, 'weights'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('weights of another shape, with symbols beyond the tokenizer, become a model without a change of code', async () => {
  const models = join(root, 'models');
  const manifest = exportModel(join(root, 'weights'), ABOUT, join(models, 'noise'));
  expect(manifest.tokens.domains).toEqual({ it: 25, news: 32_000, law: 32_001, general: 32_003 });
  expect(manifest.tokens.banned).toEqual(expect.arrayContaining([0, 1, 2, 4, 32_000, 32_003, 32_015]));
  expect(manifest.tokens.banned).not.toContain(manifest.tokens.eos);
  expect(Math.max(...Object.values(manifest.files).map(({ bytes }) => bytes))).toBeLessThan(20_000_000);
  const model = new ModelService({ directory: models, threads: 1 });
  try {
    expect(model.refused).toEqual([]);
    const [result] = await model.translate([{ from: 'ja', to: 'en', source: text('猫'), domain: 'law' }], ME);
    expect(result?.models).toEqual(['noise@9']);
    // Noise says nothing, but it stays within the cap of the manifest and says no reserved token.
    expect(result?.tokens).toBeLessThanOrEqual(12);
    expect(result?.target.every((part) => part.kind === 'text')).toBe(true);
  } finally {
    await model.close();
  }
});

test('with ranges of inputs that were measured beforehand, rows need not be looked at, and the result is nearly the same', async () => {
  const graphs = async (name: string) => {
    const { files } = exportModel(join(root, 'weights'), ABOUT, join(root, name, 'noise'));
    const model = new ModelService({ directory: join(root, name), threads: 1 });
    try {
      const request = { from: 'ja', to: 'en', source: text('猫が好きです'), target: 'I like cats.' };
      const [trace] = await model.score([request], ME);
      return { bytes: files['encoder.onnx']?.bytes ?? 0, trace };
    } finally {
      await model.close();
    }
  };
  const rows = await graphs('rows');
  writeCalibration(join(root, 'weights'));
  const ranges = await graphs('ranges');
  expect(ranges.bytes).toBeLessThan(rows.bytes);
  const [before, after] = [rows.trace?.logProbabilities ?? [], ranges.trace?.logProbabilities ?? []];
  expect(before.length).toBeGreaterThan(3);
  for (const [i, score] of [...after].entries()) {
    expect(score).not.toBe(before[i]);
    expect(Math.abs(score - (before[i] ?? 0))).toBeLessThan(0.5);
  }
});

test('a symbol that neither the tokenizer nor tokens.json knows ends the export with its name', () => {
  const about = { ...ABOUT, domains: { ...ABOUT.domains, business: '<nowhere>' } };
  expect(() => exportModel(join(root, 'weights'), about, join(root, 'never'))).toThrow(/<nowhere>/);
});
