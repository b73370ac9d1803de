import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { ModelBusy } from '#src/model/model-port.js';
import { ModelService } from '#src/model/service.js';
import { MODELS, text, written } from './service.js';

/** Rows that are decoded at a time. */
const ROWS = 8;
const LIMIT = 40;
let model: ModelService;
beforeAll(async () => {
  model = new ModelService({ directory: MODELS, threads: 1, maxRows: ROWS, queueLimit: LIMIT });
  await model.translate([request('はい。')], { fairnessKey: 'warm-up', priority: 'interactive' });
});
afterAll(() => model.close());

function request(sentence: string) {
  return { from: 'ja', to: 'en', source: text(sentence) };
}

const LONG = '昨日の会議で新しいプロジェクトの予算が承認されましたので、来週から作業を始めることができます。';

test('one sentence of another caller does not wait for all of the first', async () => {
  let crowdDone = false;
  // Alike, they end batch by batch: behind the last batch, the other would come after the end of all.
  const crowd = model
    .translate(
      Array.from({ length: 3 * ROWS }, () => request(LONG)),
      { fairnessKey: 'crowd', priority: 'interactive' },
    )
    .then(() => {
      crowdDone = true;
    });
  const [single] = await model.translate([request('ファイルを保存しました。')], {
    fairnessKey: 'single',
    priority: 'interactive',
  });
  expect(crowdDone).toBe(false);
  expect(written(single)).toMatch(/file/i);
  await crowd;
});

test('nor for a whole batch of the first: a slot is free for it at once', async () => {
  let ended = 0;
  const crowd = Array.from({ length: 2 * ROWS }, () =>
    model.translate([request(LONG)], { fairnessKey: 'crowd', priority: 'interactive' }).then(() => {
      ended += 1;
    }),
  );
  await model.translate([request(LONG)], { fairnessKey: 'single', priority: 'interactive' });
  // Four of the eight rows are the crowd's share; all of them began before.
  expect(ended).toBeLessThan(ROWS);
  await Promise.all(crowd);
});

test('nor for those of a beam, each of which takes as many places', async () => {
  let ended = 0;
  const crowd = Array.from({ length: 10 }, () =>
    model
      .translate([{ ...request(LONG), decode: { beam: 4 } }], {
        fairnessKey: 'crowd',
        priority: 'interactive',
      })
      .then(() => {
        ended += 1;
      }),
  );
  await model.translate([request('ファイルを保存しました。')], {
    fairnessKey: 'single',
    priority: 'interactive',
  });
  expect(ended).toBeLessThan(8);
  await Promise.all(crowd);
});

test('interactive work is taken before background work', async () => {
  const order: string[] = [];
  const background = model
    .translate(
      Array.from({ length: 3 * ROWS }, () => request(LONG)),
      { fairnessKey: 'night', priority: 'background' },
    )
    .then(() => order.push('background'));
  const interactive = model
    .translate(
      Array.from({ length: ROWS }, () => request('いいえ')),
      { fairnessKey: 'day', priority: 'interactive' },
    )
    .then(() => order.push('interactive'));
  await Promise.all([background, interactive]);
  expect(order).toEqual(['interactive', 'background']);
});

test('more than the queue holds is refused whole, by name, and the rest is served', async () => {
  const first = model.translate(
    Array.from({ length: 30 }, () => request('はい。')),
    { fairnessKey: 'first', priority: 'interactive' },
  );
  const tooMany = Array.from({ length: LIMIT + 1 }, () => request('いいえ'));
  await expect(
    model.translate(tooMany, { fairnessKey: 'second', priority: 'interactive' }),
  ).rejects.toBeInstanceOf(ModelBusy);
  expect(await first).toHaveLength(30);
});

test('an aborted call ends at once and gives its place back', async () => {
  const stop = new AbortController();
  const aborted = model.translate(
    Array.from({ length: LIMIT - 4 }, () => request(LONG)),
    { fairnessKey: 'gone', priority: 'interactive', signal: stop.signal },
  );
  const failure = expect(aborted).rejects.toThrow('enough');
  stop.abort(new Error('enough'));
  await failure;
  // All places are free again: the work is gone, not only its promise.
  const after = await model.translate(
    Array.from({ length: LIMIT }, () => request('はい。')),
    { fairnessKey: 'next', priority: 'interactive' },
  );
  expect(after).toHaveLength(LIMIT);
});

test('a signal that is already aborted starts nothing', async () => {
  const signal = AbortSignal.abort(new Error('too late'));
  const options = { fairnessKey: 'late', priority: 'interactive', signal } as const;
  await expect(model.translate([request('はい。')], options)).rejects.toThrow('too late');
});

test('a service closed in the middle of its work refuses what is left and ends cleanly', async () => {
  const brief = new ModelService({ directory: inject('noiseModels'), threads: 1, maxRows: ROWS });
  await brief.translate([request('はい。')], { fairnessKey: 'warm-up', priority: 'interactive' });
  const work = brief.translate(
    Array.from({ length: 30 }, () => request(LONG)),
    { fairnessKey: 'me', priority: 'interactive' },
  );
  const refused = expect(work).rejects.toThrow('closed');
  await brief.close();
  await refused;
  await brief.close();
});

test('what comes while only the first thread has loaded is translated, and a close meanwhile ends cleanly', async () => {
  const two = new ModelService({ directory: MODELS, threads: 2, maxRows: ROWS });
  const sentences = ['はい。', 'ファイルを保存しました。', 'いいえ。', '今日は天気がいいです。'];
  const results = await two.translate(sentences.map(request), {
    fairnessKey: 'first',
    priority: 'interactive',
  });
  const closing = two.close();
  await expect(
    two.translate([request('はい。')], { fairnessKey: 'late', priority: 'interactive' }),
  ).rejects.toThrow();
  await closing;
  expect(results.map(written).every((sentence) => sentence.length > 0)).toBe(true);
  expect(written(results[1])).toMatch(/file/i);
});
