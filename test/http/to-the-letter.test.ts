import { gzipSync } from 'node:zlib';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallOptions, type Tenant, type TestApp, testApp } from '../setup/app.js';
import { keyOf } from './compat/vendor-keys.js';
import { dataOf, expectFailure } from './expectations.js';

let app: TestApp;
let acme: Tenant;
beforeAll(async () => {
  app = await testApp({ ratePerMinute: 10_000 });
  acme = await app.tenant();
});
afterAll(() => app.close());

function body(overrides: Record<string, unknown> = {}, engine: 't4oo' | 'real-time' | 'custom' = 't4oo') {
  const contractId = acme.contracts[engine].id;
  return { fieldId: '1', text: ['こんにちは'], sourceLang: 'ja', targetLang: 'en', contractId, ...overrides };
}
const translate = (overrides: Record<string, unknown>, engine?: 't4oo' | 'real-time' | 'custom') =>
  app.call(acme, '/api/v1/translate', { body: body(overrides, engine) });
function textsOf(answer: { body: unknown }): string[] {
  expect(JSON.stringify(answer.body)).toContain('translationResult');
  const { data } = answer.body as { data: { translationResult: { translatedText: string }[] } };
  return data.translationResult.map(({ translatedText }) => translatedText);
}

it('a page script with a token translates every text of its page under a legacy key', async () => {
  const { key, contracts } = await app.tenant({ profile: 'legacy' });
  const page = { origin: 'https://shop.example' };
  const { accessKey, secretKey } = key;
  const token = await app.send('/api/v1/token', {
    body: { accessKey, secretKey, duration: 1800 },
    headers: page,
  });
  const { encodedJWT } = dataOf(token) as { encodedJWT: string };
  const paragraph = 'この橋は1932年に完成しました。'.repeat(16);
  expect([...paragraph].length).toBe(272);
  const answer = await app.send('/api/v1/translate', {
    body: {
      text: ['商品一覧', '', paragraph],
      sourceLang: 'ja',
      targetLang: 'en',
      fieldId: '1',
      contractId: contracts['real-time'].id,
    },
    headers: { ...page, authorization: `Bearer ${encodedJWT}`, 'cache-control': 'no-cache' },
  });
  expect(answer.status).toBe(200);
  expect(answer.headers['access-control-allow-origin']).toBe('*');
  const [title, empty, long = ''] = textsOf(answer);
  expect(title).toMatch(/\w/);
  expect(empty).toBe('');
  expect(long.match(/1932/g)).toHaveLength(16);
});

it('a token that has expired is 401 each time, and one that was never good is slowed down', async () => {
  const token = (secretKey: string, expires: number) =>
    new SignJWT({ accessKey: acme.key.accessKey, iss: 'me' })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime(expires)
      .sign(Buffer.from(secretKey));
  const now = Math.floor(Date.now() / 1000);
  const hello = (bearer: string) =>
    app.send('/api/v1/hello', { headers: { authorization: `Bearer ${bearer}` } });
  const expired = await token(acme.key.secretKey, now - 60);
  for (let time = 0; time < 40; time += 1) {
    const answer = await hello(expired);
    expectFailure(answer, 40006);
    expect(dataOf(answer)).toMatchObject({ message: 'The token has expired: get a new one.' });
  }
  expect((await hello(await token(acme.key.secretKey, now + 60))).status).toBe(200);
  const forged = await token('somebody else', now - 60);
  const statuses = new Set<number>();
  for (let time = 0; time < 15; time += 1) statuses.add((await hello(forged)).status);
  expect(statuses).toEqual(new Set([401, 429]));
});

