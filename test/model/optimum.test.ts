import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ModelService } from '#src/model/service.js';
import { exportOptimum } from '../../bench/optimum/export.js';
import { sample } from '../setup/sample.js';
import { BASE, ME, text, written } from './service.js';

const SPLIT = ['encoder_model.onnx', 'decoder_model.onnx', 'decoder_with_past_model.onnx'];
const BAG = text('How much is this bag?');
const MEETING = text('The meeting has been postponed until next Friday because the manager is ill.');

let root: string;
/** With a manifest: the merged decoder, and the one in two graphs. */
let model: ModelService;
let split: ModelService;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'kotobashi-optimum-'));
  exportOptimum(BASE, join(root, 'merged', 'optimum'));
  exportOptimum(BASE, join(root, 'split', 'optimum'), 'split');
  model = new ModelService({ directory: join(root, 'merged'), threads: 1 });
  split = new ModelService({ directory: join(root, 'split'), threads: 1 });
});
afterAll(async () => {
  await model.close();
  await split.close();
  rmSync(root, { recursive: true, force: true });
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

test('a decoder in two graphs translates exactly like the merged one, alone, in a batch and with beams', async () => {
  const sources = [BAG, MEETING, text('No.'), text('The software has been updated.')];
  const requests = sample(sources, 2).flatMap((source) =>
    [1, 3].map((beam) => ({ from: 'en', to: 'ja', source, decode: { beam } })),
  );
  const [one, two] = [await model.translate(requests, ME), await split.translate(requests, ME)];
  expect(two.map(written)).toEqual(one.map(written));
  expect(written(two[0])).toMatch(/いくら/);
  for (const [i, { score }] of two.entries()) expect(score).toBeCloseTo(one[i]?.score ?? 0, 2);
  const forced = { from: 'en', to: 'ja', source: BAG, target: 'このバッグはいくらですか。' };
  const [trace] = await split.score([forced], ME);
  const [same] = await model.score([forced], ME);
  expect([...(trace?.tokens ?? [])]).toEqual([...(same?.tokens ?? [0])]);
  for (const [i, value] of (trace?.logProbabilities ?? []).entries()) {
    expect(value).toBeCloseTo(same?.logProbabilities[i] ?? 0, 3);
  }
});

test('half of a decoder in two graphs is refused with what is missing', async () => {
  const directory = join(root, 'half');
  install(join(directory, 'opus-mt-en-jap'), { graphs: SPLIT.slice(0, 2), config: { model_type: 'marian' } });
  const half = new ModelService({ directory, threads: 1 });
  try {
    await expect(half.translate([{ from: 'en', to: 'ja', source: BAG }], ME)).rejects.toThrow();
    expect(half.refused.map(({ reason }) => reason).join()).toMatch(/decoder_with_past_model\.onnx/);
  } finally {
    await half.close();
  }
});

interface TokenizerJson {
  readonly added_tokens: { content: string }[];
  readonly model: { readonly vocab: [string, number][] };
  readonly normalizer: { readonly normalizers: object[] };
}

interface Changes {
  readonly graphs?: readonly string[];
  readonly config: object;
  readonly tokenizer?: (json: TokenizerJson) => void;
}

/** A folder as Optimum leaves it, without a manifest: graphs at the top, and changes to the files beside them. */
function install(folder: string, { graphs = SPLIT, config, tokenizer }: Changes): void {
  const from = join(root, 'split', 'optimum');
  mkdirSync(folder, { recursive: true });
  for (const graph of graphs) linkSync(join(from, 'onnx', graph), join(folder, graph));
  const read = (file: string) => JSON.parse(readFileSync(join(from, file), 'utf8'));
  const json: TokenizerJson = read('tokenizer.json');
  tokenizer?.(json);
  writeFileSync(join(folder, 'tokenizer.json'), JSON.stringify(json));
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ ...read('config.json'), ...config }));
}

/** Calls the tags of our model by other names. */
function renamed(json: TokenizerJson, names: Readonly<Record<string, string>>): void {
  for (const token of json.added_tokens) token.content = names[token.content] ?? token.content;
  for (const entry of json.model.vocab) entry[0] = names[entry[0]] ?? entry[0];
}

describe('folders without a manifest are understood from their own files', () => {
  test('Marian: two languages by the name of the folder, nothing before the source', async () => {
    const directory = join(root, 'marian');
    install(join(directory, 'opus-mt-en-jap'), {
      config: { model_type: 'marian' },
      // Our weights want their tag: a Marian model would have been trained without it.
      tokenizer: (json) => json.normalizer.normalizers.push({ type: 'Prepend', prepend: '<2ja> ' }),
    });
    const marian = new ModelService({ directory, threads: 1 });
    try {
      expect(marian.refused).toEqual([]);
      expect(marian.directions()).toEqual([{ from: 'en', to: 'ja' }]);
      const results = await marian.translate(
        [BAG, MEETING].map((source) => ({ from: 'en', to: 'ja', source })),
        ME,
      );
      expect(results.map(({ finish }) => finish)).toEqual(['end', 'end']);
      expect(written(results[0])).toMatch(/(バッグ|かばん|カバン|鞄|袋).*いくら/);
      expect(written(results[1])).toMatch(/(会議|会合).*金曜/);
    } finally {
      await marian.close();
    }
  });

  // These families say the source's language before the source and begin the target with its own. Our weights read the
  // target's tag before the source, so each language is called by the other's name.
  test.each(
    sample(
      [
        ['M2M100', '__en__', '__ja__'],
        ['NLLB', 'eng_Latn', 'jpn_Jpan'],
      ] as const,
      2,
    ),
  )(
    '%s: languages by the tokens of the tokenizer, the target’s own as the first word',
    async (family, en, ja) => {
      const directory = join(root, family);
      install(join(directory, 'many'), {
        config: { model_type: 'm2m_100' },
        tokenizer: (json) => renamed(json, { '<2ja>': en, '<2en>': ja }),
      });
      const many = new ModelService({ directory, threads: 1 });
      try {
        expect(many.refused).toEqual([]);
        expect(many.directions()).toEqual(
          expect.arrayContaining([
            { from: 'en', to: 'ja' },
            { from: 'ja', to: 'en' },
          ]),
        );
        const [bag, file] = await many.translate(
          [
            { from: 'en', to: 'ja', source: BAG, decode: { beam: 2 } },
            { from: 'ja', to: 'en', source: text('ファイルを保存しました。') },
          ],
          ME,
        );
        expect(written(bag)).toMatch(/(バッグ|かばん|カバン|鞄|袋).*いくら/);
        expect(written(file)).toMatch(/file/i);
        // The tokens that name a language steer the model and are no text.
        expect(`${written(bag)}${written(file)}`).not.toMatch(/__|_Latn|_Jpan/);
      } finally {
        await many.close();
      }
    },
  );
});
