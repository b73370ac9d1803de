import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Contract } from '#src/accounts/contracts.js';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';
import { dataOf, expectFailure } from './expectations.js';

let app: TestApp;
let acme: Tenant;
let old: Tenant;
beforeAll(async () => {
  app = await testApp({ ratePerMinute: 10_000 });
  acme = await app.tenant();
  old = await app.tenant({ profile: 'legacy' });
});
afterAll(() => app.close());

const GREETING = 'こんにちは';
const LONG = '橋は長い。'.repeat(50);

function body(tenant: Tenant, engine: Contract['engine'], overrides: Record<string, unknown> = {}) {
  const contractId = tenant.contracts[engine].id;
  return { fieldId: '1', text: [GREETING], sourceLang: 'ja', targetLang: 'en', contractId, ...overrides };
}
const translate = (tenant: Tenant, engine: Contract['engine'], overrides: Record<string, unknown> = {}) =>
  app.call(tenant, '/api/v1/translate', { body: body(tenant, engine, overrides) });
function textsOf(answer: { body: unknown }): string[] {
  expect(JSON.stringify(answer.body)).toContain('translationResult');
  const { data } = answer.body as { data: { translationResult: { translatedText: string }[] } };
  return data.translationResult.map(({ translatedText }) => translatedText);
}

describe('fieldId', () => {
  it.each(['', 'abc', 'M9999999', '999999'])('%j is refused by the real-time engine', async (fieldId) => {
    expectFailure(await translate(acme, 'real-time', { fieldId }), 40201);
  });

  it('does not change the result of the real-time engine', async () => {
    const text = ['裁判所は被告の請求を棄却した。'];
    const results = await Promise.all(
      ['1', '2571', 'L120001'].map(async (fieldId) =>
        textsOf(await translate(acme, 'real-time', { fieldId, text })),
      ),
    );
    expect(results).toEqual([results[0], results[0], results[0]]);
  });

  it.each(['1', 'L100001', 'L120001'])('%s is a field of the custom-model engine', async (fieldId) => {
    expect((await translate(acme, 'custom', { fieldId })).status).toBe(200);
  });

  it('L100001 and L120001 are listed and can be trained', async () => {
    const path = '/api/v1/training/fields/sourceLang/ja/targetLang/en';
    const { body: fields } = await app.call(acme, path);
    for (const lid of ['L100001', 'L120001']) {
      expect(fields).toContainEqual(expect.objectContaining({ lid, trainable: true }));
    }
  });
});

describe('a contract that is not named', () => {
  const unnamed = (tenant: Tenant, more: Record<string, unknown> = {}) =>
    translate(tenant, 't4oo', { contractId: undefined, ...more });

  it('is the default contract of the key, in both profiles', async () => {
    for (const profile of ['standard', 'legacy'] as const) {
      const tenant = await app.tenant({ profile });
      const { id } = tenant.contracts['real-time'];
      await app.service.keyAdmin.change(tenant.organization.id, tenant.key.accessKey, {
        defaultContractId: id,
      });
      expect((await unnamed(tenant)).status).toBe(200);
      const [day] = await app.service.usage.report(tenant.organization.id);
      expect(day?.contractId).toBe(id);
    }
  });

  it('is the one that type names, in the legacy profile', async () => {
    expect((await unnamed(old, { type: 't4oo' })).status).toBe(200);
    expect((await app.service.usage.report(old.organization.id))[0]?.contractId).toBe(old.contracts.t4oo.id);
    const unclear = await unnamed(old, { type: 7 });
    expectFailure(unclear, 40200);
    expect(dataOf(unclear)).toMatchObject({ message: expect.stringContaining('default contract') });
    expectFailure(await unnamed(acme, { type: 't4oo' }), 40200);
  });

  it('cannot be one of another organization', async () => {
    const change = { defaultContractId: old.contracts.t4oo.id };
    await expect(
      app.service.keyAdmin.change(acme.organization.id, acme.key.accessKey, change),
    ).rejects.toMatchObject({ code: 40204 });
  });
});

describe('the legacy profile', () => {
  it('splits long paragraphs without being asked to, the standard profile refuses them', async () => {
    expect((await translate(old, 'real-time', { text: [LONG] })).status).toBe(200);
    expectFailure(await translate(acme, 'real-time', { text: [LONG] }), 40202);
  });

  it('gives an empty string back empty, also with auto, the standard profile refuses it', async () => {
    for (const sourceLang of ['ja', 'auto']) {
      const text = ['', GREETING, ''];
      const answer = await translate(old, 't4oo', { text, sourceLang });
      expect(textsOf(answer)).toEqual(['', expect.stringMatching(/[a-z]/i), '']);
    }
    expectFailure(await translate(acme, 't4oo', { text: ['', GREETING] }), 40202);
  });
});

