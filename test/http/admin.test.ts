import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type CallOptions, type TestApp, testApp } from '../setup/app.js';
import { dataOf, expectFailure } from './expectations.js';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const ROOT = '/admin/v1/organizations';
const admin = (path: string, options: CallOptions = {}): Promise<Answer> =>
  app.send(path, {
    ...options,
    headers: { authorization: `Bearer ${app.service.adminToken}`, ...options.headers },
  });
interface Named {
  readonly id: string;
  readonly name: string;
  readonly enabled?: boolean;
}
const named = (answer: Answer) => dataOf(answer) as Named;
const create = async (path: string, name: string) => named(await admin(path, { body: { name } }));

describe('the admin interface', () => {
  it('wants its own token, which no access key can replace', async () => {
    const tenant = await app.tenant();
    expectFailure(await app.send(ROOT), 40006);
    expectFailure(await app.send(ROOT, { headers: { authorization: 'Bearer wrong' } }), 40006);
    expectFailure(await app.call(tenant, ROOT), 40006);
    const { accessKey, secretKey } = tenant.key;
    const { encodedJWT } = dataOf(await app.send('/api/v1/token', { body: { accessKey, secretKey } })) as {
      encodedJWT: string;
    };
    expectFailure(await app.send(ROOT, { headers: { authorization: `Bearer ${encodedJWT}` } }), 40006);
    expectFailure(
      await app.send('/api/v1/hello', { headers: { authorization: `Bearer ${app.service.adminToken}` } }),
      40006,
    );
  });

  it('makes an organization with user, key and contract that a client can use at once', async () => {
    const organization = await create(ROOT, 'Acme');
    const user = await create(`${ROOT}/${organization.id}/users`, 'Hanako');
    const created = await admin(`${ROOT}/${organization.id}/keys`, {
      body: { userId: user.id, label: 'laptop' },
    });
    const key = dataOf(created) as { accessKey: string; secretKey: string };
    expect(key.accessKey).toMatch(/^[0-9a-f]{64}$/);
    expect(key.secretKey).toMatch(/^[0-9a-f]{96}$/);
    const contract = named(
      await admin(`${ROOT}/${organization.id}/contracts`, {
        body: { name: 'c', kind: 'text', engine: 'real-time' },
      }),
    );
    const token = dataOf(await app.send('/api/v1/token', { body: key })) as { encodedJWT: string };
    const answer = await app.send('/api/v1/translate', {
      headers: { authorization: `Bearer ${token.encodedJWT}` },
      body: {
        fieldId: '1',
        text: ['こんにちは'],
        sourceLang: 'ja',
        targetLang: 'en',
        contractId: contract.id,
      },
    });
    expect(answer.status).toBe(200);
    const usage = dataOf(await admin(`${ROOT}/${organization.id}/usage`));
    expect(usage).toEqual([
      {
        day: new Date().toISOString().slice(0, 10),
        accessKey: key.accessKey,
        contractId: contract.id,
        requests: 1,
        characters: 5,
        words: 5,
      },
    ]);
    expect(dataOf(await admin(`${ROOT}/${organization.id}/usage?to=2020-01-01`))).toEqual([]);
    expectFailure(await admin(`${ROOT}/${organization.id}/usage?from=2020-02-31`), 40201);
    expectFailure(await admin(`${ROOT}/${organization.id}/usage?from=x`), 40201);
  });

  it('never shows a secret again', async () => {
    const { organization, user, key } = await app.tenant();
    const list = await admin(`${ROOT}/${organization.id}/keys?userId=${user.id}`);
    expect(list.body).toMatchObject({
      data: [{ accessKey: key.accessKey, userId: user.id, profile: 'standard' }],
    });
    expect(JSON.stringify(list.body)).not.toContain(key.secretKey);
    const { rows } = await app.database.store.pool.query<{ box: Buffer }>(
      'select secret_box as box from access_keys where access_key = $1',
      [key.accessKey],
    );
    expect(rows[0]?.box.includes(Buffer.from(key.secretKey))).toBe(false);
  });

  it('disables and enables keys, users and organizations', async () => {
    const tenant = await app.tenant();
    const org = `${ROOT}/${tenant.organization.id}`;
    for (const path of [`${org}/keys/${tenant.key.accessKey}`, `${org}/users/${tenant.user.id}`, org]) {
      const off = await admin(path, { method: 'PUT', body: { enabled: false } });
      expect(off.body).toMatchObject({ data: { enabled: false } });
      expectFailure(await app.call(tenant, '/api/v1/hello'), 40003);
      await admin(path, { method: 'PUT', body: { enabled: true } });
      expect((await app.call(tenant, '/api/v1/hello')).status).toBe(200);
    }
  });

  it('rotates a secret: the old one stops at once, or after an overlap', async () => {
    const tenant = await app.tenant();
    const path = `${ROOT}/${tenant.organization.id}/keys/${tenant.key.accessKey}/rotate`;
    const first = dataOf(await admin(path, { method: 'POST' })) as { secretKey: string };
    expectFailure(await app.call(tenant, '/api/v1/hello'), 40006);
    const current = { ...tenant, key: { ...tenant.key, ...first } };
    expect((await app.call(current, '/api/v1/hello')).status).toBe(200);
    const second = dataOf(await admin(path, { body: { overlapSeconds: 3600 } })) as { secretKey: string };
    expect((await app.call(current, '/api/v1/hello')).status).toBe(200);
    const next = { ...tenant, key: { ...tenant.key, ...second } };
    expect((await app.call(next, '/api/v1/hello')).status).toBe(200);
    await app.database.store.pool.query(
      `update access_keys set previous_until = now() where access_key = $1`,
      [tenant.key.accessKey],
    );
    await app.service.changes.announce('key', tenant.key.accessKey);
    expectFailure(await app.call(current, '/api/v1/hello'), 40006);
    for (const overlapSeconds of [-1, 10_000_000])
      expectFailure(await admin(path, { body: { overlapSeconds } }), 40201);
  });

  it('changes the profile of a key', async () => {
    const tenant = await app.tenant();
    expectFailure(await app.call(tenant, '/api/v1/hello', { nonce: 'abc' }), 40005);
    await admin(`${ROOT}/${tenant.organization.id}/keys/${tenant.key.accessKey}`, {
      method: 'PUT',
      body: { profile: 'legacy' },
    });
    expect((await app.call(tenant, '/api/v1/hello', { nonce: 'abc' })).status).toBe(200);
  });

  it('keeps groups and their members', async () => {
    const tenant = await app.tenant();
    const path = `${ROOT}/${tenant.organization.id}/groups`;
    const group = await create(path, 'translators');
    await admin(`${path}/${group.id}/members/${tenant.user.id}`, { method: 'PUT' });
    await admin(`${path}/${group.id}/members/${tenant.user.id}`, { method: 'PUT' });
    expect(dataOf(await admin(path))).toMatchObject([{ name: 'translators', members: [tenant.user.id] }]);
    await admin(`${path}/${group.id}/members/${tenant.user.id}`, { method: 'DELETE' });
    expect(dataOf(await admin(path))).toMatchObject([{ members: [] }]);
    await admin(`${path}/${group.id}`, { method: 'DELETE' });
    expect(dataOf(await admin(path))).toEqual([]);
    expectFailure(await admin(`${path}/${group.id}`, { method: 'DELETE' }), 40203);
  });

  it('lists what it made, and changes contracts', async () => {
    const tenant = await app.tenant();
    const { id } = tenant.organization;
    expect(dataOf(await admin(ROOT))).toContainEqual(expect.objectContaining({ id, enabled: true }));
    expect(dataOf(await admin(`${ROOT}/${id}/users`))).toMatchObject([{ id: tenant.user.id, name: 'user' }]);
    expect(dataOf(await admin(`${ROOT}/${id}/contracts`))).toHaveLength(3);
    const path = `${ROOT}/${id}/contracts/${tenant.contracts.t4oo.id}`;
    const changed = await admin(path, {
      method: 'PUT',
      body: { charQuota: 1000, ratePerMinute: 600, name: 'big' },
    });
    expect(changed.body).toMatchObject({
      data: { charQuota: 1000, ratePerMinute: 600, name: 'big', engine: 't4oo' },
    });
    const lifted = await admin(path, { method: 'PUT', body: { charQuota: null } });
    expect(lifted.body).toMatchObject({ data: { charQuota: null, ratePerMinute: 600 } });
  });

  it('refuses what makes no sense with the codes of every endpoint', async () => {
    const { organization, user } = await app.tenant();
    const org = `${ROOT}/${organization.id}`;
    expectFailure(await admin(ROOT, { body: { name: organization.name } }), 40201);
    expectFailure(await admin(ROOT, { body: { name: '' } }), 40202);
    expectFailure(await admin(ROOT, { body: {} }), 40200);
    expectFailure(await admin(`${org}/users`, { body: { name: user.name } }), 40201);
    expectFailure(await admin(`${ROOT}/nobody/users`, { body: { name: 'x' } }), 40203);
    expectFailure(await admin(`${org}/keys`, { body: { userId: 'nobody' } }), 40203);
    expectFailure(await admin(`${org}/keys`, { body: { userId: user.id, profile: 'other' } }), 40201);
    expectFailure(
      await admin(`${org}/keys/${'0'.repeat(64)}`, { method: 'PUT', body: { enabled: false } }),
      40203,
    );
    expectFailure(
      await admin(`${org}/contracts`, { body: { name: 'c', kind: 'text', engine: 'magic' } }),
      40201,
    );
    expectFailure(await admin(`${org}/contracts/none`, { method: 'PUT', body: { name: 'c' } }), 40203);
    expectFailure(
      await admin(`${ROOT}/none/contracts`, { body: { name: 'c', kind: 'text', engine: 't4oo' } }),
      40203,
    );
  });
});

