import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SentenceRequest } from '#src/model/model-port.js';
import { ModelService } from '#src/model/service.js';
import { exportModel } from '../../trainer/graphs/export.js';
import { readPieces } from '../../trainer/graphs/pieces.js';
import { ABOUT, writeDraftHead, writeNoise } from './noise.js';
import { BASE, ME, text, written } from './service.js';

const VOCABULARY = 32_016;
const pieces = readPieces(readFileSync(join(BASE, 'spm.model'))).pieces;
const idOf = (piece: string) => {
  const id = pieces.findIndex((candidate) => candidate.text === piece);
  if (id < 0) throw new Error(`There is no piece ${piece}.`);
  return id;
};

/** What any sentence may use, what the two source words are translated with, and a word that is in the list only. */
const FREQUENT = ['▁the', '▁of', '▁and', '▁is'];
const WORDS: Readonly<Record<string, readonly string[]>> = {
  猫: ['▁cat', '▁old'],
  犬: ['▁dog', '▁house', '▁old'],
};
const OTHER = ['▁water', '▁book', '▁man', '▁world', '▁time', '▁people'];
const EVERY = [...FREQUENT, ...Object.values(WORDS).flat(), ...OTHER];

function numbers(...values: readonly number[]): Buffer {
  const bytes: number[] = [];
  for (let value of values) {
    for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) + 128);
    bytes.push(value);
  }
  return Buffer.from(bytes);
}

function list(words: readonly string[]): Buffer {
  const ids = words.map(idOf).sort((a, b) => a - b);
  return numbers(ids.length, ...ids.map((id, i) => id - (ids[i - 1] ?? 0)));
}

/** As the trainer writes it, for the tags of the only direction. */
function lexicalTable(from: number, to: number): Buffer {
  const lists = Array.from({ length: VOCABULARY }, (_, id) => list(WORDS[pieces[id]?.text ?? ''] ?? []));
  return Buffer.concat([numbers(1, VOCABULARY, 1, to, 1, from), list(FREQUENT), ...lists]);
}

let root: string;
let model: ModelService;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'kotobashi-lexical-table-'));
  const weights = join(root, 'weights');
  writeNoise(weights);
  const [english, japanese] = [idOf('<2en>'), idOf('<2ja>')];
  writeFileSync(
    join(weights, 'shortlists.json'),
    JSON.stringify({ [english]: EVERY.map(idOf), [japanese]: Object.keys(WORDS).map(idOf) }),
  );
  writeFileSync(join(weights, 'lexicon.bin'), lexicalTable(japanese, english));
  const manifest = exportModel(weights, ABOUT, join(root, 'models', 'noise'));
  expect(Object.keys(manifest.shortlist?.singleSentence ?? {})).toEqual(['en']);
  model = new ModelService({ directory: join(root, 'models'), threads: 1 });
});
afterAll(async () => {
  await model.close();
  rmSync(root, { recursive: true, force: true });
});

const ask = (source: string, beam: number): SentenceRequest => ({
  from: 'ja',
  to: 'en',
  source: text(source),
  decode: { beam, nbest: beam },
});
/** All words of all hypotheses; noise writes everything that it is allowed to, sooner or later. */
async function wordsOf(source: string): Promise<ReadonlySet<string>> {
  const results = await model.translate(
    [1, 2, 4, 8].map((beam) => ask(source, beam)),
    ME,
  );
  const texts = results.flatMap((result) =>
    [result, ...result.alternatives].map((one) => written({ ...result, ...one })),
  );
  return new Set(texts.flatMap((one) => one.split(/\s+/u)));
}

test('a sentence is written with common words and those that its own words are translated with', async () => {
  const cat = await wordsOf('猫');
  const dog = await wordsOf('犬');
  for (const word of [...OTHER, '▁dog', '▁house']) expect(cat).not.toContain(word.slice(1));
  for (const word of [...OTHER, '▁cat']) expect(dog).not.toContain(word.slice(1));
  expect([...cat, ...dog].some((word) => FREQUENT.includes(`▁${word}`))).toBe(true);
});

test('alone, with a few others and in a crowd the words are the same, and so are the scores', async () => {
  const requests = ['猫', '犬', '猫犬', '犬猫'].map((source) => ask(source, 1));
  const alone = [];
  for (const request of requests) alone.push(...(await model.translate([request], ME)));
  const few = await model.translate(requests.slice(0, 3), ME);
  const crowd = await model.translate([...requests, ...requests, ...requests], ME);
  expect(few.map(written)).toEqual(alone.slice(0, 3).map(written));
  expect(crowd.map(written)).toEqual([...alone, ...alone, ...alone].map(written));
  for (const [i, { score }] of crowd.entries()) expect(score).toBeCloseTo(alone[i % 4]?.score ?? 0, 2);
});

test('a draft, right or wrong, changes nothing of a translation', async () => {
  const weights = join(root, 'weights');
  writeDraftHead(weights);
  const manifest = exportModel(weights, ABOUT, join(root, 'speculative', 'noise'));
  expect(manifest.tables?.draftHead).toBeDefined();
  const requests = ['猫', '犬', '猫犬', '犬猫', '猫犬猫犬猫'].map((source) => ask(source, 1));
  const plain = [];
  for (const request of requests) plain.push(...(await model.translate([request], ME)));
  for (const draftLength of [0, 1, 3]) {
    const speculative = new ModelService({ directory: join(root, 'speculative'), threads: 1, draftLength });
    try {
      const some = [];
      for (const request of requests) some.push(...(await speculative.translate([request], ME)));
      expect(some.map(written)).toEqual(plain.map(written));
      for (const [i, { score }] of some.entries()) expect(score).toBeCloseTo(plain[i]?.score ?? 0, 3);
      const crowd = await speculative.translate([...requests, ...requests], ME);
      expect(crowd.map(written)).toEqual([...plain, ...plain].map(written));
    } finally {
      await speculative.close();
    }
  }
});

test('a lexical table that is not whole is refused with its name, although size and sum fit', async () => {
  const folder = join(root, 'broken', 'noise');
  exportModel(join(root, 'weights'), ABOUT, folder);
  const path = join(folder, 'lexical-table.bin');
  truncateSync(path, 30_000);
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
  manifest.files['lexical-table.bin'] = { bytes: 30_000, sha256 };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  const broken = new ModelService({ directory: join(root, 'broken'), threads: 1 });
  try {
    await expect(broken.translate([ask('猫', 1)], ME)).rejects.toThrow();
    expect(broken.refused.map(({ reason }) => reason).join()).toMatch(/lexical-table\.bin is not whole/);
  } finally {
    await broken.close();
  }
});
