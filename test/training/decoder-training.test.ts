import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DerivedDecoder } from '#src/model/derived-decoder.js';
import { DecoderTrainer } from '#src/model/gradient/decoder-trainer.js';
import type { Lesson } from '#src/model/gradient/lesson-batch.js';
import { ModelService } from '#src/model/service.js';
import type { Trainable } from '#src/model/trainable.js';
import { textOf } from '#src/training/learn.js';
import { MANUAL_PAIRS } from './manual.js';

const PAIRS = MANUAL_PAIRS.slice(0, 12);
const CALL = { caller: 'test', priority: 'interactive' } as const;

let model: ModelService;
let trainable: Trainable;
let trainer: DecoderTrainer;
let lessons: readonly Lesson[];
let derived: DerivedDecoder;

beforeAll(async () => {
  model = new ModelService({ directory: 'models', threads: 1 });
  const opened = await model.trainable('en', 'ja', 'it', 1);
  if (opened === undefined) throw new Error('The base model can be trained.');
  trainable = opened;
  const read = await trainable.lessons(
    PAIRS.map(({ fromText, toText }) => ({ source: fromText, target: toText })),
  );
  lessons = read.filter((lesson) => lesson !== undefined);
  trainer = await DecoderTrainer.open({
    weights: trainable.weights,
    rank: 4,
    tokens: Int32Array.from({ length: trainable.weights.architecture.vocab_size }, (_, token) => token),
    optimizer: { momentum: 0.9, variance: 0.98, decay: 0 },
    intraOpThreads: 1,
  });
  // One factor of every product begins at zero, where the slope of the other vanishes: some steps lead away from there.
  for (let step = 0; step < 6; step++) await trainer.learn(lessons, 1e-3);
  derived = trainer.derive('test');
}, 120_000);
afterAll(async () => {
  await trainer.close();
  await trainable.close();
  await model.close();
});

async function loss(): Promise<number> {
  const logs = (await trainer.traces(lessons)).flatMap(({ logProbabilities }) => [...logProbabilities]);
  return -logs.reduce((sum, log) => sum + log, 0) / logs.length;
}

const request = (text: string, decoder?: DerivedDecoder) => ({
  from: 'en',
  to: 'ja',
  domain: 'it' as const,
  source: [{ kind: 'text' as const, text }],
  ...(decoder && { adaptation: { decoder } }),
});

describe('training the decoder', () => {
  // The products of the model are 8-bit, so that single numbers move the loss by steps; along a whole kind they even out.
  it.each(['.down', '.up', '.bias', '.gamma', '.beta'])(
    'has slopes at all %s that agree with differences of the loss',
    async (kind) => {
      const chosen = [...(await trainer.slopes(lessons))].filter(([name]) => name.endsWith(kind));
      const values = trainer.values();
      const steep = chosen.reduce((sum, [, slope]) => sum + slope.reduce((s, x) => s + x * x, 0), 0);
      const step = 0.02 / steep;
      const move = (size: number) => {
        for (const [name, slope] of chosen) {
          const numbers = values.get(name);
          for (const [at, x] of slope.entries()) if (numbers) numbers[at] = (numbers[at] ?? 0) + size * x;
        }
      };
      move(step);
      const above = await loss();
      move(-2 * step);
      const below = await loss();
      move(step);
      expect((above - below) / (2 * step * steep)).toBeGreaterThan(0.85);
      expect((above - below) / (2 * step * steep)).toBeLessThan(1.15);
    },
    60_000,
  );

  it('makes its lessons more probable, step by step', async () => {
    const before = await loss();
    const values = trainer.snapshot();
    for (let step = 0; step < 4; step++) await trainer.learn(lessons, 1e-3);
    expect(await loss()).toBeLessThan(before - 0.05);
    trainer.restore(values);
    expect(await loss()).toBeCloseTo(before, 4);
  }, 60_000);

  it('gives a decoder that serves with the probabilities it had in training', async () => {
    const trained = await trainer.traces(lessons);
    const served = await model.force(
      PAIRS.map(({ fromText, toText }) => ({ ...request(fromText, derived), target: toText })),
      CALL,
    );
    for (const [at, { logProbabilities }] of served.entries()) {
      const mean = (logs: Float32Array) => logs.reduce((sum, log) => sum + log, 0) / logs.length;
      expect(mean(logProbabilities)).toBeCloseTo(
        mean(trained[at]?.logProbabilities ?? new Float32Array()),
        1,
      );
    }
  });

  it('leaves out a pair that is too long for the model', async () => {
    const long = Array.from({ length: 600 }, (_, at) => `word${at}`).join(' ');
    const read = await trainable.lessons([
      { source: long, target: '長い。' },
      { source: 'Short.', target: '短い。' },
    ]);
    expect(read.map((lesson) => lesson !== undefined)).toEqual([false, true]);
  });

  it('reads a way of writing that the model does not know as the one that stands in for it', async () => {
    const targets = [];
    for (const [to, target] of [
      ['zh-HK', '安裝軟件。'],
      ['zh-TW', '安裝軟體。'],
    ] as const) {
      const opened = await model.trainable('en', to, 'it', 1);
      const read = await opened?.lessons([{ source: 'Install the software.', target }]);
      targets.push(read?.[0]?.target);
      await opened?.close();
    }
    expect(targets[0]).toBeInstanceOf(Int32Array);
    expect(targets[0]).toEqual(targets[1]);
  }, 60_000);
});

describe('sentences with different decoders', () => {
  const sources = PAIRS.map(({ fromText }) => fromText);
  const translate = async (decoders: readonly (DerivedDecoder | undefined)[]) => {
    const results = await model.translate(
      decoders.flatMap((decoder) => sources.map((source) => request(source, decoder))),
      CALL,
    );
    return results.map(({ target }) => textOf(target));
  };

  it('are translated side by side as if they were alone', async () => {
    const [base, own] = [await translate([undefined]), await translate([derived])];
    expect(own).not.toEqual(base);
    expect(await translate([undefined, derived])).toEqual([...base, ...own]);
  }, 60_000);

  it('are served however many decoders there are, each the same every time', async () => {
    const many = Array.from({ length: 3 }, (_, at) => ({ ...derived, key: `decoder ${at}` }));
    const own = await translate([derived]);
    for (const decoder of [...many, ...many]) expect(await translate([decoder])).toEqual(own);
  }, 60_000);
});
