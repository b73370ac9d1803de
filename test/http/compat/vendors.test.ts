import v3Client, { isUnexpected } from '@azure-rest/ai-translation-text';
import { Translate as GoogleClient } from '@google-cloud/translate/build/src/v2/index.js';
import datedClient from 'azure-ai-translation-text-next';
import { Translate as libreClient } from 'translate';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Tenant, type TestApp, testApp } from '../../setup/app.js';
import { keyOf, keyUnder } from './vendor-keys.js';

let app: TestApp;
let acme: Tenant;
const BAG = 'このかばんはいくらですか。';
const HOW_MUCH = /how much is this bag/i;

beforeAll(async () => {
  app = await testApp();
  acme = await app.tenant();
  const { organization, user } = acme;
  await app.service.contracts.create(organization.id, { name: 'files', kind: 'file', engine: 'real-time' });
  await app.service.entries.put({ kind: 'dictionary', orgId: organization.id, userId: user.id }, [
    { fromLang: 'ja', fromText: '係長', toLang: 'en', toText: 'Unit Lead' },
  ]);
});
afterAll(() => app.close());
afterEach(() => vi.unstubAllEnvs());

const wrong = () => `${acme.key.accessKey}:wrong`;

describe('LibreTranslate', () => {
  const post = (path: string, body: object) => app.send(path, { body });
  /** The npm package `translate`, told nothing but an address and a key. */
  const client = (key: string) => {
    const options = { engine: 'libre' as const, url: `${app.url}/translate`, key };
    return libreClient(options);
  };

  it('translates for the client from npm, which tells the message of a failure', async () => {
    expect(await client(keyOf(acme))(BAG, { from: 'ja', to: 'en' })).toMatch(HOW_MUCH);
    await expect(client(wrong())('はい', { from: 'ja', to: 'en' })).rejects.toThrow(/not valid/);
    await expect(client(keyOf(acme))('はい', { from: 'ja', to: 'de' })).rejects.toThrow(/not supported/);
  });

  it('answers one text with one and several with a list, and tells how sure the language is', async () => {
    const api_key = keyOf(acme);
    const one = await post('/translate', { q: '係長', source: 'auto', target: 'en', api_key });
    expect(one).toMatchObject({
      status: 200,
      body: { translatedText: 'Unit Lead', detectedLanguage: { language: 'ja' } },
    });
    const many = await post('/translate', {
      q: [BAG, '', '<b>係長</b>'],
      source: 'auto',
      target: 'en',
      format: 'html',
      api_key,
    });
    expect(many.body).toMatchObject({
      translatedText: [expect.stringMatching(HOW_MUCH), '', '<b>Unit Lead</b>'],
      detectedLanguage: [{ language: 'ja', confidence: 99 }, {}, {}],
    });
    const form = await app.send('/translate', {
      body: new URLSearchParams({ q: '係長', source: 'ja', target: 'en', api_key }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(form.body).toEqual({ translatedText: 'Unit Lead' });
    expect((await post('/detect', { q: '这是什么？', api_key })).body).toEqual([
      { language: 'zh-Hans', confidence: expect.any(Number) },
    ]);
  });

  it('gives other translations, a few of them and none of long texts', async () => {
    const ask = async (q: string, alternatives: number) =>
      (await post('/translate', { q, source: 'ja', target: 'en', alternatives, api_key: keyOf(acme) }))
        .body as {
        translatedText: string;
        alternatives: string[];
      };
    const { translatedText, alternatives } = await ask(BAG, 100);
    expect(translatedText).toMatch(HOW_MUCH);
    expect(alternatives.length).toBeGreaterThan(0);
    expect(alternatives.length).toBeLessThanOrEqual(4);
    expect(alternatives).not.toContain(translatedText);
    expect((await ask(`${'係長\n'.repeat(1000)}`, 3)).alternatives).toEqual([]);
  });

  it('tells everybody its languages, settings, health and interface', async () => {
    expect((await app.send('/languages')).body).toContainEqual({
      code: 'ja',
      name: 'Japanese',
      targets: expect.arrayContaining(['en', 'zh-Hans', 'zh-Hant']),
    });
    expect((await app.send('/frontend/settings')).body).toMatchObject({
      keyRequired: true,
      filesTranslation: true,
      supportedFilesFormat: expect.arrayContaining(['.docx', '.txt']),
    });
    expect(await app.send('/health')).toMatchObject({ status: 200, body: { status: 'ok' } });
    const { paths } = (await app.send('/spec')).body as { paths: object };
    expect(Object.keys(paths)).toContain('/translate_file');
    expect(Object.keys(paths)).not.toContain('/api/v1/translate');
  });

  it('translates files, which whoever has their address may fetch', async () => {
    const send = async (key: string, name: string) => {
      const form = new FormData();
      form.set('file', new Blob([`${BAG}\n`]), name);
      form.set('source', 'ja');
      form.set('target', 'en');
      form.set('api_key', key);
      return await fetch(`${app.url}/translate_file`, { method: 'POST', body: form });
    };
    const { translatedFileUrl } = (await (await send(keyOf(acme), 'a.txt')).json()) as {
      translatedFileUrl: string;
    };
    const file = await fetch(translatedFileUrl);
    expect(await file.text()).toMatch(HOW_MUCH);
    expect(file.headers.get('content-disposition')).toContain('a_en.txt');
    expect((await fetch(translatedFileUrl.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')))).status).toBe(
      404,
    );
    expect((await send(wrong(), 'a.txt')).status).toBe(403);
    expect((await send(keyOf(acme), 'a.exe')).status).toBe(415);
  });

  it('answers failures in its own shape', async () => {
    expect(await post('/translate', { q: 'x', source: 'en', target: 'ja' })).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining('<accessKey>:<secretKey>') },
    });
    const slow = await keyUnder(app, await app.tenant(), { engine: 't4oo', ratePerMinute: 1 });
    const body = { q: 'はい', source: 'ja', target: 'en', api_key: slow };
    expect((await post('/translate', body)).status).toBe(200);
    expect(await post('/translate', body)).toMatchObject({
      status: 429,
      body: { error: expect.any(String) },
    });
    expect(await post('/translate', { ...body, q: 7 })).toMatchObject({ status: 400 });
  });
});

describe('Google Translation', () => {
  /** The vendor's client takes an address without TLS from this variable alone. */
  const client = (key: string) => {
    vi.stubEnv('GOOGLE_CLOUD_TRANSLATE_ENDPOINT', `${app.url}/language/translate/v2`);
    return new GoogleClient({ key, autoRetry: false });
  };

  it('translates for the vendor’s client, one text or several', async () => {
    const [one] = await client(keyOf(acme)).translate(BAG, 'en');
    expect(one).toMatch(HOW_MUCH);
    const [several, answer] = await client(keyOf(acme)).translate(['係長', '<b>係長</b>'], {
      from: 'ja',
      to: 'en',
    });
    expect(several).toEqual(['Unit Lead', '<b>Unit Lead</b>']);
    expect(JSON.stringify(answer)).not.toContain('detectedSourceLanguage');
  });

  it('detects, and lists languages in the language that is asked for', async () => {
    const [found] = await client(keyOf(acme)).detect(['Where are you going?', BAG, '…']);
    expect(found).toMatchObject([
      { language: 'en' },
      { language: 'ja', confidence: 0.99 },
      { language: 'und' },
    ]);
    const [languages] = await client(keyOf(acme)).getLanguages('ja');
    expect(languages).toContainEqual({ code: 'en', name: '英語' });
  });

  it('takes the key in a header, and arguments in the address', async () => {
    const path = `/language/translate/v2?q=${encodeURIComponent('係長')}&q=${encodeURIComponent('係長')}&source=ja&target=en`;
    const answer = await app.send(path, { headers: { 'x-goog-api-key': keyOf(acme) } });
    expect(answer.body).toEqual({
      data: { translations: [{ translatedText: 'Unit Lead' }, { translatedText: 'Unit Lead' }] },
    });
  });

  it('answers failures in its own shape', async () => {
    const failure = async (key: string, target: string) =>
      await client(key)
        .translate('係長', { from: 'ja', to: target })
        .catch((error: unknown) => error);
    expect(await failure(wrong(), 'en')).toMatchObject({ code: 400, errors: [{ reason: 'badRequest' }] });
    expect(await failure(keyOf(acme), 'tlh')).toMatchObject({ code: 400, errors: [{ reason: 'invalid' }] });
    const poor = await keyUnder(app, await app.tenant(), { engine: 'real-time', charQuota: 1 });
    expect(await failure(poor, 'en')).toMatchObject({
      code: 403,
      errors: [{ reason: 'dailyLimitExceeded' }],
    });
    expect(await app.send('/language/translate/v2/languages')).toMatchObject({
      status: 403,
      body: { error: { code: 403, status: 'PERMISSION_DENIED' } },
    });
  });
});

describe('Microsoft Translator', () => {
  const client = (key: string) =>
    v3Client(
      app.url,
      { key, region: 'here' },
      { allowInsecureConnection: true, retryOptions: { maxRetries: 0 } },
    );

  it('translates for the vendor’s client into several languages at once', async () => {
    const answer = await client(keyOf(acme))
      .path('/translate')
      .post({ body: [{ text: BAG }, { text: '係長' }], queryParameters: { to: 'en,zh-Hans' } });
    if (isUnexpected(answer)) throw answer.body.error;
    expect(answer.headers['x-metered-usage']).toBe('30');
    expect(answer.body).toMatchObject([
      {
        detectedLanguage: { language: 'ja', score: 0.99 },
        translations: [
          { to: 'en', text: expect.stringMatching(HOW_MUCH) },
          { to: 'zh-Hans', text: expect.stringMatching(/多少/) },
        ],
      },
      { translations: [{ text: 'Unit Lead' }, {}] },
    ]);
    const repeated = await app.send('/translate?api-version=3.0&from=ja&to=en&to=zh-Hant&textType=html', {
      body: [{ Text: '<p>係長</p>' }],
      headers: { 'ocp-apim-subscription-key': keyOf(acme) },
    });
    expect(repeated.body).toMatchObject([
      { translations: [{ text: '<p>Unit Lead</p>', to: 'en' }, { to: 'zh-Hant' }] },
    ]);
  });

  it('applies a dynamic dictionary as terms, before the user’s own', async () => {
    const marked = '<mstrans:dictionary translation="Team &amp; Captain">係長</mstrans:dictionary>';
    const answer = await client(keyOf(acme))
      .path('/translate')
      .post({
        body: [{ text: `${marked}は明日の会議に出席します。` }],
        queryParameters: { to: 'en', from: 'ja' },
      });
    expect(JSON.stringify(answer.body)).toContain('Team & Captain');
    expect(JSON.stringify(answer.body)).not.toContain('mstrans');
    const plain = await client(keyOf(acme))
      .path('/translate')
      .post({ body: [{ text: '係長' }], queryParameters: { to: 'en', from: 'ja' } });
    expect(plain.body).toMatchObject([{ translations: [{ text: 'Unit Lead' }] }]);
  });

  it('detects, and tells everybody its languages', async () => {
    const found = await app.send('/detect?api-version=3.0', {
      body: [{ Text: BAG }],
      headers: { 'ocp-apim-subscription-key': keyOf(acme) },
    });
    expect(found.body).toMatchObject([{ language: 'ja', score: 0.99, isTranslationSupported: true }]);
    const languages = await client('nobody')
      .path('/languages')
      .get({ queryParameters: { scope: 'translation' }, headers: { 'Accept-Language': 'ja' } });
    expect(languages.body).toEqual({
      translation: expect.objectContaining({
        en: { name: '英語', nativeName: 'English', dir: 'ltr', models: ['general'] },
      }),
    });
  });

  it('speaks to the newer client, in which every text has its targets', async () => {
    const newer = datedClient(app.url, { key: keyOf(acme) }, { allowInsecureConnection: true });
    const answer = await newer.path('/translate').post({
      body: { inputs: [{ text: '係長', language: 'ja', targets: [{ language: 'en' }] }] },
    });
    expect(answer.body).toEqual({
      value: [{ translations: [{ language: 'en', text: 'Unit Lead', sourceCharacters: 2 }] }],
    });
  });

  it('answers failures in its own shape', async () => {
    const failure = async (key: string, to: string, text = '係長') => {
      const { status, body } = await client(key)
        .path('/translate')
        .post({ body: [{ text }], queryParameters: { to, from: 'ja' } });
      return { status, body };
    };
    expect(await failure(wrong(), 'en')).toMatchObject({ status: '401', body: { error: { code: 401000 } } });
    expect(await failure(keyOf(acme), 'tlh')).toMatchObject({
      status: '400',
      body: { error: { code: 400036 } },
    });
    expect(await failure(keyOf(acme), 'en', 'あ'.repeat(100_000))).toMatchObject({
      body: { error: { code: 400077 } },
    });
    const poor = await keyUnder(app, await app.tenant(), { engine: 'real-time', charQuota: 1 });
    expect(await failure(poor, 'en')).toMatchObject({ status: '403', body: { error: { code: 403001 } } });
    const model = await app.send('/translate?api-version=3.0&to=en&category=M9999999', {
      body: [{ Text: 'x' }],
      headers: { 'ocp-apim-subscription-key': `${keyOf(acme)}:${acme.contracts.custom.id}` },
    });
    expect(model).toMatchObject({ status: 404, body: { error: { code: 404000 } } });
  });
});

describe('the settings', () => {
  it('turn each interface off, and its paths with it', async () => {
    const off = await testApp({
      deeplInterface: false,
      libreTranslateInterface: false,
      googleInterface: false,
      microsoftInterface: false,
    });
    try {
      for (const path of [
        '/v2/languages',
        '/languages',
        '/language/translate/v2/languages',
        '/languages?api-version=3.0',
      ]) {
        expect(await off.send(path), path).toMatchObject({ status: 404, body: { data: { code: 40404 } } });
      }
    } finally {
      await off.close();
    }
  });
});

it('pages of other origins may call with the headers of these clients', async () => {
  const preflight = await app.send('/translate?api-version=3.0', {
    method: 'OPTIONS',
    headers: {
      origin: 'https://example.com',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'ocp-apim-subscription-key',
    },
  });
  expect(preflight.headers['access-control-allow-headers']).toContain('ocp-apim-subscription-key');
});
