import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rateSubject } from '#src/accounts/metering/rate.js';
import { composeLogger, composeService, type Service } from '#src/compose/service.js';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';
import { expectFailure } from './expectations.js';

let app: TestApp;
/** A second node on the same database. */
let second: Service;
let acme: Tenant;
beforeAll(async () => {
  app = await testApp();
  const { settings, model } = app.service;
  second = await composeService(settings, composeLogger(settings), { model });
  acme = await tenantWithEntry();
});
afterAll(async () => {
  await second.close();
  await app.close();
});

const send = (tenant: Tenant, engine: 't4oo' | 'real-time' = 't4oo') =>
  app.call(tenant, '/api/v1/translate', {
    body: {
      fieldId: '1',
      text: ['こんにちは'],
      sourceLang: 'ja',
      targetLang: 'en',
      contractId: tenant.contracts[engine].id,
    },
  });
/** What the rate of a tenant's key counts by, under a contract with a rate of its own or without. */
const subject = (tenant: Tenant, ratePerMinute: number | null = null) =>
  rateSubject(
    { accessKey: tenant.key.accessKey, orgId: tenant.organization.id },
    { id: tenant.contracts.t4oo.id, ratePerMinute },
  );
const later = (seconds: number) =>
  app.database.store.pool.query(
    `update rate_windows set started_at = started_at - $1 * interval '1 second', blocked_until = blocked_until - $1 * interval '1 second'`,
    [seconds],
  );

/** A tenant whose dictionary answers what `send` asks, without the model. */
async function tenantWithEntry(): Promise<Tenant> {
  const tenant = await app.tenant();
  const entry = { fromLang: 'ja', fromText: 'こんにちは', toLang: 'en', toText: 'Ahoy' };
  await app.call(tenant, '/api/v1/dictionary', { body: entry });
  return tenant;
}

describe('60 requests a minute', () => {
  it('pass, however they are spread over nodes; the next is refused, and everything for 60 seconds after', async () => {
    const passes = await Promise.allSettled(
      Array.from({ length: 70 }, (_, index) =>
        (index % 2 ? app.service : second).rate.pass(subject(acme), 60),
      ),
    );
    expect(passes.filter(({ status }) => status === 'fulfilled')).toHaveLength(60);
    const refused = await send(acme);
    expectFailure(refused, 40103);
    expect(refused.headers['retry-after']).toBe('60');
    await later(30);
    expectFailure(await send(acme), 40103);
    await later(30);
    expect((await send(acme)).status).toBe(200);
  });

  it('begin anew a minute after the first, without a pause when the limit was kept', async () => {
    const other = await tenantWithEntry();
    for (let time = 0; time < 60; time += 1) await second.rate.pass(subject(other), 60);
    await later(60);
    expect((await send(other)).status).toBe(200);
  });

  it('are counted per key, and only for the phrase-pair engine', async () => {
    const other = await tenantWithEntry();
    const spent = Array.from({ length: 61 }, () => app.service.rate.pass(subject(other), 60));
    await Promise.allSettled(spent);
    expectFailure(await send(other), 40103);
    expect((await send(other, 'real-time')).status).toBe(200);
    const key = await app.service.keyAdmin.create(other.organization.id, other.user.id);
    expect((await send({ ...other, key })).status).toBe(200);
  });

  it('become more by the contract, when the operator says so', async () => {
    const other = await app.tenant();
    const { id } = other.contracts.t4oo;
    await app.service.contracts.change(other.organization.id, id, { ratePerMinute: 2 });
    expect((await send(other)).status).toBe(200);
    expect((await send(other)).status).toBe(200);
    expectFailure(await send(other), 40103);
  });
});

describe('a key with two phrase-pair contracts', () => {
  it('is not closed under the one by what passed under the other, and each keeps its own limit', async () => {
    const tenant = await app.tenant();
    const { id: orgId } = tenant.organization;
    await app.service.contracts.change(orgId, tenant.contracts.t4oo.id, { ratePerMinute: 600 });
    const more = await app.service.contracts.create(orgId, { name: 'more', kind: 'text', engine: 't4oo' });
    const other = { ...tenant, contracts: { ...tenant.contracts, t4oo: more } };
    await Promise.all(Array.from({ length: 61 }, () => second.rate.pass(subject(tenant, 600), 600)));
    expect((await send(other)).status).toBe(200);
    await Promise.allSettled(Array.from({ length: 61 }, () => second.rate.pass(subject(other), 60)));
    expectFailure(await send(other), 40103);
    expect((await send(tenant)).status).toBe(200);
  });
});

describe('answers that need no model', () => {
  it('count in the same minute as those of the model, and only what passed is booked', async () => {
    const other = await tenantWithEntry();
    const { id } = other.contracts.t4oo;
    await app.service.contracts.change(other.organization.id, id, { ratePerMinute: 4 });
    await second.rate.pass(subject(other, 4), 4);
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(other)));
    const passed = answers.filter(({ status }) => status === 200);
    expect(passed).toHaveLength(3);
    for (const { body } of passed)
      expect(body).toMatchObject({ data: { translationResult: [{ translatedText: 'Ahoy' }] } });
    for (const answer of answers) if (!passed.includes(answer)) expectFailure(answer, 40103);
    expect(await app.service.usage.report(other.organization.id)).toMatchObject([
      { accessKey: other.key.accessKey, contractId: id, requests: 3, characters: 15, words: 15 },
    ]);
  });

  it('of many keys are booked each under its own, however they come together', async () => {
    const tenants = await Promise.all(Array.from({ length: 4 }, tenantWithEntry));
    const rounds = tenants.flatMap((tenant, index) => Array.from({ length: index + 1 }, () => tenant));
    const answers = await Promise.all(rounds.map((tenant) => send(tenant)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    for (const [index, { organization }] of tenants.entries()) {
      const books = await app.service.usage.report(organization.id);
      expect(books).toMatchObject([{ requests: index + 1, characters: 5 * (index + 1) }]);
    }
  });

  it('still respect the quota of a contract', async () => {
    const other = await tenantWithEntry();
    const { id } = other.contracts.t4oo;
    await app.service.contracts.change(other.organization.id, id, { charQuota: 12 });
    expect((await send(other)).status).toBe(200);
    expect((await send(other)).status).toBe(200);
    expectFailure(await send(other), 40001);
  });
});

describe('a change made on one node', () => {
  it('takes effect on the others at once', async () => {
    const other = await app.tenant();
    const { accessKey } = other.key;
    expect(await second.keyCache.find(accessKey)).toMatchObject({ enabled: true });
    await app.service.keyAdmin.change(other.organization.id, accessKey, { enabled: false });
    await expect
      .poll(() => second.keyCache.find(accessKey), { timeout: 2_000, interval: 5 })
      .toMatchObject({
        enabled: false,
      });
  });
});