describe('what a client writes', () => {
  it('may be null where nothing is meant', async () => {
    const nothing = {
      autoSplit: null,
      removeFakeLineBreak: null,
      isT4ooSplit: null,
      t4ooCategoryId: null,
      t4ooGlossaryId: null,
    };
    expect((await translate(acme, 't4oo', nothing)).status).toBe(200);
    expectFailure(await translate(acme, 't4oo', { contractId: null }), 40200);
    expectFailure(await translate(acme, 't4oo', { fieldId: null }), 40200);
    const { accessKey, secretKey } = acme.key;
    const token = await app.send('/api/v1/token', { body: { accessKey, secretKey, duration: null } });
    expect(token.status).toBe(200);
  });

  it('may be a language code in any case, and zh', async () => {
    const [sourceLang, targetLang] = ['JA', 'ZH'];
    const answer = await translate(acme, 't4oo', { sourceLang, targetLang });
    expect(textsOf(answer)).toEqual(
      textsOf(await translate(acme, 't4oo', { sourceLang: 'ja', targetLang: 'zh-CN' })),
    );
    expect((await translate(acme, 't4oo', { sourceLang: 'Auto', targetLang: 'EN' })).status).toBe(200);
    const entry = { fromLang: 'ZH', fromText: '桥', toLang: 'EN', toText: 'bridge' };
    expect((await app.call(acme, '/api/v1/dictionary', { body: entry })).status).toBe(200);
    expect(dataOf(await app.call(acme, '/api/v1/dictionary'))).toMatchObject({
      entries: [{ fromLang: 'zh-CN', toLang: 'en' }],
    });
    const fields = await app.call(acme, '/api/v1/training/fields/sourceLang/JA/targetLang/zh');
    expect(fields).toMatchObject({ status: 200 });
  });

  it('comes back with its tabs and HTML entities', async () => {
    const text = ['The price\tis &yen;500 &amp; tax.', 'Tom &lt;b&gt; &#8217;s bridge'];
    const [first, second] = textsOf(
      await translate(acme, 't4oo', { text, sourceLang: 'en', targetLang: 'ja' }),
    );
    expect(first?.match(/\t|&yen;|&amp;/g)).toEqual(['\t', '&yen;', '&amp;']);
    for (const entity of ['&lt;', '&gt;', '&#8217;']) expect(second).toContain(entity);
  });
});

describe('a path that is not offered', () => {
  it.each(['/api/v1/stt', '/api/v1/speech/recognize', '/api/v1/tts', '/api/v1/ocr'])(
    '%s says so',
    async (path) => {
      const answer = await app.call(acme, path, { body: {} });
      expectFailure(answer, 40404);
      expect(dataOf(answer)).toMatchObject({ message: expect.stringContaining('not offered') });
    },
  );
});

describe('a token that a client made', () => {
  it('for more than a day is refused with a sentence that says so', async () => {
    const token = await new SignJWT({ accessKey: acme.key.accessKey, iss: 'me' })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('2d')
      .sign(Buffer.from(acme.key.secretKey));
    const answer = await app.send('/api/v1/hello', { headers: { authorization: `Bearer ${token}` } });
    expectFailure(answer, 40006);
    expect(dataOf(answer)).toMatchObject({ message: expect.stringContaining('24 hours') });
  });
});

describe('a page of another origin', () => {
  const preflight = (path: string) =>
    app.send(path, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://example.com',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'userkey',
      },
    });

  it('may send every header that published scripts send', async () => {
    const { headers } = await preflight('/api/v1/translate');
    const allowed = headers['access-control-allow-headers']?.split(/,\s*/);
    for (const name of ['userkey', 'x-explain', 'idempotency-key', 'accesskey', 'nonce', 'signature']) {
      expect(allowed).toContain(name);
    }
  });

  it('is told by name where the operator names the origins, and others are not', async () => {
    const named = await testApp({ corsOrigins: 'https://one.example, https://two.example' });
    try {
      const answerTo = (origin: string) => named.send('/api/v1/hello', { headers: { origin } });
      const { headers } = await answerTo('https://two.example');
      expect(headers).toMatchObject({
        'access-control-allow-origin': 'https://two.example',
        vary: expect.stringMatching(/origin/i),
      });
      const other = await answerTo('https://example.com');
      expect(other.headers['access-control-allow-origin']).toBeUndefined();
      expect(other.headers.vary).toMatch(/origin/i);
    } finally {
      await named.close();
    }
  });

  it.each(['/admin/v1/organizations', '/%61dmin/v1/organizations', '/metrics'])(
    'may not call %s',
    async (path) => {
      const origin = { headers: { origin: 'https://example.com' } };
      for (const answer of [await preflight(path), await app.send(path, origin)]) {
        expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      }
    },
  );
});

describe('PUT /api/v1/dictionary/<id>', () => {
  it('onto the key of another entry is 40205 and changes nothing', async () => {
    const tenant = await app.tenant();
    const term = (fromText: string) => ({ fromLang: 'ja', fromText, toLang: 'en', toText: fromText });
    await app.call(tenant, '/api/v1/dictionary/bulk', { body: [term('橋'), term('川')] });
    const before = dataOf(await app.call(tenant, '/api/v1/dictionary')) as { entries: { id: number }[] };
    const path = `/api/v1/dictionary/${before.entries[0]?.id}`;
    expectFailure(await app.call(tenant, path, { method: 'PUT', body: term('川') }), 40205, 409);
    expect(dataOf(await app.call(tenant, '/api/v1/dictionary'))).toEqual(before);
  });
});
