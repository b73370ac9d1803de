import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Tenant, type TestApp, testApp } from '../setup/app.js';

let app: TestApp;
let acme: Tenant;
beforeAll(async () => {
  app = await testApp();
  acme = await app.tenant();
});
afterAll(() => app.close());

interface ListedField {
  readonly id: string;
  readonly name: string;
  readonly parent?: string;
}

async function listed(query: string): Promise<readonly ListedField[]> {
  const answer = await app.call(acme, `/api/v1/field/list?${query}`);
  expect(answer).toMatchObject({ status: 200, body: { status: 'success' } });
  const body = answer.body as { readonly data: { readonly fields: readonly ListedField[] } };
  expect(Object.keys(body.data)).toEqual(['fields']);
  return body.data.fields;
}

describe('GET /api/v1/field/list', () => {
  it('lists the first level without parents, in the requested language', async () => {
    expect(await listed('engine=t4oo&language=ja&level=1')).toEqual([
      { id: '1', name: '一般' },
      { id: '414', name: '趣味・エンターテインメント' },
      { id: '454', name: '人文・社会' },
      { id: '475', name: '医療・化学・環境' },
      { id: '1538', name: 'IT・機械・電気電子' },
      { id: '2570', name: 'ビジネス' },
    ]);
    expect((await listed('engine=t4oo&language=en&level=1'))[5]).toEqual({ id: '2570', name: 'Business' });
  });

  it('goes down to the second level, and without a level to the last', async () => {
    const second = await listed('engine=t4oo&language=en&level=2');
    const all = await listed('engine=t4oo&language=en');
    expect(second).toContainEqual({ id: '2571', name: 'Law', parent: '2570' });
    expect(second.some((field) => field.parent === '2571')).toBe(false);
    expect(all).toContainEqual({ id: '2572', name: 'Contracts', parent: '2571' });
    expect(all.length).toBeGreaterThan(second.length);
    const ids = new Set(all.map((field) => field.id));
    for (const field of all) if (field.parent !== undefined) expect(ids).toContain(field.parent);
  });

  it.each([
    ['language=ja', 40200],
    ['engine=t4oo', 40200],
    ['engine=real-time&language=ja', 40201],
    ['engine=t4oo&language=fr', 40201],
    ['engine=t4oo&language=ja&level=3', 40201],
    ['engine=t4oo&language=ja&level=0', 40201],
    ['engine=t4oo&language=ja&level=one', 40201],
    ['engine=t4oo&engine=t4oo&language=ja', 40201],
  ])('refuses %s', async (query, code) => {
    const answer = await app.call(acme, `/api/v1/field/list?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { status: 'failure', data: { code } } });
  });

  it('is for callers with a key only', async () => {
    expect((await app.send('/api/v1/field/list?engine=t4oo&language=ja')).status).toBe(401);
  });
});

describe('GET /api/v1/training/fields', () => {
  function fields(from: string, to: string): Promise<Answer> {
    return app.call(acme, `/api/v1/training/fields/sourceLang/${from}/targetLang/${to}`);
  }

  it('answers a bare array that begins with the generic field', async () => {
    const { status, body } = await fields('ja', 'en');
    expect(status).toBe(200);
    if (!Array.isArray(body)) throw new Error('not an array');
    expect(body[0]).toEqual({
      lid: 'L000001',
      name: { en: 'Generic', ja: '汎用' },
      orgId: acme.organization.id,
      parent_lid: 'root',
      source_lang: 'ja',
      target_lang: 'en',
      trainable: true,
      updatedAt: expect.any(Number),
    });
    expect(body).toContainEqual(
      expect.objectContaining({ lid: 'L005001', parent_lid: 'L005000', trainable: true }),
    );
    expect(body).toContainEqual(
      expect.objectContaining({ lid: 'L005000', parent_lid: 'root', trainable: false }),
    );
  });

  it.each([
    ['ja', 'ja'],
    ['ja', 'fr'],
    ['xx', 'en'],
    ['auto', 'en'],
  ])('refuses %s to %s, which cannot be translated', async (from, to) => {
    expect(await fields(from, to)).toMatchObject({ status: 400, body: { data: { code: 40301 } } });
  });
});