describe('the dictionary', () => {
  it('answers an entry that equals the whole text exactly, where both widths are entries too', async () => {
    const entries = [
      ['ABC', 'Half'],
      ['ＡＢＣ', 'Full'],
      ['ﾃｽﾄ', 'half-width test'],
      ['テスト', 'full-width test'],
    ];
    await app.call(acme, '/api/v1/dictionary/bulk', {
      body: entries.map(([fromText, toText]) => ({ fromLang: 'ja', fromText, toLang: 'en', toText })),
    });
    for (const engine of ['t4oo', 'real-time', 'custom'] as const) {
      const text = entries.map(([fromText]) => fromText);
      expect(textsOf(await translate({ text }, engine))).toEqual(entries.map(([, toText]) => toText));
      // A width that is no entry of its own is answered by the other.
      expect(textsOf(await translate({ text: ['ＡBC'] }, engine))[0]).toMatch(/^(?:Half|Full)$/);
    }
  });

  it('takes an id only as it is listed', async () => {
    await app.call(acme, '/api/v1/dictionary', {
      body: { fromLang: 'ja', fromText: '橋', toLang: 'en', toText: 'bridge' },
    });
    const { entries } = dataOf(await app.call(acme, '/api/v1/dictionary')) as {
      entries: { id: number; fromText: string }[];
    };
    const id = entries.find(({ fromText }) => fromText === '橋')?.id;
    for (const other of [`0${id}`, `${id}.0`, `+${id}`, '0']) {
      const path = `/api/v1/dictionary/${other}`;
      expectFailure(await app.call(acme, path, { method: 'DELETE' }), 40203);
    }
    expect((await app.call(acme, `/api/v1/dictionary/${id}`, { method: 'DELETE' })).status).toBe(200);
  });
});

it('ids of glossaries and phrase pairs are taken as numbers and as texts', async () => {
  const { id: orgId } = acme.organization;
  const { lists, store } = app.service;
  const glossary = await lists.create(orgId, 'glossary', 'numbers');
  const pairs = await lists.create(orgId, 'phrase-dictionary', 'numbers');
  const pair = (fromText: string, toText: string) => [{ fromLang: 'ja', toLang: 'en', fromText, toText }];
  await lists.merge(store.db, orgId, 'glossary', glossary.id, pair('青い鳥', 'Bluebird Terminal'));
  await lists.merge(store.db, orgId, 'phrase-dictionary', pairs.id, pair('毎度あり', 'Cheers, mate'));
  await lists.announce(orgId);
  const text = ['毎度あり', '青い鳥'];
  for (const given of [
    { t4ooCategoryId: pairs.id, t4ooGlossaryId: glossary.id },
    { t4ooCategoryId: String(pairs.id), t4ooGlossaryId: String(glossary.id) },
  ]) {
    expect(textsOf(await translate({ text, ...given }))).toEqual(['Cheers, mate', 'Bluebird Terminal']);
  }
  const [phrase, term] = textsOf(await translate({ text, t4ooCategoryId: -1, t4ooGlossaryId: -1 }));
  expect([phrase, term]).not.toContain('Cheers, mate');
  expect([phrase, term]).not.toContain('Bluebird Terminal');
  expectFailure(await translate({ t4ooGlossaryId: 999_999 }), 40203);
  expectFailure(await translate({ t4ooGlossaryId: 1.5 }), 40201);
});

