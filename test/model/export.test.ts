import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportModel } from '#src/model/export/export.js';
import { ModelService } from '#src/model/service.js';
import { ABOUT, writeNoise } from './noise.js';
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

test('a symbol that neither the tokenizer nor tokens.json knows ends the export with its name', () => {
  const about = { ...ABOUT, domains: { ...ABOUT.domains, business: '<nowhere>' } };
  expect(() => exportModel(join(root, 'weights'), about, join(root, 'never'))).toThrow(/<nowhere>/);
});
