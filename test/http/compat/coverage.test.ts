import v3Client, { isUnexpected } from '@azure-rest/ai-translation-text';
import { v3 as google } from '@google-cloud/translate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallOptions, type Tenant, type TestApp, testApp } from '../../setup/app.js';
import { keyOf } from './vendor-keys.js';

let app: TestApp;
let acme: Tenant;
const BAG = 'このかばんはいくらですか。';
const HOW_MUCH = /how much is this bag/i;

beforeAll(async () => {
  app = await testApp();
  acme = await app.tenant();
  const { organization, user } = acme;
  await app.service.entries.put({ kind: 'dictionary', orgId: organization.id, userId: user.id }, [
    { fromLang: 'ja', fromText: '係長', toLang: 'en', toText: 'Unit Lead' },
    { fromLang: 'ja', fromText: '社訓', toLang: 'en', toText: `Don't "guess" & <ask>` },
  ]);
});
afterAll(() => app.close());

const deepl = () => ({ authorization: `DeepL-Auth-Key ${keyOf(acme)}` });
const googleKey = () => ({ 'x-goog-api-key': keyOf(acme) });
const microsoft = () => ({ 'ocp-apim-subscription-key': keyOf(acme) });
const send = (path: string, headers: Readonly<Record<string, string>>, options: CallOptions = {}) =>
  app.send(path, { ...options, headers });

describe('a path that is not covered', () => {
  it.each([
    ['/v2/write/rephrase', { message: expect.stringMatching(/not offer.*DeepL/) }],
    ['/v2/admin/developer-keys', { message: expect.any(String) }],
    ['/v3/style_rules', { message: expect.any(String) }],
    ['/v3/voice/realtime', { message: expect.any(String) }],
    ['/v3/projects/p/locations/global:batchTranslateText', googleError(404, 'NOT_FOUND')],
    ['/v3/projects/p/locations/global/glossaries', googleError(404, 'NOT_FOUND')],
    ['/v3beta1/projects/p:translateText', googleError(404, 'NOT_FOUND')],
    ['/language/translate/v2/other', googleError(404, 'NOT_FOUND')],
    ['/transliterate?api-version=3.0', microsoftError(404000)],
    ['/dictionary/examples?from=en&api-version=3.0', microsoftError(404000)],
    ['/translator/text/v3.0/transliterate?api-version=3.0', microsoftError(404000)],
    ['/translator/document/batches', microsoftError(404000)],
    ['/detect?api-version=2026-06-06', microsoftError(404000)],
    ['/suggest', { error: expect.stringMatching(/not offer.*LibreTranslate/) }],
  ])('%s is 404 in the shape of its vendor', async (path, body) => {
    const headers = path.startsWith('/detect') ? microsoft() : {};
    expect(await send(path, headers, { method: 'POST', body: {} })).toMatchObject({ status: 404, body });
  });

  it.each([
    ['/v2/translate', { message: expect.stringContaining('POST') }],
    ['/language/translate/v2/languages', googleError(405, 'INVALID_ARGUMENT')],
    ['/translate', { error: expect.stringContaining('POST') }],
    ['/frontend/settings', { error: expect.stringContaining('GET') }],
    ['/translator/text/v3.0/translate?api-version=3.0', microsoftError(405000)],
  ])('%s with a wrong method is 405 in the shape of its vendor', async (path, body) => {
    expect(await send(path, {}, { method: 'DELETE' })).toMatchObject({ status: 405, body });
  });

  it('of nobody is in our own', async () => {
    for (const path of ['/api/v2/translate', '/foo', '/api/v1/x?api-version=3.0']) {
      expect(await app.send(path)).toMatchObject({ status: 404, body: { data: { code: 40404 } } });
    }
  });
});

function googleError(code: number, status: string) {
  return { error: { code, status, message: expect.any(String), errors: [{ domain: 'global' }] } };
}
function microsoftError(code: number) {
  return { error: { code, message: expect.any(String) } };
}

