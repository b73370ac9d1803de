import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';
import { dataOf, expectFailure } from './expectations.js';

let app: TestApp;
let acme: Tenant;
let rival: Tenant;
beforeAll(async () => {
  app = await testApp();
  acme = await app.tenant();
  rival = await app.tenant();
});
afterAll(() => app.close());

const today = () => new Date().toISOString().slice(0, 10);
const translate = (tenant: Tenant) =>
  app.call(tenant, '/api/v1/translate', {
    body: {
      fieldId: '1',
      text: ['こんにちは'],
      sourceLang: 'ja',
      targetLang: 'en',
      contractId: tenant.contracts.t4oo.id,
    },
  });

describe('GET /api/v1/contracts', () => {
  it('lists what the caller may use, with limits and what was used this month', async () => {
    const tenant = await app.tenant();
    const { id: orgId } = tenant.organization;
    await app.service.contracts.change(orgId, tenant.contracts.custom.id, { charQuota: 5000 });
    await app.service.contracts.change(orgId, tenant.contracts['real-time'].id, { enabled: false });
    await translate(tenant);
    const { contracts } = dataOf(await app.call(tenant, '/api/v1/contracts')) as { contracts: unknown };
    expect(contracts).toEqual([
      {
        id: tenant.contracts.t4oo.id,
        name: 't4oo',
        kind: 'text',
        engine: 't4oo',
        charQuota: null,
        ratePerMinute: 60,
        isDefault: false,
        strict: false,
        search: null,
        formats: 'keep',
        names: 'customary',
        formality: 'auto',
        inference: 'local',
        usedThisMonth: { requests: 1, characters: 5, words: 5 },
      },
      {
        id: tenant.contracts.custom.id,
        name: 'custom',
        kind: 'text',
        engine: 'custom',
        charQuota: 5000,
        ratePerMinute: null,
        isDefault: false,
        strict: false,
        search: null,
        formats: 'keep',
        names: 'customary',
        formality: 'auto',
        inference: 'local',
        usedThisMonth: { requests: 0, characters: 0, words: 0 },
      },
    ]);
  });
});

describe('the lists that a request can name', () => {
  it.each([
    ['phrase-dictionary', '/api/v1/phrase-pairs', 'phrasePairs'],
    ['glossary', '/api/v1/glossaries', 'glossaries'],
  ] as const)('of kind %s are found at %s, those of the organization alone', async (kind, path, member) => {
    const { id } = await app.service.lists.create(acme.organization.id, kind, 'Contracts');
    expect(dataOf(await app.call(acme, path))).toEqual({ [member]: [{ id, name: 'Contracts', entries: 0 }] });
    expect(dataOf(await app.call(rival, path))).toEqual({ [member]: [] });
  });
});

describe('GET /api/v1/usage', () => {
  it('shows what the keys of the user translated, by day and contract', async () => {
    await translate(acme);
    await translate(rival);
    const user = await app.service.organizationAdmin.createUser(acme.organization.id, 'second');
    const second = { ...acme, user, key: await app.service.keyAdmin.create(acme.organization.id, user.id) };
    await translate(second);
    const usage = [
      {
        day: today(),
        accessKey: acme.key.accessKey,
        contractId: acme.contracts.t4oo.id,
        requests: 1,
        characters: 5,
        words: 5,
      },
    ];
    expect(dataOf(await app.call(acme, '/api/v1/usage'))).toEqual({ usage });
    expect(dataOf(await app.call(acme, `/api/v1/usage?from=${today()}&to=${today()}`))).toEqual({ usage });
    expect(dataOf(await app.call(acme, '/api/v1/usage?to=2020-01-31'))).toEqual({ usage: [] });
    for (const query of ['from=yesterday', 'from=2026-02-31']) {
      expectFailure(await app.call(acme, `/api/v1/usage?${query}`), 40201);
    }
  });
});