describe('GET /admin/v1/status', () => {
  it('shows requests, queue, workers and models as they are now', async () => {
    interface Status {
      readonly requests: { count: number; buckets: { le: number; count: number }[] };
      readonly model: { models: { name: string; loaded: boolean; bytes: number; sentences: number }[] };
    }
    const status = async () => dataOf(await admin('/admin/v1/status')) as Status;
    const tenant = await app.tenant();
    const before = await status();
    await app.call(tenant, '/api/v1/translate', {
      body: {
        fieldId: '1',
        text: ['この文はまだ一度も訳されていません。'],
        sourceLang: 'ja',
        targetLang: 'en',
        contractId: tenant.contracts['real-time'].id,
      },
    });
    const after = await status();
    expect(after).toMatchObject({
      process: { memoryBytes: expect.any(Number) },
      backlog: { queued: 0, running: 0, dead: 0 },
      workers: [{ pid: process.pid, translations: 0 }],
      model: { waiting: 0, running: 0 },
    });
    expect(after.requests.count).toBe(before.requests.count + 1);
    expect(after.requests.buckets.at(-1)?.count).toBeGreaterThanOrEqual(after.requests.count - 1);
    const sentences = ({ model }: Status) => model.models.reduce((sum, one) => sum + one.sentences, 0);
    expect(sentences(after)).toBeGreaterThan(sentences(before));
    expect(after.model.models.find(({ loaded }) => loaded)?.bytes).toBeGreaterThan(1_000_000);
    expectFailure(await app.call(tenant, '/admin/v1/status'), 40006);
  });
});
