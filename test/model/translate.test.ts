import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SentenceRequest, SentenceTooLong, UnsupportedDirection } from '#src/model/port.js';
import { ModelService } from '#src/model/service.js';
import { ME, MODELS, text, written } from './service.js';

let model: ModelService;
beforeAll(() => {
  model = new ModelService({ directory: MODELS });
});
afterAll(() => model.close());

async function say(from: string, to: string, sentence: string): Promise<string> {
  const [result] = await model.translate([{ from, to, source: text(sentence) }], ME);
  return written(result);
}

describe('meaning comes through', () => {
  test.each([
    ['ja', 'en', '天気がいいから、散歩しましょう。', /(weather|fine).*walk|walk.*(weather|fine)/i],
    ['ja', 'en', '昨日の会議で新しいプロジェクトの予算が承認されました。', /budget/i],
    ['ja', 'en', 'この薬は1日3回、食後に服用してください。', /(medicine|drug|medication).*(three|3) times/i],
    [
      'en',
      'ja',
      'The meeting has been postponed until next Friday because the manager is ill.',
      /会議.*金曜|金曜.*会議/,
    ],
    ['en', 'ja', 'How much is this bag?', /(バッグ|かばん|カバン|鞄|袋).*いくら/],
    ['en', 'zh-CN', 'The meeting has been postponed until next Friday.', /会议.*(星期五|周五)/],
    ['en', 'zh-TW', 'The meeting has been postponed until next Friday.', /會議.*(星期五|週五|周五)/],
    ['zh-CN', 'en', '会议推迟到下周五了。', /meeting.*friday/i],
    ['zh-TW', 'en', '會議延到下週五了。', /meeting.*friday/i],
    ['ja', 'zh-CN', '昨日の会議で新しいプロジェクトの予算が承認されました。', /会议.*预算|预算.*会议/],
    ['zh-CN', 'ja', '昨天我在东京买了一本书。', /東京.*本.*買|本.*東京.*買/],
    ['ja', 'zh-TW', '会議は来週の金曜日に延期されました。', /會議.*(星期五|週五|周五)/],
  ])('%s → %s: %s', async (from, to, sentence, words) => {
    expect(await say(from, to, sentence)).toMatch(words);
  });

  test('Hong Kong Chinese is read and written, with its own words', async () => {
    expect(await say('en', 'zh-HK', 'The software has been updated.')).toMatch(/軟件/);
    expect(await say('zh-HK', 'en', '會議改期到星期五。')).toMatch(/meeting.*friday/i);
    expect(await say('zh-TW', 'zh-HK', '軟體更新已完成。')).toBe('軟件更新已完成。');
    expect(await say('zh-HK', 'zh-CN', '軟件更新已完成。')).toBe('软件更新已完成。');
  });

  test('the answer names the model and its version', async () => {
    const request = { from: 'ja', to: 'en', source: text('こんにちは。') };
    const [result] = await model.translate([request], ME);
    expect(result?.models.join('+')).toBe(model.version('ja', 'en'));
    expect(model.version('ja', 'en')).toMatch(/^kotobashi-base@\d/);
  });
});

describe('terms and placeholders', () => {
  test('a marked term appears as required, a placeholder once and in place', async () => {
    const [result] = await model.translate(
      [
        {
          from: 'en',
          to: 'ja',
          source: [
            { kind: 'text', text: 'The ' },
            { kind: 'term', source: 'quarterly report', target: '四半期レポート' },
            { kind: 'text', text: ' was sent to ' },
            { kind: 'placeholder', index: 0 },
            { kind: 'text', text: '.' },
          ],
        },
      ],
      ME,
    );
    expect(written(result)).toMatch(/四半期レポート.*⟦0⟧.*(送|届)/);
    expect(result?.target.filter((part) => part.kind === 'placeholder')).toHaveLength(1);
  });

  test('terms survive a direction that has to be asked for in two steps or one', async () => {
    const source = [
      { kind: 'term', source: '季度报告', target: '四半期レポート' },
      { kind: 'text', text: '已经发送给' },
      { kind: 'placeholder', index: 3 },
      { kind: 'text', text: '了。' },
    ] as const;
    const [result] = await model.translate([{ from: 'zh-CN', to: 'ja', source }], ME);
    expect(written(result)).toMatch(/四半期レポート.*⟦3⟧/);
  });

  test('marks, tags and placeholders that a user writes are text', async () => {
    const [result] = await model.translate(
      [{ from: 'en', to: 'ja', source: text('Write <x0> and <t> before <2zh> in the file.') }],
      ME,
    );
    expect(result?.target.every((part) => part.kind === 'text')).toBe(true);
    expect(written(result)).toContain('<x0>');
    expect(written(result)).toContain('<t>');
    expect(written(result)).toMatch(/前|書/);
  });

  test('required words are in the translation, whatever the model would have said', async () => {
    const requests: SentenceRequest[] = [
      {
        from: 'ja',
        to: 'en',
        source: text('このかばんはいくらですか？'),
        decode: { mustContain: ['handbag'] },
      },
      {
        from: 'en',
        to: 'ja',
        source: text('The quarterly report was sent to the office.'),
        decode: { mustContain: ['四半期レポート', '事務所'] },
      },
    ];
    const [english, japanese] = await model.translate(requests, ME);
    expect(written(english)).toMatch(/How much .*handbag/);
    expect(written(japanese)).toMatch(/四半期レポート.*事務所/);
  });
});

