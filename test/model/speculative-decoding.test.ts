import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readModel } from '#src/model/folder/installed.js';
import { readTables } from '#src/model/folder/tables.js';
import type { Hypothesis } from '#src/model/model-port.js';
import { Engine } from '#src/model/thread/engine.js';
import { chrf } from '#src/quality/chrf.js';
import { BASE, text } from './service.js';

const SENTENCES = [
  ['en', 'ja', 'The committee will meet again on Friday to decide where the new library should be built.'],
  ['ja', 'en', '電車が遅れたので、会議に間に合いませんでした。'],
  ['en', 'zh-CN', 'Please save your work before you close the window, or your changes will be lost.'],
  ['zh-CN', 'ja', '昨天晚上下了很大的雨，所以今天路上有很多水。'],
] as const;

/** Sums of several rows are rounded in another order than those of one: now and then another word is as good. */
function likeness(one: Hypothesis | undefined, other: Hypothesis): number {
  const [a = '', b = ''] = [one, other].map((some) =>
    some?.target.map((part) => (part.kind === 'text' ? part.text : '')).join(''),
  );
  return a === b ? 100 : chrf([a], [b]);
}

/** What a model that is alone with a sentence makes of it, and in how many steps. */
async function decode(engine: Engine, [from, to, source]: (typeof SENTENCES)[number], id: number) {
  engine.add({ id, model: 'base', from, to, source: text(source), decode: { beam: 1 } });
  for (let steps = 1; ; steps++) {
    const [done] = await engine.round();
    const [best] = done?.outcome.hypotheses ?? [];
    if (best !== undefined) return { steps, best };
  }
}

describe('speculative decoding', () => {
  const engines: Engine[] = [];
  const { manifest } = readModel(BASE);
  beforeAll(async () => {
    const tables = await readTables(BASE, manifest);
    if (tables === undefined) throw new Error('The base model is in our own layout.');
    for (const draftLength of [0, 3]) {
      const settings = {
        draftLength,
        threads: 1,
        maxRows: 4,
        encoderTokens: 256,
        encoderThreads: 2,
        inFlight: Int32Array.of(1),
      };
      engines.push(await Engine.load({ folder: BASE, manifest, tables, settings }));
    }
  });
  afterAll(async () => {
    for (const engine of engines) await engine.close();
  });

  test('says the same in far fewer steps', async () => {
    const [plain, speculative] = engines;
    if (plain === undefined || speculative === undefined) throw new Error('The engines were not loaded.');
    let [tokens, steps, same] = [0, 0, 0];
    for (const [i, sentence] of SENTENCES.entries()) {
      const slow = await decode(plain, sentence, i);
      const fast = await decode(speculative, sentence, i);
      expect(slow.steps).toBe(slow.best.tokens + 1);
      expect(likeness(fast.best, slow.best)).toBeGreaterThan(60);
      expect(fast.best.score).toBeCloseTo(slow.best.score, 1);
      if (likeness(fast.best, slow.best) === 100) same++;
      tokens += slow.steps;
      steps += fast.steps;
    }
    expect(same).toBeGreaterThanOrEqual(SENTENCES.length - 1);
    expect(steps).toBeLessThan(tokens * 0.8);
  });

  test('goes on by itself when others join in the middle and leave again', async () => {
    const [plain, speculative] = engines;
    if (plain === undefined || speculative === undefined) throw new Error('The engines were not loaded.');
    const expected = [];
    for (const [i, sentence] of SENTENCES.entries()) expected.push((await decode(plain, sentence, i)).best);
    const got = new Map<number, Hypothesis>();
    const add = (id: number) => {
      const [from, to, source] = SENTENCES[id] ?? SENTENCES[0];
      speculative.add({ id, model: 'base', from, to, source: text(source), decode: { beam: 1 } });
    };
    add(0);
    for (let round = 0; got.size < SENTENCES.length; round++) {
      if (round === 2) add(1);
      if (round === 4) add(2);
      if (round === 30) add(3);
      for (const { id, outcome } of await speculative.round()) {
        for (const best of outcome.hypotheses) got.set(id, best);
      }
    }
    for (const [id, best] of expected.entries()) expect(likeness(got.get(id), best)).toBeGreaterThan(60);
  });
});
