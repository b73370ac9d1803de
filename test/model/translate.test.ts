import { describe, expect, test } from 'vitest';
import { type Hypothesis, SentenceTooLong, UnsupportedDirection } from '#src/model/model-port.js';
import { chrf, sentenceChrf } from '#src/quality/chrf.js';
import { sharedModel } from '../setup/model.js';
import { ME, text, written } from './service.js';

const model = sharedModel();

async function say(from: string, to: string, sentence: string): Promise<string> {
  const [result] = await model.translate([{ from, to, source: text(sentence) }], ME);
  return written(result);
}

/** Sentences with a translation each, of different things. */
const REFERENCES: readonly (readonly [from: string, to: string, source: string, reference: string])[] = [
  ['ja', 'en', '天気がいいから、散歩しましょう。', "The weather is nice, so let's go for a walk."],
  ['ja', 'en', '昨日の会議で予算が承認されました。', 'The budget was approved at the meeting yesterday.'],
  ['ja', 'en', 'この薬は食後に服用してください。', 'Please take this medicine after meals.'],
  ['zh-CN', 'en', '图书馆星期天不开门。', 'The library is not open on Sundays.'],
  ['zh-TW', 'en', '火車因為下雪誤點了。', 'The train was late because of the snow.'],
  ['en', 'ja', 'The meeting has been postponed until next Friday.', '会議は来週の金曜日に延期されました。'],
  ['en', 'ja', 'How much is this bag?', 'このバッグはいくらですか？'],
  ['zh-CN', 'ja', '昨天我在东京买了一本书。', '昨日、私は東京で本を一冊買いました。'],
  ['en', 'zh-CN', 'The meeting has been postponed until next Friday.', '会议推迟到了下周五。'],
  ['ja', 'zh-CN', '昨日、東京で本を買いました。', '昨天在东京买了书。'],
  ['en', 'zh-TW', 'The meeting has been postponed until next Friday.', '會議延到下週五。'],
  ['ja', 'zh-TW', '電車は雪で遅れました。', '火車因為下雪而誤點。'],
];