describe('a body', () => {
  const packed = gzipSync(JSON.stringify({ text: 'x' }));
  const vendors: readonly (readonly [string, () => Record<string, string>, object])[] = [
    [
      '/v2/translate',
      () => ({ authorization: `DeepL-Auth-Key ${keyOf(acme)}` }),
      { message: expect.any(String) },
    ],
    ['/translate', () => ({}), { error: expect.any(String) }],
    [
      '/language/translate/v2',
      () => ({ 'x-goog-api-key': keyOf(acme) }),
      { error: { code: 415, status: 'INVALID_ARGUMENT' } },
    ],
    [
      '/translate?api-version=3.0&to=en',
      () => ({ 'ocp-apim-subscription-key': keyOf(acme) }),
      { error: { code: 415000 } },
    ],
  ];

  it('that is packed is 415 with a sentence, in the shape of each interface', async () => {
    const send = (path: string, options: CallOptions) => app.send(path, { method: 'POST', ...options });
    for (const encoding of ['gzip', 'br', 'gzip, identity']) {
      const answer = await app.call(acme, '/api/v1/translate', {
        body: packed,
        headers: { 'content-encoding': encoding },
      });
      expectFailure(answer, 40202, 415);
      expect(dataOf(answer)).toMatchObject({ message: expect.stringContaining('without Content-Encoding') });
    }
    for (const [path, headers, shape] of vendors) {
      const answer = await send(path, {
        body: packed,
        headers: { ...headers(), 'content-encoding': 'gzip' },
      });
      expect(answer, path).toMatchObject({ status: 415, body: shape });
      const other = await send(path, {
        body: '{}',
        headers: { ...headers(), 'content-type': 'application/json; charset=shift_jis' },
      });
      expect(other, path).toMatchObject({ status: 415, body: shape });
    }
    const plain = await app.call(acme, '/api/v1/translate', {
      body: body(),
      headers: { 'content-encoding': 'identity' },
    });
    expect(plain.status).toBe(200);
  });

  it('in another charset than UTF-8 is 415 with a sentence', async () => {
    for (const charset of ['shift_jis', '"EUC-JP"', 'utf-16le', 'iso-8859-1']) {
      const answer = await app.call(acme, '/api/v1/translate', {
        body: body(),
        headers: { 'content-type': `application/json; charset=${charset}` },
      });
      expectFailure(answer, 40202, 415);
      expect(dataOf(answer)).toMatchObject({ message: expect.stringContaining('UTF-8') });
    }
    for (const charset of ['utf-8', 'UTF-8', '"utf-8"', 'utf8']) {
      const answer = await app.call(acme, '/api/v1/translate', {
        body: body(),
        headers: { 'content-type': `application/json;charset=${charset}` },
      });
      expect(answer.status, charset).toBe(200);
    }
  });
});

it.each([
  ['/api/v1/translate/stt', 'Speech recognition'],
  ['/api/v1/translate/stt-streaming', 'Speech recognition'],
  ['/api/v1/stt', 'Speech recognition'],
  ['/api/v1/translate/tts', 'Speech synthesis'],
  ['/api/v1/tts', 'Speech synthesis'],
])('%s says that it is not offered', async (path, sentence) => {
  const answer = await app.call(acme, path, { body: {} });
  expectFailure(answer, 40404);
  expect(dataOf(answer)).toMatchObject({ message: expect.stringContaining(sentence) });
});

describe('a language', () => {
  it.each([' en', 'en ', '\ten', '__proto__', 'constructor', 'toString'])('%j is refused', async (code) => {
    expectFailure(await translate({ targetLang: code }), 40301);
    expectFailure(await translate({ sourceLang: code }), 40301);
    const entry = { fromLang: 'ja', fromText: '川', toLang: code, toText: 'river' };
    expectFailure(await app.call(acme, '/api/v1/dictionary', { body: entry }), 40201);
  });

  it('of files stands in a JSON array', async () => {
    const { id: contractId } = await app.service.contracts.create(acme.organization.id, {
      name: 'files',
      kind: 'file',
      engine: 't4oo',
    });
    const { accessKey, secretKey } = acme.key;
    const token = await app.send('/api/v1/token', { body: { accessKey, secretKey } });
    const { encodedJWT } = dataOf(token) as { encodedJWT: string };
    const send = async (targetLangs: string) => {
      const form = new FormData();
      form.append('files', new Blob(['こんにちは。']), 'a.txt');
      for (const [name, value] of Object.entries({ targetLangs, contractId, fieldId: '1' })) {
        form.append(name, value);
      }
      const answer = await fetch(`${app.url}/api/v1/file-translate`, {
        method: 'POST',
        body: form,
        headers: { authorization: `Bearer ${encodedJWT}` },
      });
      return { status: answer.status, body: await answer.json() };
    };
    for (const refused of ['en', 'en,zh-CN', '"en"', '[" en"]', '[]', '{"0":"en"}']) {
      expect(await send(refused), refused).toMatchObject({ status: 400, body: { data: { code: 40201 } } });
    }
    expect((await send('["en"]')).status).toBe(200);
  });
});