describe('decoding', () => {
  test('a sentence comes out the same alone and among many others', async () => {
    const sentences = [
      '天気がいいから、散歩しましょう。',
      'いいえ',
      '昨日の会議で新しいプロジェクトの予算が承認されましたので、来週から作業を始めることができます。',
      'この薬は1日3回、食後に服用してください。',
      'ファイルを保存しました。',
    ];
    const requests = sentences.map((sentence) => ({ from: 'ja', to: 'en', source: text(sentence) }));
    const alone: string[] = [];
    for (const request of requests) alone.push(written((await model.translate([request], ME))[0]));
    const crowd = Array.from({ length: 60 }, (_, i) => requests[(i * 7) % requests.length] ?? requests[0]);
    const together = await model.translate(
      crowd.flatMap((request) => request ?? []),
      ME,
    );
    for (const [i, result] of together.entries()) {
      expect(written(result)).toBe(alone[(i * 7) % requests.length]);
    }
  });

  test('more beams never give a less likely best hypothesis, and n-best come in order', async () => {
    const source = text('彼女は来ると言ったが、結局来なかった。');
    const [greedy] = await model.translate([{ from: 'ja', to: 'en', source, decode: { beam: 1 } }], ME);
    const decode = { beam: 4, nbest: 4, lengthPenalty: 1 };
    const [wide] = await model.translate([{ from: 'ja', to: 'en', source, decode }], ME);
    expect(wide?.alternatives.length).toBeGreaterThan(0);
    expect(wide?.score ?? -9).toBeGreaterThanOrEqual((greedy?.score ?? 0) - 0.1);
    const all = new Set([written(wide), ...(wide?.alternatives ?? []).map((h) => JSON.stringify(h.target))]);
    expect(all.size).toBe(1 + (wide?.alternatives.length ?? 0));
  });

  test('the domain steers the model without breaking it', async () => {
    for (const domain of ['it', 'wiki', 'dialogue', 'general', 'law', 'news', 'business'] as const) {
      const request = { from: 'en', to: 'ja', source: text('How much is this bag?'), domain };
      expect(written((await model.translate([request], ME))[0])).toMatch(/いくら|価格|値段|どれくらい/);
    }
  });

  test('an endless cry stays one, but does not grow without bound', async () => {
    const cry = 'ああ'.repeat(50);
    const [result] = await model.translate([{ from: 'ja', to: 'en', source: text(cry) }], ME);
    expect(['end', 'length']).toContain(result?.finish);
    expect(written(result)).not.toBe('');
    expect(written(result).length).toBeLessThan(4 * cry.length);
  });

  test('white space gives nothing instead of an invention', async () => {
    const [result] = await model.translate([{ from: 'en', to: 'ja', source: text(' \n ') }], ME);
    expect(result?.target).toEqual([]);
  });

  test('a sentence beyond the positions of the model is refused by name', async () => {
    const source = text('word '.repeat(2000));
    await expect(model.translate([{ from: 'en', to: 'ja', source }], ME)).rejects.toBeInstanceOf(
      SentenceTooLong,
    );
  });

  test('an unknown direction is refused by name', async () => {
    const request = { from: 'sw', to: 'ja', source: text('habari') };
    await expect(model.translate([request], ME)).rejects.toBeInstanceOf(UnsupportedDirection);
  });
});

describe('forced decoding', () => {
  test('the right translation is likelier than a wrong one, and every token has a state', async () => {
    const base = { from: 'ja', to: 'en', source: text('このかばんはいくらですか？'), hidden: true };
    const [right, wrong] = await model.force(
      [
        { ...base, target: 'How much is this bag?' },
        { ...base, target: 'The cat sleeps on the roof.' },
      ],
      ME,
    );
    const mean = (values: Float32Array | undefined) =>
      (values ?? new Float32Array()).reduce((sum, value) => sum + value, 0) / (values?.length ?? 1);
    expect(mean(right?.logProbabilities)).toBeGreaterThan(mean(wrong?.logProbabilities) + 2);
    expect(right?.logProbabilities.length).toBe(right?.tokens.length);
    expect(right?.hidden.length).toBe((right?.tokens.length ?? 0) * 512);
  });

  test('walking through the model’s own translation gives the score it was found with', async () => {
    const request = {
      from: 'ja',
      to: 'en',
      source: text('天気がいいから、散歩しましょう。'),
      decode: { beam: 1 },
    };
    const [found] = await model.translate([request], ME);
    const [trace] = await model.force([{ ...request, target: written(found) }], ME);
    const mean =
      (trace?.logProbabilities ?? new Float32Array()).reduce((a, b) => a + b, 0) /
      (trace?.tokens.length ?? 1);
    // The search chose among the tokens of its language, where each is a little likelier than among all.
    expect(found?.score ?? 0).toBeGreaterThanOrEqual(mean - 0.001);
    expect(found?.score ?? 0).toBeLessThan(mean + 0.1);
    expect(trace?.hidden.length).toBe(0);
  });
});