describe('a wrong value of an option', () => {
  it.each([
    ['split_sentences', '7'],
    ['tag_handling', 'md'],
    ['model_type', 'x'],
    ['show_billed_characters', 'x'],
    ['preserve_formatting', 'x'],
    ['outline_detection', '2'],
  ])('%s is 400 for DeepL and names it', async (name, value) => {
    const body = { text: ['x'], target_lang: 'JA', [name]: value };
    expect(await send('/v2/translate', deepl(), { body })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(`'${name}' not supported`) },
    });
  });

  it('is refused by the other interfaces too', async () => {
    const refused: readonly [string, Record<string, string>, unknown, object][] = [
      ['/v2/languages?type=both', deepl(), undefined, { message: expect.stringContaining('type') }],
      [
        '/language/translate/v2',
        googleKey(),
        { q: 'x', target: 'ja', format: 'pdf' },
        googleError(400, 'INVALID_ARGUMENT'),
      ],
      [
        '/translate',
        {},
        { q: 'x', source: 'en', target: 'ja', format: 'pdf', api_key: keyOf(acme) },
        { error: expect.stringContaining('format') },
      ],
      [
        '/language/translate/v2/languages?target=xx',
        googleKey(),
        undefined,
        googleError(400, 'INVALID_ARGUMENT'),
      ],
      [
        '/v3/projects/p/supportedLanguages?displayLanguageCode=a_b',
        googleKey(),
        undefined,
        googleError(400, 'INVALID_ARGUMENT'),
      ],
      [
        '/translate',
        {},
        { q: 'x', source: 'en', target: 'ja', alternatives: 'many', api_key: keyOf(acme) },
        { error: expect.stringContaining('alternatives') },
      ],
      [
        '/translate',
        {},
        { q: 'x', source: '__proto__', target: 'ja', api_key: keyOf(acme) },
        { error: expect.any(String) },
      ],
      ['/translate?api-version=3.0&to=ja&textType=x', microsoft(), [{ Text: 'x' }], microsoftError(400071)],
      ...['profanityAction=x', 'profanityMarker=x', 'includeAlignment=x', 'includeSentenceLength=1'].map(
        (option): [string, Record<string, string>, unknown, object] => [
          `/translate?api-version=3.0&to=ja&${option}`,
          microsoft(),
          [{ Text: 'x' }],
          microsoftError(400042),
        ],
      ),
      ['/translate?api-version=3.0&to=ja&from=xx', microsoft(), [{ Text: 'x' }], microsoftError(400035)],
      ['/translate?api-version=3.0&to=xx&from=ja', microsoft(), [{ Text: 'x' }], microsoftError(400036)],
      ['/breaksentence?api-version=3.0&language=xx', microsoft(), [{ Text: 'x' }], microsoftError(400019)],
      ['/languages?api-version=3.0&scope=x', {}, undefined, microsoftError(400001)],
      ['/translate?api-version=9&to=ja', microsoft(), [{ Text: 'x' }], microsoftError(400021)],
      ['/languages?api-version=', {}, undefined, microsoftError(400021)],
      ['/translator/text/v3.0/translate?to=ja', microsoft(), [{ Text: 'x' }], microsoftError(400021)],
    ];
    for (const [path, headers, body, shape] of refused) {
      const answer = await send(path, headers, body === undefined ? {} : { body });
      expect(answer, path).toMatchObject({ status: 400, body: shape });
    }
  });

  it('is not one that clients really send', async () => {
    const body = {
      text: ['Hello.'],
      target_lang: 'JA',
      split_sentences: true,
      tag_handling: 'xml',
      model_type: 'prefer_quality_optimized',
      preserve_formatting: true,
      outline_detection: '0',
    };
    expect((await send('/v2/translate', deepl(), { body })).status).toBe(200);
    const html = await send(
      '/translate?api-version=3.0&to=ja&textType=HTML&from=EN&profanityAction=noaction&includeAlignment=False',
      microsoft(),
      {
        body: [{ Text: '<p>Hello.</p>' }],
      },
    );
    expect(html.status).toBe(200);
  });
});

describe('Google Translation', () => {
  it('escapes what means something in HTML, unless the text is plain', async () => {
    const translate = async (more: object) => {
      const body = { q: ['社訓', '<b>社訓</b>'], source: 'ja', target: 'en', ...more };
      const answer = await send('/language/translate/v2', googleKey(), { body });
      const { data } = answer.body as { data: { translations: { translatedText: string }[] } };
      return data.translations.map(({ translatedText }) => translatedText);
    };
    const escaped = 'Don&#39;t &quot;guess&quot; &amp; ';
    const [plain, bold] = await translate({});
    expect(plain?.startsWith(escaped)).toBe(true);
    expect(bold?.startsWith(`<b>${escaped}`)).toBe(true);
    expect(bold?.endsWith('</b>')).toBe(true);
    expect(await translate({ format: 'html' })).toEqual([plain, bold]);
    expect((await translate({ format: 'text' }))[0]).toBe(`Don't "guess" & <ask>`);
  });

  it('of version 3 translates, detects and lists for the vendor’s client', async () => {
    const { hostname, port } = new URL(app.url);
    const client = new google.TranslationServiceClient({
      fallback: true,
      apiEndpoint: hostname,
      port: Number(port),
      protocol: 'http',
      apiKey: keyOf(acme),
    });
    const parent = 'projects/own/locations/global';
    const [translated] = await client.translateText({
      parent,
      contents: [BAG, '係長'],
      targetLanguageCode: 'en',
      mimeType: 'text/plain',
    });
    expect(translated.translations).toMatchObject([
      { translatedText: expect.stringMatching(HOW_MUCH), detectedLanguageCode: 'ja' },
      { translatedText: 'Unit Lead' },
    ]);
    const [found] = await client.detectLanguage({ parent, content: BAG });
    expect(found.languages).toMatchObject([{ languageCode: 'ja', confidence: expect.closeTo(0.99) }]);
    const [languages] = await client.getSupportedLanguages({ parent, displayLanguageCode: 'ja' });
    expect(languages.languages).toContainEqual(
      expect.objectContaining({ languageCode: 'en', displayName: '英語', supportTarget: true }),
    );
    await expect(
      client.translateText({ parent, contents: ['係長'], targetLanguageCode: 'tlh' }),
    ).rejects.toThrow(/not supported/);
    await client.close();
  });

  it('of version 3 takes a glossary, and a token in the place of a key', async () => {
    const { id } = await app.service.glossaryDictionaries.create(acme.organization.id, 'google', [
      { fromLang: 'ja', fromText: '青い鳥', toLang: 'en', toText: 'Bluebird Terminal' },
    ]);
    const path = '/v3/projects/own:translateText';
    const headers = { authorization: `Bearer ${keyOf(acme)}` };
    const glossary = `projects/own/locations/global/glossaries/${id}`;
    const body = { contents: ['青い鳥で待っています。'], sourceLanguageCode: 'ja', targetLanguageCode: 'en' };
    const answer = await send(path, headers, { body: { ...body, glossaryConfig: { glossary } } });
    expect(answer.body).toMatchObject({
      translations: [{ translatedText: expect.not.stringContaining('Bluebird Terminal') }],
      glossaryTranslations: [
        { translatedText: expect.stringContaining('Bluebird Terminal'), glossaryConfig: { glossary } },
      ],
    });
    const unknown = await send(path, headers, {
      body: { ...body, glossaryConfig: { glossary: `${glossary}9` } },
    });
    expect(unknown).toMatchObject({ status: 404, body: googleError(404, 'NOT_FOUND') });
    const wrong = await send(path, headers, { body: { ...body, mimeType: 'application/pdf' } });
    expect(wrong).toMatchObject({ status: 400, body: googleError(400, 'INVALID_ARGUMENT') });
    const nobody = await send(path, {}, { body });
    expect(nobody).toMatchObject({ status: 403, body: googleError(403, 'PERMISSION_DENIED') });
  });
});

