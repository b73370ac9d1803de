import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Tenant, type TestApp, testApp } from '../setup/app.js';
import { expectFailure } from './expectations.js';

const masterKey = randomBytes(32).toString('base64');
let app: TestApp;
let acme: Tenant;
let addresses = 0;
beforeAll(async () => {
  app = await testApp({ trustProxy: true, masterKey });
  acme = await app.tenant();
});
afterAll(() => app.close());

/** An address of its own for each test, as our own proxy would report it. */
const newAddress = () => `203.0.113.${++addresses}`;
const from = (address: string) => ({ 'x-forwarded-for': address });
const token = (address: string, accessKey: string, secretKey = 'wrong') =>
  app.send('/api/v1/token', { body: { accessKey, secretKey }, headers: from(address) });
const count = (answers: readonly Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

describe('wrong secrets', () => {
  it('are judged ten times a minute by address and key, however many come at once', async () => {
    const address = newAddress();
    const started = performance.now();
    const answers = await Promise.all(Array.from({ length: 100 }, () => token(address, acme.key.accessKey)));
    // One more every six seconds: on a machine with much to do the hundred take longer than that.
    const later = Math.floor((performance.now() - started) / 6_000);
    const judged = count(answers, 401);
    expect(judged).toBeGreaterThanOrEqual(10);
    expect(judged).toBeLessThanOrEqual(10 + later);
    expect(count(answers, 429)).toBe(100 - judged);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(6);
  });

  it('never hold up the owner: not from elsewhere, not from the same address, and not by signature', async () => {
    const address = newAddress();
    await Promise.all(Array.from({ length: 20 }, () => token(address, acme.key.accessKey)));
    for (const place of [address, newAddress()]) {
      expect((await token(place, acme.key.accessKey, acme.key.secretKey)).status).toBe(200);
      expect((await app.call(acme, '/api/v1/hello', { headers: from(place) })).status).toBe(200);
    }
    expectFailure(await token(newAddress(), acme.key.accessKey), 40006);
  });

  it('are counted by the address that our proxy saw, whatever the caller claims before it', async () => {
    const [seen, other] = [newAddress(), newAddress()];
    const guess = (claimed: string, address: string) =>
      token(`${claimed}, ${address}`, randomBytes(32).toString('hex'));
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => guess(`198.51.100.${index}`, seen)),
    );
    expect(count(answers, 401)).toBe(30);
    expectFailure(await guess(seen, other), 40002);
  });

  it('of one network of IPv6 count together', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => token(`2001:db8:1:2::${index + 1}`, acme.key.accessKey)),
    );
    expect(count(answers, 401)).toBe(10);
    expectFailure(await token('2001:db8:1:3::1', acme.key.accessKey), 40006);
  });

  it('are looked at again as time goes by, one for every six seconds', async () => {
    const address = newAddress();
    await Promise.all(Array.from({ length: 12 }, () => token(address, acme.key.accessKey)));
    // Another process, which does not remember that this address had to wait.
    const second = await testApp({ trustProxy: true, masterKey, databaseUrl: app.database.url });
    const judgedWhen = async (seconds: number) => {
      await app.database.store.pool.query(
        `update failed_credentials set paced_until = now() + $1 * interval '1 second'`,
        [seconds],
      );
      const body = { accessKey: acme.key.accessKey, secretKey: 'wrong' };
      return (await second.send('/api/v1/token', { body, headers: from(address) })).status;
    };
    expect(await judgedWhen(30)).toBe(401);
    expect(await judgedWhen(600)).toBe(429);
    await second.close();
  });
});

describe('other wrong credentials', () => {
  it.each([
    ['signatures', () => ({ accessKey: acme.key.accessKey, nonce: '1', signature: 'a'.repeat(64) })],
    ['tokens', () => ({ authorization: 'Bearer rubbish' })],
  ])('are slowed down too: %s', async (_, headers) => {
    const address = newAddress();
    const answers = await Promise.all(
      Array.from({ length: 40 }, () =>
        app.send('/api/v1/hello', { headers: { ...headers(), ...from(address) } }),
      ),
    );
    expect([count(answers, 401), count(answers, 429)]).toEqual([10, 30]);
  });

  it('are slowed down too: admin tokens, while the right one works', async () => {
    const address = newAddress();
    const list = (adminToken: string) =>
      app.send('/admin/v1/organizations', {
        headers: { authorization: `Bearer ${adminToken}`, ...from(address) },
      });
    const answers = await Promise.all(Array.from({ length: 40 }, () => list('guess')));
    expect([count(answers, 401), count(answers, 429)]).toEqual([10, 30]);
    expect((await list(app.service.adminToken)).status).toBe(200);
  });
});
