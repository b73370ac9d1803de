import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';
import { sample } from '../setup/sample.js';
import { dataOf } from './expectations.js';

let app: TestApp;
let acme: Tenant;
beforeAll(async () => {
  app = await testApp({ ratePerMinute: 10_000 });
  acme = await app.tenant();
});
afterAll(() => app.close());

/** `npm run test:all` sends a hundred thousand strings. */
const WHOLE_MS = 4 * 60 * 60_000;
const AT_ONCE = 200;

type Engine = 't4oo' | 'real-time' | 'custom';

interface Explained {
  readonly untranslated?: true;
  readonly checks: readonly { readonly check: string; readonly outcome: string }[];
  readonly sentences: readonly { readonly quality?: number; readonly by: string }[];
}

interface Translated {
  readonly texts: readonly string[];
  readonly explain: readonly Explained[];
}

async function translate(
  sourceLang: string,
  targetLang: string,
  text: readonly string[],
  engine: Engine = 't4oo',
): Promise<Translated> {
  const answer = await app.call(acme, '/api/v1/translate', {
    body: { fieldId: '1', text, sourceLang, targetLang, contractId: acme.contracts[engine].id },
    headers: { 'x-explain': '1' },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const { translationResult, explain } = dataOf(answer) as {
    readonly translationResult: readonly { readonly translatedText: string }[];
    readonly explain: readonly Explained[];
  };
  return { texts: translationResult.map(({ translatedText }) => translatedText), explain };
}

async function withTerms(
  fromLang: string,
  toLang: string,
  terms: Readonly<Record<string, string>>,
  work: () => Promise<void>,
): Promise<void> {
  const entries = Object.entries(terms).map(([fromText, toText]) => ({ fromLang, fromText, toLang, toText }));
  expect((await app.call(acme, '/api/v1/dictionary/bulk', { body: entries })).status).toBe(200);
  try {
    await work();
  } finally {
    await app.call(acme, '/api/v1/dictionary/dictionary-all', { method: 'DELETE' });
  }
}

const NOT = /\b(?:not|never|without|cannot|no)\b|n['’]t\b/i;

/** Verbs with what they do it to: before ない, and before て. */
const VERBS: readonly (readonly [
  lemma: string,
  negative: string,
  te: string,
  object: string,
  target: RegExp,
])[] = [
  ['分解する', '分解し', '分解して', '装置', /\bdismantl(?:e|es|ed|ing)\b/i],
  ['押す', '押さ', '押して', 'ボタン', /\bdepress(?:es|ed|ing)?\b/i],
  ['取り外す', '取り外さ', '取り外して', 'カバー', /\bdetach(?:es|ed|ing)?\b/i],
  ['開ける', '開け', '開けて', '箱', /\bunseal(?:s|ed|ing)?\b/i],
  ['削除する', '削除し', '削除して', 'ファイル', /\beras(?:e|es|ed|ing)\b/i],
  ['止める', '止め', '止めて', '機械', /\bhalt(?:s|ed|ing)?\b/i],
];
const ENGLISH: Readonly<Record<string, string>> = {
  分解する: 'dismantle',
  押す: 'depress',
  取り外す: 'detach',
  開ける: 'unseal',
  削除する: 'erase',
  止める: 'halt',
};

describe('a verb in the dictionary', () => {
  it.each(['t4oo', 'real-time'] as const)(
    'stands for its lemma and leaves "not" to the sentence: %s',
    async (engine) => {
      await withTerms('ja', 'en', ENGLISH, async () => {
        const sentences = sample(VERBS, 3).flatMap(([, negative, te, object, target]) =>
          [
            `${object}を${negative}ないでください。`,
            `彼は${object}を${negative}なかった。`,
            `${object}を${te}はいけません。`,
            `${object}を${negative}なければ、作業は終わらない。`,
          ].map((text) => ({ text, target })),
        );
        const { texts } = await translate(
          'ja',
          'en',
          sentences.map(({ text }) => text),
          engine,
        );
        for (const [at, text] of texts.entries()) {
          expect(text, sentences[at]?.text).toMatch(NOT);
          expect(text, sentences[at]?.text).toMatch(sentences[at]?.target ?? /^$/);
        }
      });
    },
  );

  it.each([
    ['彼は装置を分解した。', /\bdismantled\b/],
    ['装置は分解されました。', /\b(?:was|were|been) dismantled\b/],
    ['装置を分解せずに運んでください。', /without dismantling/],
    ['彼は装置を分解しなかった。', /\b(?:did not|didn['’]t) dismantle\b/],
    ['装置は分解できません。', /\b(?:cannot|can['’]t) be dismantled\b/],
  ])('is inflected in English: %s', async (text, expected) => {
    await withTerms('ja', 'en', { 分解する: 'dismantle' }, async () => {
      expect((await translate('ja', 'en', [text])).texts[0]).toMatch(expected);
    });
  });

  it('has the ending of the third person', async () => {
    await withTerms('ja', 'en', { 走る: 'dash' }, async () => {
      expect((await translate('ja', 'en', ['彼は毎日走る。'])).texts).toEqual(['He dashes every day.']);
    });
  });

  it.each([
    ['Do not press the button.', /押下し(?:ないで|ては(?:いけ|なり))/],
    ['The button was pressed twice.', /押下され(?:た|ました)/],
    ['The cover was removed.', /取り外(?:され(?:た|ました)|した|しました)/],
    ['He did not remove the cover.', /取り外さ(?:なかった|ない)|取り外しません/],
    ['You can remove the cover.', /取り外(?:せ(?:る|ます)|すことができ|し可能)/],
    ['Press the switch after removing the lid.', /取り外し(?:た|て).*押下し/],
  ])('is inflected in Japanese: %s', async (text, expected) => {
    await withTerms('en', 'ja', { press: '押下する', remove: '取り外す' }, async () => {
      for (const engine of ['t4oo', 'real-time'] as const)
        expect((await translate('en', 'ja', [text], engine)).texts[0]).toMatch(expected);
    });
  });

  it.each([
    ['The room is not hot.', /蒸し暑く(?:ない|ありません|はない)/],
    ['The room was hot.', /蒸し暑かった/],
    ['It is a hot day.', /蒸し暑い日/],
  ])('may be an adjective: %s', async (text, expected) => {
    await withTerms('en', 'ja', { hot: '蒸し暑い' }, async () => {
      expect((await translate('en', 'ja', [text])).texts[0]).toMatch(expected);
    });
  });

  it('of Chinese keeps its "not" too', async () => {
    await withTerms('zh-CN', 'en', { 拆卸: 'dismantle' }, async () => {
      const { texts } = await translate('zh-CN', 'en', [
        '请不要拆卸设备。',
        '设备没有被拆卸。',
        '他拆卸了设备。',
      ]);
      expect(texts[0]).toMatch(/(?:not|n['’]t) dismantle\b/);
      expect(texts[1]).toMatch(/(?:not|n['’]t)(?: been)? dismantled\b/);
      expect(texts[2]).toMatch(/\bdismantled\b/);
    });
  });
});

describe('short texts', () => {
  it('are not cut by the search for the best translation', async () => {
    const words = ['Hello', 'hello', 'message', 'Good evening', 'Settings', 'Save', 'Cancel', 'Password'];
    const best = await translate('en', 'ja', words, 't4oo');
    const fast = await translate('en', 'ja', words, 'real-time');
    expect(best.texts.slice(0, 4)).toEqual(['こんにちは', 'こんにちは', 'メッセージ', 'こんばんは']);
    expect(best.texts).toEqual(fast.texts);
  });

  it('that are words are what dictionaries know, where the model likes something else hardly better', async () => {
    for (const engine of ['t4oo', 'real-time'] as const) {
      const { texts } = await translate('zh-CN', 'en', ['碳化硅', '乙烯', '裁判员'], engine);
      expect(texts.map((text) => text.toLowerCase())).toEqual(['silicon carbide', 'ethylene', 'referee']);
      expect((await translate('en', 'zh-CN', ['roundabout'], engine)).texts).toEqual(['环岛']);
    }
  });

  it('between tags are translated like others', async () => {
    for (const engine of ['t4oo', 'real-time'] as const) {
      const { texts } = await translate('en', 'ja', ['<b>Hello</b> <a href="x">world</a>'], engine);
      expect(texts[0]).toMatch(/^<b>こんにちは<\/b> ?<a href="x">世界<\/a>$/);
    }
  });

  const ascii = range(0x21, 0x7e);
  const marks = range(0x3001, 0x303f);
  const kana = [...range(0x3041, 0x3096), ...range(0x30a1, 0x30fa)];
  const hanzi = sample(range(0x4e00, 0x9fa5, 6), 71);

  it(
    'of one character never fail, nor what is sent with them',
    async () => {
      const sent = [
        ['en', 'ja', [...sample(ascii, 4), 'Hello']],
        ['en', 'zh-CN', [...sample(ascii, 7), 'Hello']],
        ['ja', 'en', [...sample([...kana, ...marks], 7), ...hanzi, 'こんにちは']],
        ['zh-CN', 'en', [...hanzi, ...sample(marks, 5), '你好']],
        ['ja', 'zh-CN', [...sample([...kana, ...marks], 11), 'こんにちは']],
      ] as const;
      for (const [from, to, text] of sent) {
        const texts = await translateAll(from, to, text);
        expect(texts.every((translated) => translated.trim() !== '')).toBe(true);
        expect(texts.at(-1)).not.toBe(text.at(-1));
      }
    },
    WHOLE_MS,
  );

  it.each([
    ['en', 'ja', sample(pairsOf(ascii), 499)],
    ['en', 'zh-CN', sample(pairsOf(ascii), 503)],
    ['ja', 'en', sample(pairsOf([...kana, ...marks]), 1999)],
    ['zh-CN', 'en', sample(pairsOf(marks), 199)],
    ['ja', 'en', sample(pairsOf([...'aZx09.#-ん。あカー漢不']), 9)],
    ['zh-CN', 'en', sample(pairsOf([...'aZ0.-。漢不']), 3)],
  ] as const)(
    'of two characters never fail: %s to %s',
    async (from, to, pairs) => {
      const texts = await translateAll(from, to, pairs);
      expect(pairs.filter((_, at) => texts[at]?.trim() === '')).toEqual([]);
      expect(texts).toHaveLength(pairs.length);
    },
    WHOLE_MS,
  );
});

/** All strings of two of the characters. */
function pairsOf(characters: readonly string[]): readonly string[] {
  return characters.flatMap((first) => characters.map((second) => first + second));
}

function range(from: number, to: number, step = 1): string[] {
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, at) =>
    String.fromCodePoint(from + at * step),
  );
}

/** In requests of a size that callers send. */
async function translateAll(from: string, to: string, texts: readonly string[]): Promise<string[]> {
  const translated: string[] = [];
  for (let at = 0; at < texts.length; at += AT_ONCE)
    translated.push(...(await translate(from, to, texts.slice(at, at + AT_ONCE), 'real-time')).texts);
  return translated;
}

describe('text without meaning', () => {
  const NONSENSE = ['zzzzzz', 'asdfgh', 'qwzxrtp', 'XJ9-2231-QQ', 'A1B2C3D4', 'lkjh dfgh'];

  it.each(['t4oo', 'real-time'] as const)('comes back as it is: %s', async (engine) => {
    for (const to of ['ja', 'zh-CN']) {
      const { texts } = await translate('en', to, [...NONSENSE, 'Thank you.'], engine);
      expect(texts.slice(0, -1)).toEqual(NONSENSE);
      expect(texts.at(-1)).not.toBe('Thank you.');
    }
  });

  it('is marked, and nothing is estimated to be wrong with it', async () => {
    const { explain } = await translate('en', 'ja', ['asdfgh', 'Thank you.']);
    expect(explain[0]).toMatchObject({ untranslated: true, checks: [] });
    expect(explain[0]?.sentences[0]).toMatchObject({ by: 'kept' });
    expect(explain[1]).not.toHaveProperty('untranslated');
  });

  it('may be a term all the same', async () => {
    await withTerms('en', 'ja', { asdfgh: 'テスト入力' }, async () => {
      expect((await translate('en', 'ja', ['asdfgh'])).texts).toEqual(['テスト入力']);
    });
  });
});

it('says no behind a sentence that would make the model forget it', async () => {
  const { texts, explain } = await translate('en', 'ja', [
    'Thank you for your letter.',
    'Please do not pay before you have received our revised invoice.',
  ]);
  expect(texts[1]).toMatch(/ない|ません|控え|から|後/);
  expect(explain[1]?.checks).not.toContainEqual(expect.objectContaining({ outcome: 'failed' }));
});

it('keeps a figure behind a sentence that would make the model forget it, and names their characters', async () => {
  const letter = [
    'Please do not switch the machine on until our engineer has inspected it.',
    'The price was reduced by 4 percent, from €154,700 to €148,500.',
  ];
  const { texts } = await translate('en', 'zh-CN', [letter.join('\n')]);
  expect(texts[0]).toContain('4%');
  const people = await translate('ja', 'zh-CN', ['五十嵐部長と沢田さんが来ました。']);
  expect(people.texts[0]).toContain('五十岚');
  expect(people.texts[0]).toContain('泽田');
});