describe('Microsoft Translator', () => {
  const client = () =>
    v3Client(app.url, { key: keyOf(acme), region: 'here' }, { allowInsecureConnection: true });

  it('stands below its own path as the document says', async () => {
    const { body } = await app.send('/openapi.json');
    const { paths } = body as { paths: object };
    for (const path of ['translate', 'detect', 'languages', 'breaksentence', 'dictionary/lookup']) {
      expect(paths).toHaveProperty([`/translator/text/v3.0/${path}`]);
    }
    expect(Object.keys(paths).filter((path) => /translator.*translator/.test(path))).toEqual([]);
    const answer = await send('/translator/text/v3.0/translate?api-version=3.0&to=en', microsoft(), {
      body: [{ Text: '係長' }],
    });
    expect(answer).toMatchObject({
      status: 200,
      body: [{ translations: [{ text: 'Unit Lead', to: 'en' }] }],
    });
  });

  it('tells where sentences end', async () => {
    const texts = ['今日は雨です。 明日は晴れます。', 'How are you? I am fine.', ''];
    const answer = await client()
      .path('/breaksentence')
      .post({ body: texts.map((text) => ({ text })), queryParameters: {} });
    if (isUnexpected(answer)) throw answer.body.error;
    expect(answer.body).toMatchObject([
      { detectedLanguage: { language: 'ja' }, sentLen: [8, 8] },
      { detectedLanguage: { language: 'en' }, sentLen: [13, 10] },
      { sentLen: [0] },
    ]);
    const named = await send('/breaksentence?api-version=3.0&language=en', microsoft(), {
      body: [{ Text: 'One. Two.  Three.' }],
    });
    expect(named.body).toEqual([{ sentLen: [5, 6, 6] }]);
    const long = await send('/breaksentence?api-version=3.0', microsoft(), {
      body: [{ Text: 'a'.repeat(50_001) }],
    });
    expect(long).toMatchObject({ status: 400, body: microsoftError(400050) });
  });

  it('looks words up, the terms of the user first', async () => {
    const answer = await client()
      .path('/dictionary/lookup')
      .post({ body: [{ text: '係長' }, { text: '橋' }], queryParameters: { from: 'ja', to: 'en' } });
    if (isUnexpected(answer)) throw answer.body.error;
    const [term, word] = answer.body;
    expect(term).toMatchObject({
      displaySource: '係長',
      translations: [{ displayTarget: 'Unit Lead', normalizedTarget: 'unit lead', confidence: 1 }],
    });
    const targets = word?.translations.map(({ normalizedTarget }) => normalizedTarget) ?? [];
    expect(targets.join()).toContain('bridge');
    expect(targets.length).toBeGreaterThan(1);
    expect(new Set(targets).size).toBe(targets.length);
    const languages = await client()
      .path('/languages')
      .get({ queryParameters: { scope: 'dictionary' } });
    expect(languages.body).toMatchObject({
      dictionary: { ja: { translations: expect.arrayContaining([expect.objectContaining({ code: 'en' })]) } },
    });
    const many = await send('/dictionary/lookup?api-version=3.0&from=ja&to=en', microsoft(), {
      body: Array.from({ length: 11 }, () => ({ Text: '橋' })),
    });
    expect(many).toMatchObject({ status: 400, body: microsoftError(400072) });
  });
});
