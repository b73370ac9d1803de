import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportOptimum } from '#src/model/export/optimum.js';
import { ModelService } from '#src/model/service.js';
import { BASE, ME, text, written } from './service.js';

let models: string;
let model: ModelService;
beforeAll(() => {
  models = mkdtempSync(join(tmpdir(), 'kotobashi-optimum-'));
  exportOptimum(BASE, join(models, 'optimum'));
  model = new ModelService({ directory: models, threads: 1 });
});
afterAll(async () => {
  await model.close();
  rmSync(models, { recursive: true, force: true });
});

test('the common encoder / decoder-with-past layout translates, greedy and with beams', async () => {
  const source = text('The meeting has been postponed until next Friday because the manager is ill.');
  const requests = [1, 4].map((beam) => ({ from: 'en', to: 'ja', source, decode: { beam } }));
  for (const result of await model.translate(requests, ME)) {
    expect(written(result)).toMatch(/(会議|会合|ミーティング).*金曜|金曜.*(会議|会合|ミーティング)/);
    expect(result.finish).toBe('end');
  }
});

test('sentences of different length share a batch and leave it one by one', async () => {
  const sentences = ['No.', 'How much is this bag?', 'The meeting has been postponed until next Friday.'];
  const requests = sentences.map((sentence) => ({
    from: 'en',
    to: 'ja',
    source: text(sentence),
    decode: { beam: 2 },
  }));
  const [no, bag, meeting] = await model.translate(requests, ME);
  expect(written(no)).not.toBe('');
  expect(written(bag)).toMatch(/いくら/);
  expect(written(meeting)).toMatch(/会議|会合|ミーティング/);
});

test('placeholders and terms work there too', async () => {
  const source = [
    { kind: 'term', source: 'cats', target: 'ねこさん' },
    { kind: 'text', text: ' are sent to ' },
    { kind: 'placeholder', index: 1 },
    { kind: 'text', text: '.' },
  ] as const;
  const [result] = await model.translate([{ from: 'en', to: 'ja', source }], ME);
  expect(written(result)).toMatch(/ねこさん.*⟦1⟧/);
});

test('a folder without a manifest is understood from its own files', async () => {
  const other = mkdtempSync(join(tmpdir(), 'kotobashi-optimum-'));
  const folder = join(other, 'opus-mt-en-jap');
  try {
    exportOptimum(BASE, folder);
    rmSync(join(folder, 'manifest.json'));
    const config = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'));
    writeFileSync(join(folder, 'config.json'), JSON.stringify({ ...config, model_type: 'marian' }));
    for (const file of ['encoder_model.onnx', 'decoder_model_merged.onnx']) {
      renameSync(join(folder, 'onnx', file), join(folder, file));
    }
    const derived = new ModelService({ directory: other, threads: 1 });
    try {
      expect(derived.refused).toEqual([]);
      expect(derived.directions()).toEqual([{ from: 'en', to: 'ja' }]);
      // Without its language tag the model may answer in any language; the walk itself has to be whole.
      const [result] = await derived.translate(
        [{ from: 'en', to: 'ja', source: text('How much is this bag?') }],
        ME,
      );
      expect(result?.finish).toBe('end');
      expect(written(result)).not.toBe('');
    } finally {
      await derived.close();
    }
  } finally {
    rmSync(other, { recursive: true, force: true });
  }
});
