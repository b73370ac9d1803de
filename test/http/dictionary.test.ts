import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';
import { dataOf, expectFailure } from './expectations.js';

let app: TestApp;
let acme: Tenant;
beforeAll(async () => {
  app = await testApp({ dictionaryLimit: 20 });
});
beforeEach(async () => {
  acme = await app.tenant();
});
afterAll(() => app.close());

const term = { fromLang: 'ja', fromText: '言葉橋', toLang: 'en', toText: 'Kotobashi' };
const SUCCESS = { status: 200, body: { status: 'success' } };
const add = (body: unknown) => app.call(acme, '/api/v1/dictionary', { body });
const bulk = (body: unknown) => app.call(acme, '/api/v1/dictionary/bulk', { body });
const list = async () =>
  (dataOf(await app.call(acme, '/api/v1/dictionary')) as { entries: (typeof term & { id: number })[] })
    .entries;

describe('the user dictionary', () => {
  it('is empty at first, and lists what was added, with whole-number ids', async () => {
    expect(await list()).toEqual([]);
    const added = await add(term);
    expect(added).toMatchObject(SUCCESS);
    expect(added.body).toEqual({ status: 'success' });
    expect(await list()).toEqual([{ id: expect.any(Number), ...term }]);
  });

  it('replaces the translation of a text that is there already', async () => {
    await add(term);
    await add({ ...term, toText: 'word bridge' });
    expect((await list()).map(({ toText }) => toText)).toEqual(['word bridge']);
  });

  it('trims, and keeps texts in NFC', async () => {
    await add({ ...term, fromText: '  が\u3099 '.replace('が\u3099', 'か\u3099'), toText: ' Cafe\u0301 ' });
    expect(await list()).toMatchObject([{ fromText: 'が', toText: 'Café' }]);
  });

  it('takes many entries at once, all or none', async () => {
    const many = Array.from({ length: 5 }, (_, index) => ({ ...term, fromText: `語${index}` }));
    expect(await bulk(many)).toMatchObject(SUCCESS);
    expect(await list()).toHaveLength(5);
    const broken = await bulk([
      { ...term, fromText: '新しい' },
      { ...term, fromText: ' ' },
    ]);
    expectFailure(broken, 40202);
    expect(dataOf(broken)).toMatchObject({ index: 1 });
    expect(await list()).toHaveLength(5);
    expectFailure(await bulk([]), 40202);
    expectFailure(await bulk({}), 40202);
    expectFailure(await bulk([{ ...term, toText: undefined }]), 40200);
  });

  it('holds no more entries than the setting allows', async () => {
    const many = Array.from({ length: 21 }, (_, index) => ({ ...term, fromText: `語${index}` }));
    expectFailure(await bulk(many), 40202);
    expect(await list()).toEqual([]);
  });

  it('changes and deletes one entry by its id', async () => {
    await bulk([term, { ...term, fromText: '橋' }]);
    const [first, second] = await list();
    const path = `/api/v1/dictionary/${first?.id}`;
    expect(await app.call(acme, path, { method: 'PUT', body: { ...term, toText: 'changed' } })).toMatchObject(
      SUCCESS,
    );
    expect((await list())[0]).toMatchObject({ toText: 'changed' });
    const deleted = await app.call(acme, path, { method: 'DELETE' });
    expect(deleted.body).toEqual({ status: 'success' });
    expect(await list()).toEqual([second]);
    expectFailure(await app.call(acme, path, { method: 'DELETE' }), 40203);
  });

  it('deletes everything at once', async () => {
    await bulk([term, { ...term, fromText: '橋' }]);
    const path = '/api/v1/dictionary/dictionary-all';
    expect((await app.call(acme, path, { method: 'DELETE' })).body).toEqual({ status: 'success' });
    expect(await list()).toEqual([]);
    expect(await app.call(acme, path, { method: 'DELETE' })).toMatchObject(SUCCESS);
  });

  it.each(['0', '999999999', 'x', '1.5', '-1', '99999999999999999999', "1'--"])(
    'has no entry %s',
    async (id) => {
      expectFailure(await app.call(acme, `/api/v1/dictionary/${id}`, { method: 'DELETE' }), 40203);
    },
  );

  it('refuses entries that lack something or make no sense', async () => {
    for (const name of Object.keys(term)) expectFailure(await add({ ...term, [name]: undefined }), 40200);
    for (const name of Object.keys(term)) expectFailure(await add({ ...term, [name]: 1 }), 40201);
    expectFailure(await add({ ...term, fromLang: 'english' }), 40201);
    expectFailure(await add({ ...term, toLang: 'ja' }), 40201);
    expectFailure(await add({ ...term, toText: 'x'.repeat(256) }), 40202);
    expectFailure(await add({ ...term, toText: '' }), 40202);
    expect(await add({ ...term, toText: '𠮷'.repeat(255) })).toMatchObject(SUCCESS);
  });

  it.each(['t4oo', 'real-time', 'custom'] as const)('is applied by the %s engine', async (engine) => {
    await add({ ...term, fromText: '言葉橋', toText: 'Wordbridge' });
    const answer = await app.call(acme, '/api/v1/translate', {
      body: {
        fieldId: engine === 'custom' ? 'L000001' : '1',
        text: ['言葉橋'],
        sourceLang: 'ja',
        targetLang: 'en',
        contractId: acme.contracts[engine].id,
      },
    });
    expect(dataOf(answer)).toMatchObject({ translationResult: [{ translatedText: 'Wordbridge' }] });
  });
});
