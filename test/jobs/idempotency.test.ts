import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectFailure } from '../http/expectations.js';
import { type Answer, type CallOptions, type Tenant, type TestApp, testApp } from '../setup/app.js';
import { dataOf, orderOf } from './client.js';

let app: TestApp;
let acme: Tenant;
let rival: Tenant;
beforeAll(async () => {
  app = await testApp({ workers: false });
  [acme, rival] = await Promise.all([app.tenant(), app.tenant()]);
});
afterAll(() => app.close());

const submit = (tenant: Tenant, text: string, options: CallOptions = {}) =>
  app.call(tenant, '/api/v1/translate/async', { body: orderOf(tenant, [text]), ...options });
const queueIds = (answers: readonly Answer[]) => new Set(answers.map((answer) => dataOf(answer).queueId));
async function jobsOf(tenant: Tenant): Promise<number> {
  const { rows } = await app.database.store.pool.query<{ jobs: number }>(
    'select count(*)::int as jobs from translation_jobs where org_id = $1',
    [tenant.organization.id],
  );
  return rows[0]?.jobs ?? 0;
}

describe('a submission that comes again', () => {
  it.each([
    ['Idempotency-Key', () => ({ headers: { 'idempotency-key': 'order-1' } })],
    ['nonce', () => ({ nonce: String(Date.now()) })],
  ])('under the same %s has the same queueId, also when many race', async (_, again) => {
    const tenant = await app.tenant();
    const options = again();
    const answers = await Promise.all(Array.from({ length: 8 }, () => submit(tenant, '橋', options)));
    answers.push(await submit(tenant, '橋', options));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(queueIds(answers).size).toBe(1);
    expect(await jobsOf(tenant)).toBe(1);
  });

  it('with another text is another one under a nonce, and a conflict under an Idempotency-Key', async () => {
    const nonce = String(Date.now());
    const answers = [await submit(acme, '川', { nonce }), await submit(acme, '海', { nonce })];
    expect(queueIds(answers).size).toBe(2);
    const headers = { 'idempotency-key': 'order-2' };
    expect((await submit(acme, '川', { headers })).status).toBe(200);
    expectFailure(await submit(acme, '海', { headers }), 40205);
  });

  it('is another one for another key, and without anything that makes it the same', async () => {
    const headers = { 'idempotency-key': 'order-3' };
    const answers = [await submit(acme, '空', { headers }), await submit(rival, '空', { headers })];
    answers.push(await submit(acme, '空'), await submit(acme, '空'));
    expect(queueIds(answers).size).toBe(4);
  });

  it('gives back what it had reserved of the quota', async () => {
    const tenant = await app.tenant();
    await app.service.contracts.change(tenant.organization.id, tenant.contracts.t4oo.id, { charQuota: 3 });
    const headers = { 'idempotency-key': 'order-4' };
    for (let time = 0; time < 5; time += 1) {
      expect((await submit(tenant, '橋', { headers })).status).toBe(200);
    }
    expect((await submit(tenant, '二字')).status).toBe(200);
  });

  it('needs a key that is one', async () => {
    for (const key of ['', 'two words', 'x'.repeat(256)]) {
      expectFailure(await submit(acme, '山', { headers: { 'idempotency-key': key } }), 40201);
    }
  });
});
