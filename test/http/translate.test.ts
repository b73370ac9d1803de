import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';
import { dataOf, expectFailure } from './expectations.js';

let app: TestApp;
let acme: Tenant;
beforeAll(async () => {
  app = await testApp({ ratePerMinute: 10_000 });
  acme = await app.tenant();
});
afterAll(() => app.close());

const GREETING = 'こんにちは';

function body(overrides: Record<string, unknown> = {}) {
  return {
    fieldId: '1',
    text: [GREETING],
    sourceLang: 'ja',
    targetLang: 'en',
    contractId: acme.contracts.t4oo.id,
    ...overrides,
  };
}
/** What a test reads of an answer. */
interface Explained {
  readonly translationResult: readonly { readonly sourceText: string; readonly translatedText: string }[];
  readonly explain: readonly {
    readonly sentences: readonly {
      readonly source: string;
      readonly sourceStart: number;
      readonly target: string;
      readonly targetStart: number;
      readonly quality: number;
      readonly alternatives?: readonly { readonly text: string; readonly quality: number }[];
    }[];
  }[];
}

const translate = (overrides: Record<string, unknown> = {}, headers = {}) =>
  app.call(acme, '/api/v1/translate', { body: body(overrides), headers });

describe('POST /api/v1/translate', () => {
  it('translates every text, in order, and counts the words of the originals', async () => {
    const text = ['このかばんはいくらですか。', '今日は雨です。'];
    const answer = await translate({ text });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        status: 'success',
        data: {
          taskId: answer.headers['x-request-id'],
          translationResult: text.map((sourceText) => ({
            sourceText,
            translatedText: expect.stringMatching(/[a-z]{3}/),
          })),
          wordCount: 18,
        },
      },
    });
    expect(Object.keys(dataOf(answer) as object)).toEqual(['taskId', 'translationResult', 'wordCount']);
  });

  it.each(['real-time', 'custom'] as const)('serves the %s engine by its contract', async (engine) => {
    const fieldId = engine === 'custom' ? 'L000001' : '1';
    const answer = await translate({ fieldId, contractId: acme.contracts[engine].id });
    expect(answer.status).toBe(200);
    expect(dataOf(answer)).toMatchObject({
      translationResult: [{ sourceText: GREETING, translatedText: expect.stringMatching(/[A-Za-z]{2}/) }],
    });
  });

  it('searches as the contract says: greedily, or with a beam, which is the default of this engine', async () => {
    const contracts = new Map<string, string>();
    for (const search of ['fast', 'best'] as const) {
      const contract = await app.service.contracts.create(acme.organization.id, {
        name: search,
        kind: 'text',
        engine: 't4oo',
        search,
      });
      contracts.set(search, contract.id);
    }
    const text = [
      'The old bridge over the river was closed last winter because the city could not pay for the repairs it needed.',
      'She said that nobody in the village remembered who had planted the trees along the road to the station.',
      'Researchers found that people who sleep less than six hours are more likely to forget what they learned.',
      'If the weather stays dry until Friday, the farmers will begin to bring in the rice from the lower fields.',
      'The museum keeps most of its paintings in a cellar that visitors are not allowed to enter without a guide.',
      'After the concert they walked along the harbour and talked about the years they had spent abroad.',
    ];
    const english = { text, sourceLang: 'en', targetLang: 'ja' };
    const resultOf = async (overrides: Record<string, unknown>) =>
      (dataOf(await translate({ ...english, ...overrides })) as { translationResult: unknown })
        .translationResult;
    const fast = await resultOf({ contractId: contracts.get('fast') });
    const best = await resultOf({ contractId: contracts.get('best') });
    expect(best).not.toEqual(fast);
    expect(await resultOf({})).toEqual(best);
    expect(await resultOf({ contractId: acme.contracts['real-time'].id })).toEqual(fast);
  });

  it('explains what happened when asked with x-explain: 1', async () => {
    const explained = await translate({}, { 'x-explain': '1' });
    expect(dataOf(explained)).toMatchObject({ explain: [{ detectedLang: 'ja', terms: [] }] });
  });

  it('tells with x-explain: 1 which sentence became which, and how good it looks', async () => {
    const text = [
      'これは本です。 あれは、去年の夏に祖父が近所の木工所に頼んで、古い桜の木から作ってもらった、とても丈夫で大きな机です。',
      'The meeting was moved to Friday\nbecause the room was taken.',
    ];
    const answer = await translate({ text, sourceLang: 'auto', targetLang: 'zh-CN' }, { 'x-explain': '1' });
    const { translationResult, explain } = dataOf(answer) as Explained;
    expect(explain.map(({ sentences }) => sentences.length)).toEqual([2, 1]);
    for (const [index, { sentences }] of explain.entries()) {
      const { sourceText = '', translatedText = '' } = translationResult[index] ?? {};
      for (const { source, sourceStart, target, targetStart, quality } of sentences) {
        expect(sourceText.slice(sourceStart, sourceStart + source.length)).toBe(source);
        expect(translatedText.slice(targetStart, targetStart + target.length)).toBe(target);
        expect(quality).toBeGreaterThan(0);
        expect(quality).toBeLessThanOrEqual(1);
      }
    }
    expect(explain[1]?.sentences[0]?.source).toBe(text[1]);
  });

  it('estimates a plain sentence above one that hardly makes sense', async () => {
    const text = ['今日は雨です。', 'ぬる坂の逆さ鱗は、昨日より三割ほど赤く鳴いた牛乳瓶に等しい。'];
    const { explain } = dataOf(await translate({ text }, { 'x-explain': '1' })) as Explained;
    const [plain = 0, odd = 1] = explain.map(({ sentences }) => sentences[0]?.quality);
    expect(plain).toBeGreaterThan(0.8);
    expect(odd).toBeLessThan(plain);
  });

  it('gives other translations of each sentence when asked, and the same first one', async () => {
    const text = ['この製品は来月から全国の店舗で発売されます。'];
    const [plain, asked] = [await translate({ text }), await translate({ text, alternatives: 3 })];
    const { translationResult, explain } = dataOf(asked) as Explained;
    expect(translationResult).toEqual((dataOf(plain) as Explained).translationResult);
    const [{ target = '', alternatives = [] } = {}] = explain[0]?.sentences ?? [];
    const texts = [target, ...alternatives.map((other) => other.text)];
    expect(alternatives.length).toBeGreaterThan(0);
    expect(alternatives.length).toBeLessThanOrEqual(3);
    expect(new Set(texts).size).toBe(texts.length);
    for (const { quality } of alternatives) expect(quality).toBeGreaterThan(0);
  });

  it('bounds what alternatives may cost', async () => {
    expectFailure(await translate({ alternatives: 5 }), 40201);
    const text = Array.from({ length: 11 }, () => '雨'.repeat(200));
    expectFailure(await translate({ text, alternatives: 1 }), 40202);
  });

  it('detects the language with auto, and says so when it cannot', async () => {
    const answer = await translate(
      { sourceLang: 'auto', text: [GREETING, '今天天气很好。'] },
      { 'x-explain': '1' },
    );
    expect(dataOf(answer)).toMatchObject({ explain: [{ detectedLang: 'ja' }, { detectedLang: 'zh-CN' }] });
    const undecided = await translate({ sourceLang: 'auto', text: [GREETING, '12345'] });
    expectFailure(undecided, 40300);
    expect(dataOf(undecided)).toMatchObject({ index: 1 });
  });

  it('ignores members it does not know', async () => {
    expect((await translate({ type: 'x', foo: { bar: [1] } })).status).toBe(200);
  });

  it('counts usage by key, contract and day before it answers', async () => {
    const other = await app.tenant();
    const sent = body({ contractId: other.contracts.t4oo.id, text: [GREETING, '你好'], sourceLang: 'auto' });
    for (let time = 0; time < 2; time += 1) await app.call(other, '/api/v1/translate', { body: sent });
    expect(await app.service.usage.report(other.organization.id)).toEqual([
      {
        orgId: other.organization.id,
        accessKey: other.key.accessKey,
        contractId: other.contracts.t4oo.id,
        day: new Date().toISOString().slice(0, 10),
        requests: 2,
        characters: 14,
        words: 14,
      },
    ]);
  });
});

