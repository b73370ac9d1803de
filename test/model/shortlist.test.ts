import {
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SentenceRequest, SentenceResult } from '#src/model/model-port.js';
import { ModelService } from '#src/model/service.js';
import { sharedModel } from '../setup/model.js';
import { BASE, ME, text, written } from './service.js';

let directory: string;
const listed = sharedModel();
/** The same weights without lists: every row goes through the whole output layer. */
let whole: ModelService;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'kotobashi-whole-'));
  mkdirSync(join(directory, 'whole'));
  for (const file of readdirSync(BASE)) linkOrCopy(join(BASE, file), join(directory, 'whole', file));
  const { outputs, ...manifest } = JSON.parse(readFileSync(join(BASE, 'manifest.json'), 'utf8'));
  expect(Object.keys(outputs)).toEqual(expect.arrayContaining(['en', 'ja', 'zh-CN', 'zh-TW']));
  rmSync(join(directory, 'whole', 'manifest.json'));
  writeFileSync(join(directory, 'whole', 'manifest.json'), JSON.stringify({ ...manifest, name: 'whole' }));
  whole = new ModelService({ directory, threads: 1 });
});
afterAll(async () => {
  await whole.close();
  rmSync(directory, { recursive: true, force: true });
});

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

/** In a batch a last bit may fall the other way, and two services seldom have the same batches. */
async function oneByOne(
  service: ModelService,
  requests: readonly SentenceRequest[],
): Promise<SentenceResult[]> {
  const results: SentenceResult[] = [];
  for (const request of requests) results.push(...(await service.translate([request], ME)));
  return results;
}

const ORDINARY: readonly SentenceRequest[] = [
  { from: 'ja', to: 'en', source: text('昨日の会議で新しいプロジェクトの予算が承認されました。') },
  { from: 'ja', to: 'en', source: text('この薬は1日3回、食後に服用してください。') },
  { from: 'en', to: 'ja', source: text('The meeting has been postponed until next Friday.') },
  { from: 'en', to: 'ja', source: text('Click Save to store 1,024 files in C:\\data\\report_2024.txt.') },
  { from: 'en', to: 'zh-CN', source: text('The budget of the new project was approved yesterday.') },
  { from: 'en', to: 'zh-TW', source: text('How much is this bag?') },
  { from: 'zh-CN', to: 'ja', source: text('昨天我在东京买了一本书。') },
];

test('an ordinary sentence reads the same with its language’s tokens as with all tokens', async () => {
  const short = await oneByOne(listed, ORDINARY);
  const long = await oneByOne(whole, ORDINARY);
  expect(short.map(written)).toEqual(long.map(written));
  // Among fewer tokens the chosen ones are likelier: that is how to see that the list was used.
  for (const [i, { score }] of short.entries()) expect(score).toBeGreaterThan((long[i]?.score ?? 0) + 0.005);
});

/** Words that neither language uses, and a term that asks for a word that Japanese text never uses. */
const UNUSUAL: readonly SentenceRequest[] = [
  { from: 'ja', to: 'en', source: text('中国語の「数据」は「データ」という意味です。') },
  { from: 'en', to: 'ja', source: text('The Chinese word 数据 means data.') },
  {
    from: 'en',
    to: 'ja',
    source: [
      { kind: 'text', text: 'The ' },
      { kind: 'term', source: 'Portuguese edition', target: 'the Portuguese edition' },
      { kind: 'text', text: ' will be published next year.' },
    ],
  },
];

test('words that are strange to both languages, and terms that are, find all tokens to choose from', async () => {
  const short = await oneByOne(listed, UNUSUAL);
  const long = await oneByOne(whole, UNUSUAL);
  expect(short.map(written)).toEqual(long.map(written));
  for (const [i, { score }] of short.entries()) expect(score).toBeCloseTo(long[i]?.score ?? 0, 3);
});

test('neighbours with other lists, or with all tokens change nothing', async () => {
  const requests: SentenceRequest[] = [
    ...ORDINARY,
    ...UNUSUAL,
    { from: 'ja', to: 'en', source: text('ファイルを保存しました。'), decode: { beam: 3 } },
  ];
  const alone: string[] = [];
  for (const request of requests) alone.push(written((await listed.translate([request], ME))[0]));
  const crowd = [...requests, ...requests.toReversed(), ...requests];
  const [together] = await Promise.all([
    listed.translate(crowd, ME),
    listed.score([{ from: 'ja', to: 'en', source: text('はい。'), target: 'Yes.' }], ME),
  ]);
  const expected = [...alone, ...alone.toReversed(), ...alone];
  expect(together.map(written)).toEqual(expected);
});
