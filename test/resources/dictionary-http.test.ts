import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';

let app: TestApp;
let acme: Tenant;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  acme = await app.tenant();
});

const PATH = '/api/v1/dictionary';
const DOG = { fromLang: 'ja', fromText: '犬', toLang: 'en', toText: 'dog' };
const CAT = { fromLang: 'ja', fromText: '猫', toLang: 'en', toText: 'cat' };
const SUCCESS = { status: 200, body: { status: 'success' } };

async function entries(tenant: Tenant = acme) {
  const { body } = await app.call(tenant, PATH, { headers: { 'content-type': 'application/json' } });
  return (body as { data: { entries: { id: number; fromText: string; toText: string }[] } }).data.entries;
}

describe('the dictionary endpoints', () => {
  it('create, list, update and delete entries with the shapes of the interface', async () => {
    expect(await app.call(acme, PATH, { body: DOG })).toMatchObject(SUCCESS);
    const [entry] = await entries();
    expect(entry).toEqual({ id: expect.any(Number), ...DOG });
    const changed = await app.call(acme, `${PATH}/${entry?.id}`, {
      method: 'PUT',
      body: { ...DOG, toText: 'hound' },
    });
    expect(changed.body).toEqual({ status: 'success' });
    expect(await entries()).toEqual([{ ...entry, toText: 'hound' }]);
    const deleted = await app.call(acme, `${PATH}/${entry?.id}`, { method: 'DELETE' });
    expect(deleted.body).toEqual({ status: 'success' });
    expect(await entries()).toEqual([]);
  });

  it('take a bulk as a whole or not at all', async () => {
    const broken = await app.call(acme, `${PATH}/bulk`, { body: [DOG, { ...CAT, toText: ' ' }] });
    expect(broken).toMatchObject({ status: 400, body: { data: { code: 40202, index: 1 } } });
    expect(await entries()).toEqual([]);
    expect(await app.call(acme, `${PATH}/bulk`, { body: [DOG, CAT] })).toMatchObject(SUCCESS);
    expect((await entries()).map((entry) => entry.toText)).toEqual(['dog', 'cat']);
    const all = await app.call(acme, `${PATH}/dictionary-all`, { method: 'DELETE' });
    expect(all.body).toEqual({ status: 'success' });
    expect(await entries()).toEqual([]);
  });

  it.each([
    ['a missing field', { fromLang: 'ja', fromText: '犬', toLang: 'en' }, 40200],
    ['a wrong type', { ...DOG, toText: 5 }, 40201],
    ['an unknown language', { ...DOG, toLang: 'klingon' }, 40201],
    ['an empty text', { ...DOG, fromText: '' }, 40202],
    ['a text of 256 characters', { ...DOG, fromText: '犬'.repeat(256) }, 40202],
    ['no object', [DOG], 40202],
  ])('refuse %s', async (_, body, code) => {
    expect(await app.call(acme, PATH, { body })).toMatchObject({
      status: 400,
      body: { status: 'failure', data: { code } },
    });
  });

  it.each(['999999', '0', 'abc', '1e1', '99999999999999999999'])('know no entry %s', async (id) => {
    for (const options of [{ method: 'DELETE' }, { method: 'PUT', body: DOG }] as const) {
      const answer = await app.call(acme, `${PATH}/${id}`, options);
      expect(answer).toMatchObject({ status: 404, body: { data: { code: 40203 } } });
    }
  });

  it('keep the entries of another organization out of reach', async () => {
    const other = await app.tenant();
    await app.call(acme, PATH, { body: DOG });
    const [entry] = await entries();
    expect(await entries(other)).toEqual([]);
    for (const options of [{ method: 'DELETE' }, { method: 'PUT', body: CAT }] as const) {
      const answer = await app.call(other, `${PATH}/${entry?.id}`, options);
      expect(answer).toMatchObject({ status: 404, body: { data: { code: 40203 } } });
    }
    await app.call(other, `${PATH}/dictionary-all`, { method: 'DELETE' });
    expect(await entries()).toEqual([entry]);
  });

  it('work on translations at once, with every engine', async () => {
    await app.call(acme, PATH, { body: { ...DOG, fromText: '弊社製品', toText: 'Kotobashi Pro' } });
    for (const contract of Object.values(acme.contracts)) {
      const answer = await app.call(acme, '/api/v1/translate', {
        body: {
          fieldId: contract.engine === 'custom' ? 'L000001' : '1',
          text: ['弊社製品'],
          sourceLang: 'ja',
          targetLang: 'en',
          contractId: contract.id,
        },
      });
      expect(answer.body).toMatchObject({
        data: { translationResult: [{ sourceText: '弊社製品', translatedText: 'Kotobashi Pro' }] },
      });
    }
  });
});