describe('meaning comes through', () => {
  test('every translation is nearer to its own reference than to those of other sentences', async () => {
    const results = await model.translate(
      REFERENCES.map(([from, to, source]) => ({ from, to, source: text(source) })),
      ME,
    );
    for (const [i, [from, to, source, reference]] of REFERENCES.entries()) {
      const translation = written(results[i]);
      const others = REFERENCES.filter(([, lang, , other]) => lang === to && other !== reference);
      for (const [, , , other] of others) {
        const [own, wrong] = [chrf([translation], [reference]), chrf([translation], [other])];
        expect(own, `${from} → ${to}: ${source} → ${translation}`).toBeGreaterThan(wrong);
      }
    }
  });

  test('Hong Kong Chinese is read and written, with its own words', async () => {
    expect(await say('en', 'zh-HK', 'The software has been updated.')).toMatch(/軟件/);
    const english = await say('zh-HK', 'en', '會議改期到星期五。');
    expect(chrf([english], ['The meeting was postponed to Friday.'])).toBeGreaterThan(
      chrf([english], ['The train was late because of the snow.']),
    );
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
});

/** Long enough to have hypotheses that differ in more than a word. */
const LONG = [
  '昨日の会議で新しいプロジェクトの予算が承認されましたので、来週から作業を始めることができます。',
  '安全弁が開いたことで設備の圧力が解放され、原油がパッド上を流れ、55,000バレルを収容できるタンクに流れ込みました。',
  '電車が雪で遅れたため、空港に着いたときには飛行機はもう出発していました。',
  '彼は子どものころから絵を描くのが好きで、大人になってからは美術館で働いています。',
];

/** All that a beam of four found. */
async function hypotheses(sentence: string): Promise<readonly Hypothesis[]> {
  const decode = { beam: 4, nbest: 4, lengthPenalty: 1 };
  const [wide] = await model.translate([{ from: 'ja', to: 'en', source: text(sentence), decode }], ME);
  const all = wide === undefined ? [] : [wide, ...wide.alternatives];
  expect(all.length).toBeGreaterThan(2);
  expect(all.map(({ finish }) => finish)).toEqual(all.map(() => 'end'));
  return all;
}

/** Sum of log-probabilities over ((5 + length) / 6), end mark included (Wu et al. 2016). */
function normalised({ score, tokens }: Hypothesis): number {
  return (score * (tokens + 1) * 6) / (5 + tokens + 1);
}

/** Mean chrF with all hypotheses, itself among them; 0 to 1. */
function agreement(one: Hypothesis, all: readonly Hypothesis[]): number {
  const shares = all.map((other) => sentenceChrf(written(one), written(other)) / 100);
  return shares.reduce((sum, share) => sum + share, 0) / all.length;
}

describe('decoding', () => {
  test.each([
    ['greedily', 60, { beam: 1 }],
    ['with beams that are given up on the way', 18, { beam: 4, isPruned: true }],
  ])('a sentence comes out the same alone and among many others, %s', async (_, crowded, decode) => {
    const sentences = [
      '天気がいいから、散歩しましょう。',
      'いいえ',
      '昨日の会議で新しいプロジェクトの予算が承認されましたので、来週から作業を始めることができます。',
      // Long enough that what is cached of it outgrows its first buffers.
      '安全弁が開いたことで設備の圧力が解放され、原油がパッド上を流れ、55,000バレルを収容できるタンクに流れ込みました。',
      'この薬は1日3回、食後に服用してください。',
      'ファイルを保存しました。',
    ];
    const requests = sentences.map((sentence) => ({ from: 'ja', to: 'en', source: text(sentence), decode }));
    const alone: string[] = [];
    for (const request of requests) alone.push(written((await model.translate([request], ME))[0]));
    const crowd = Array.from(
      { length: crowded },
      (_, i) => requests[(i * 7) % requests.length] ?? requests[0],
    );
    const together = await model.translate(
      crowd.flatMap((request) => request ?? []),
      ME,
    );
    for (const [i, result] of together.entries()) {
      expect(written(result)).toBe(alone[(i * 7) % requests.length]);
    }
  });

  test('n-best come best first by normalised score, and no two alike', async () => {
    const all = await hypotheses('林檎');
    const likely = all.map(normalised);
    for (const [i, value] of likely.entries()) {
      expect(value).toBeLessThanOrEqual((likely[i - 1] ?? 0) + 1e-5);
    }
    expect(new Set(all.map(({ target }) => JSON.stringify(target))).size).toBe(all.length);
  });

  test('a search that gives hypotheses up has several left, no two alike, and each keeps to the rules', async () => {
    const decode = { beam: 4, nbest: 4, isPruned: true };
    const source = [
      { kind: 'text', text: 'The report that ' },
      { kind: 'placeholder', index: 0 },
      { kind: 'text', text: ' had promised for the end of the week was sent to all of us only yesterday.' },
    ] as const;
    const [first] = await model.translate([{ from: 'en', to: 'ja', source, decode }], ME);
    const all = first === undefined ? [] : [first, ...first.alternatives];
    expect(all.length).toBeGreaterThan(1);
    expect(new Set(all.map(({ target }) => JSON.stringify(target))).size).toBe(all.length);
    for (const { target, finish } of all) {
      expect(finish).toBe('end');
      expect(target.filter(({ kind }) => kind === 'placeholder')).toHaveLength(1);
    }
  });

  test('of a sentence that hypothesis comes first which is likely and says what the others say', async () => {
    const lists = await Promise.all(LONG.map(hypotheses));
    for (const all of lists) {
      const weights = all.map((one) => normalised(one) + 5 * agreement(one, all));
      for (const [i, weight] of weights.entries()) {
        expect(weight).toBeLessThanOrEqual((weights[i - 1] ?? Number.POSITIVE_INFINITY) + 1e-5);
      }
    }
    // The most likely one is not always the first: otherwise nothing would have been chosen.
    const likeliest = lists.map((all) => Math.max(...all.map(normalised)));
    expect(lists.some(([first], i) => first !== undefined && normalised(first) < (likeliest[i] ?? 0))).toBe(
      true,
    );
  });

  test('the domain reaches the model, and it goes on translating', async () => {
    const [, , , , , , [from, to, source, reference] = ['', '', '', '']] = REFERENCES;
    const base = { from, to, source: text(source) };
    const [plain, talk] = await model.score(
      [
        { ...base, target: reference },
        { ...base, target: reference, domain: 'dialogue' },
      ],
      ME,
    );
    expect(talk?.tokens).toEqual(plain?.tokens);
    expect(talk?.logProbabilities).not.toEqual(plain?.logProbabilities);
    const [result] = await model.translate([{ ...base, domain: 'dialogue' }], ME);
    const other = REFERENCES[5]?.[3] ?? '';
    expect(chrf([written(result)], [reference])).toBeGreaterThan(chrf([written(result)], [other]));
  });

  test('an endless cry stays one, but does not grow without bound', async () => {
    const cry = 'ああ'.repeat(50);
    const [result] = await model.translate([{ from: 'ja', to: 'en', source: text(cry) }], ME);
    expect(['end', 'length']).toContain(result?.finish);
    expect(written(result)).not.toBe('');
    // Tokens, because they are what is bounded: how many letters a cry has depends on the model.
    expect(result?.tokens).toBeLessThan(4 * cry.length);
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
    const base = { from: 'ja', to: 'en', source: text('このかばんはいくらですか？'), states: true };
    const [right, wrong] = await model.score(
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
    expect(right?.states.length).toBe((right?.tokens.length ?? 0) * 512);
  });

  test('forced decoding of the model’s own translation gives the score it was found with', async () => {
    const request = {
      from: 'ja',
      to: 'en',
      source: text('天気がいいから、散歩しましょう。'),
      decode: { beam: 1 },
    };
    const [found] = await model.translate([request], ME);
    const [trace] = await model.score([{ ...request, target: written(found) }], ME);
    const mean =
      (trace?.logProbabilities ?? new Float32Array()).reduce((a, b) => a + b, 0) /
      (trace?.tokens.length ?? 1);
    // The search chose among the tokens of its language, where each is a little likelier than among all.
    expect(found?.score ?? 0).toBeGreaterThanOrEqual(mean - 0.001);
    expect(found?.score ?? 0).toBeLessThan(mean + 0.1);
    expect(trace?.states.length).toBe(0);
  });
});