describe('arguments of a translation', () => {
  it.each(['fieldId', 'text', 'sourceLang', 'targetLang', 'contractId'])(
    'lack of %s is 40200',
    async (name) => {
      expectFailure(await translate({ [name]: undefined }), 40200);
    },
  );

  it.each([
    ['text', 'not an array'],
    ['text', [1]],
    ['text', [null]],
    ['fieldId', 1],
    ['sourceLang', 7],
    ['targetLang', null],
    ['contractId', 5],
    ['autoSplit', 'true'],
    ['removeFakeLineBreak', 1],
    ['isT4ooSplit', 'no'],
    ['t4ooCategoryId', 3.5],
    ['t4ooGlossaryId', []],
    ['fieldId', '999999'],
    ['fieldId', ''],
  ])('%s as %j is 40201', async (name, value) => {
    expectFailure(await translate({ [name]: value }), 40201);
  });

  it('a body that is no object is 40202', async () => {
    for (const sent of ['[]', '"text"', '7', 'null', '']) {
      const answer = await app.call(acme, '/api/v1/translate', { method: 'POST', body: sent });
      expectFailure(answer, 40202);
    }
  });

  it('a contract that is unknown, of a file, disabled or of somebody else is 40204', async () => {
    const other = await app.tenant();
    const file = await app.service.contracts.create(acme.organization.id, {
      name: 'f',
      kind: 'file',
      engine: 't4oo',
    });
    const off = await app.service.contracts.create(acme.organization.id, {
      name: 'o',
      kind: 'text',
      engine: 't4oo',
    });
    await app.service.contracts.change(acme.organization.id, off.id, { enabled: false });
    for (const contractId of ['', 'nonsense', other.contracts.t4oo.id, file.id, off.id]) {
      expectFailure(await translate({ contractId }), 40204);
    }
  });

  it('a model or custom field that does not exist is 40203, something else 40201', async () => {
    const contractId = acme.contracts.custom.id;
    for (const fieldId of ['M0000001', 'L999999']) {
      expectFailure(await translate({ contractId, fieldId }), 40203);
    }
    expectFailure(await translate({ contractId, fieldId: '2571' }), 40201);
  });

  it('a direction that no model serves is 40301', async () => {
    for (const [sourceLang, targetLang] of [
      ['ja', 'ja'],
      ['ja', 'xx'],
      ['xx', 'en'],
      ['ja', 'auto'],
      ['japanese', 'en'],
      ['', 'en'],
    ]) {
      expectFailure(await translate({ sourceLang, targetLang }), 40301);
    }
  });

  it('an unknown phrase-pair dictionary or glossary is 40203, and -1 means none', async () => {
    expectFailure(await translate({ t4ooCategoryId: '424242' }), 40203);
    expectFailure(await translate({ t4ooGlossaryId: '1,424242' }), 40203);
    expect((await translate({ t4ooCategoryId: '-1', t4ooGlossaryId: '-1' })).status).toBe(200);
  });
});

describe('limits of a translation', () => {
  it('no string may be empty, and none longer than 200 characters; the failing one is named', async () => {
    const empty = await translate({ text: [GREETING, ''] });
    expectFailure(empty, 40202);
    expect(dataOf(empty)).toMatchObject({ index: 1 });
    expectFailure(await translate({ text: [] }), 40202);
    const long = await translate({ text: [GREETING, GREETING, '𠮷'.repeat(201)] });
    expectFailure(long, 40202);
    expect(dataOf(long)).toMatchObject({ index: 2 });
    // Characters are code points after NFC: 200 of two units each, or of letter and accent, are 200.
    const caller = { ...acme.key, orgId: acme.organization.id };
    for (const letter of ['𠮷', 'か\u3099']) {
      const sent = body({ text: [letter.repeat(200)] });
      const { accepted } = await app.service.resolver.accept(caller, sent, { priority: 'interactive' });
      expect(accepted.characters).toBe(200);
    }
  });

  it('autoSplit lifts the length of a string, not the total', async () => {
    const text = 'This is a sentence. '.repeat(15);
    const sent = { text: [text], sourceLang: 'en', targetLang: 'ja' };
    expectFailure(await translate(sent), 40202);
    expect((await translate({ ...sent, autoSplit: true })).status).toBe(200);
    expectFailure(await translate({ ...sent, text: ['a'.repeat(270 * 1024 + 1)], autoSplit: true }), 40202);
  });

  it('all strings together may have 270 KB in UTF-8', async () => {
    const strings = Array.from({ length: 462 }, () => 'あ'.repeat(200));
    expectFailure(await translate({ text: strings }), 40202);
  });

  it('a character quota is not exceeded, not even by parallel requests, and not used up by failures', async () => {
    const quota = await app.service.contracts.create(acme.organization.id, {
      name: 'quota',
      kind: 'text',
      engine: 'real-time',
      charQuota: 12,
    });
    const failing = { contractId: quota.id, sourceLang: 'auto', text: ['1234567890'] };
    expectFailure(await translate(failing), 40300);
    const answers = await Promise.all(Array.from({ length: 4 }, () => translate({ contractId: quota.id })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 401, 401]);
    expectFailure(await translate({ contractId: quota.id }), 40001);
  });
});

describe('the legacy profile', () => {
  it('finds the only text contract and the general field by itself', async () => {
    const old = await app.tenant({ profile: 'legacy' });
    const sent = { text: [GREETING], sourceLang: 'ja', targetLang: 'en', type: '1' };
    expectFailure(await app.call(old, '/api/v1/translate', { body: sent }), 40200);
    for (const engine of ['t4oo', 'custom'] as const) {
      await app.service.contracts.change(old.organization.id, old.contracts[engine].id, { enabled: false });
    }
    expect((await app.call(old, '/api/v1/translate', { body: sent })).status).toBe(200);
  });
});
